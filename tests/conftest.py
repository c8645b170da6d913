from __future__ import annotations

import os
from pathlib import Path

import pytest

from retarget.toolchain import Headers, find_headers

CASES = Path(__file__).parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh", action="store_true", help="write the golden files of tests/cases anew")


@pytest.fixture(scope="session")
def headers() -> Headers:
    return find_headers()


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for the whole run: the precompiled preamble is made once. Workers share it by the environment."""
    chosen = os.environ.get("RETARGET_TEST_CACHE")
    return Path(chosen) if chosen else tmp_path_factory.getbasetemp().parent / "cache"
