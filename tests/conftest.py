from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from retarget.system import workers
from retarget.system.toolchain import Headers, find_headers
from tests.caches import with_builds_of
from tests.compiler_calls import CALLS, FOLDER
from tests.in_process import InThisProcess

# Most tests look at texts: those of the parse as HIP ask for it.
os.environ["RETARGET_PARSE"] = "0"
gc.set_threshold(100_000, 20, 20)  # as in a user's run
CASES = Path(__file__).parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh", action="store_true", help="write the golden files anew")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("compiler"):
        if absent := mark.kwargs.get("absent"):
            pytest.skip(absent)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Notes which compilers a test runs that should run none; see `pytest_runtest_teardown`."""
    if item.get_closest_marker("compiler"):
        return (yield)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv(CALLS, f"{folder}/calls")
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    done = yield
    log = Path(os.environ.get(CALLS, ""))
    if log.is_file():
        pytest.fail(f"runs {', '.join(sorted(set(log.read_text().split())))}: give it a mark of tests/compilers.py")
    return done


@pytest.fixture(scope="session")
def headers() -> Headers:
    return find_headers()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for the whole run: what is built is built once. Workers share it, by the folder above their own."""
    chosen, kept = os.environ.get("RETARGET_TEST_CACHE"), os.environ.get("RETARGET_TEST_PREAMBLE")
    folder = Path(chosen) if chosen else tmp_path_factory.getbasetemp().parent / "cache"
    if kept:
        with_builds_of(Path(kept).parent, folder, ("preamble",))
    return folder


@pytest.fixture(scope="session")
def cache(shared: Path) -> Path:
    """The shared one, unless a module has its own."""
    return shared


@pytest.fixture(scope="session", autouse=True)
def environment(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands remember nothing of other runs; interpreters compile what they import once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETARGET_CACHE_DIR", str(shared))
        patch.setenv(FOLDER, str(tmp_path_factory.getbasetemp()))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setattr(workers, "ProcessPoolExecutor", InThisProcess)
        yield


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units are worked on in processes of their own, as in a user's run."""
    monkeypatch.setattr(workers, "ProcessPoolExecutor", ProcessPoolExecutor)


@pytest.fixture
def memory(tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, which remembers nothing, with the builds of the whole run."""
    own = with_builds_of(shared, tmp_path / "cache")
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(own))
    return own
