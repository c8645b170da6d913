"""Threads that wait for what another thread writes, on the host: in one warp, in one block, across blocks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retarget.system import exits
from tests.command_line import forked
from tests.compilers import needs_host_compiler
from tests.places import TESTS

PROGRAMS = sorted((TESTS / "host" / "progress").glob("*.cu"))

pytestmark = needs_host_compiler


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_program_ends_in_both_widths_and_in_random_orders(path: Path) -> None:
    told = forked(path, "--to", "cpu", "--limit", "60")
    assert told.out.splitlines() == re.findall(r"^// want: (.*)", path.read_text(), re.M), told.err
    verified = forked("verify", path, "--shuffle", "3", "--limit", "60")
    assert verified.code == 0, verified.out + verified.err
    checked = forked(path, "--to", "cpu", "--sanitize", "--limit", "60")
    assert (checked.code, "fault" in checked.err) == (0, False), checked.err


@pytest.mark.parametrize("grid", [1, 8])
def test_deadlock_ends_at_the_limit_with_the_place(tmp_path: Path, grid: int) -> None:
    path = tmp_path / "deadlock.cu"
    path.write_text(
        "#include <cuda_runtime.h>\n__global__ void twice(int* lock)\n{\n"
        "    while (atomicCAS(lock, 0, 1)) {}\n    while (atomicCAS(lock, 0, 1)) {}\n}\n"
        "int main() { int* lock; cudaMalloc(&lock, 4); cudaMemset(lock, 0, 4);\n"
        f"  twice<<<{grid}, 64>>>(lock); return cudaDeviceSynchronize(); }}\n"
    )
    told = forked(path, "--to", "cpu", "--limit", "2")
    assert told.code == exits.HUNG
    assert "in kernel twice, block (" in told.err and re.search(r"deadlock\.cu:[45]", told.err)
