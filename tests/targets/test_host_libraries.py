"""Libraries of the host target: programs that check values against those worked out by other means."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.targets.cpu import build
from tests.command_line import forked
from tests.compilers import runs_compilers
from tests.places import SAMPLES, TESTS

PROGRAMS = TESTS / "host"
LANES_MEET = ("cooperative", "groups", "cub")  # which optimisation has to leave as it is


@pytest.fixture(autouse=True)
def optimised(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the time goes into optimising what runs for a moment."""
    if request.node.callspec.params["name"] not in LANES_MEET:
        monkeypatch.setattr(build, "OPTIMISED", "-O0")


def passes(program: Path) -> None:
    """The translated program finds its values right; as it came it prints the same, as it does in both widths."""
    for words in (["--to", "cpu", "--shuffle", "1", str(program)], ["verify", "--shuffle", "1", str(program)]):
        told = forked(*words, "--limit", "120")
        assert told.code == 0, told.out + told.err
        assert words[0] == "verify" or told.out.startswith("PASS")


@runs_compilers
@pytest.mark.parametrize("name", ["texture", "texture_reference", "cooperative", "curand_host", "curand_pi", "cublas_saxpy_gemm", "thrust_sort"])
def test_samples(name: str) -> None:
    passes(SAMPLES / f"{name}.cu")


@runs_compilers
@pytest.mark.parametrize("name", ["textures", "groups", "random", "blas", "thrust", "cub"])
def test_programs(name: str) -> None:
    passes(PROGRAMS / f"{name}.cu")


@runs_compilers
@pytest.mark.parametrize("name", ["curand_host", "cublas_saxpy_gemm", "thrust_sort"])
def test_libraries_own_device_memory(name: str) -> None:
    told = forked(SAMPLES / f"{name}.cu", "--to", "cpu", "--sanitize")
    assert told.code == 0 and told.out.startswith("PASS"), told.out + told.err
