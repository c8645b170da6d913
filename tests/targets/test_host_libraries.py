"""Libraries of the host target: programs that check values against those worked out by other means."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.targets.cpu import build
from tests.command_line import forked
from tests.compilers import runs_compilers
from tests.places import SAMPLES, TESTS

PROGRAMS = TESTS / "host"
LANES_MEET = ("groups", "cub")  # which optimisation has to leave as it is


def passes(program: Path) -> None:
    """The translated program finds its values right."""
    told = forked(program, "--to", "cpu", "--shuffle", "1", "--limit", "120")
    assert told.code == 0, told.out + told.err
    assert told.out.startswith("PASS")


@runs_compilers
@pytest.mark.parametrize("name", ["texture", "texture_reference", "cooperative", "curand_host", "curand_pi", "cublas_saxpy_gemm", "thrust_sort"])
def test_samples(name: str) -> None:
    """Built as in test_host.py, which verifies all samples: each is built once."""
    passes(SAMPLES / f"{name}.cu")


@runs_compilers
@pytest.mark.parametrize("name", ["textures", "groups", "random", "blas", "thrust", "cub"])
def test_programs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it came, a program prints the same, as it does in both widths."""
    if name not in LANES_MEET:  # half of the time goes into optimising what runs for a moment
        monkeypatch.setattr(build, "OPTIMISED", "-O0")
    passes(PROGRAMS / f"{name}.cu")
    told = forked("verify", PROGRAMS / f"{name}.cu", "--shuffle", "1", "--limit", "120")
    assert told.code == 0, told.out + told.err


@runs_compilers
@pytest.mark.parametrize("name", ["curand_host", "cublas_saxpy_gemm", "thrust_sort"])
def test_libraries_own_device_memory(name: str) -> None:
    told = forked(SAMPLES / f"{name}.cu", "--to", "cpu", "--sanitize")
    assert told.code == 0 and told.out.startswith("PASS"), told.out + told.err
