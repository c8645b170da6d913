"""Files of the cache that something damaged are made anew; nothing is said of the user's code."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from retarget.system import exits
from retarget.system.made_once import is_intact, made_once
from retarget.system.sealed_folder import is_sealed, seal
from tests.command_line import forked, retarget
from tests.compilers import needs_hip_compiler, needs_host_compiler

DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: data[: len(data) // 2],
    lambda data: b"",
    lambda data: bytes(len(data)),
    lambda data: data[: len(data) // 2] + bytes(x ^ 0x55 for x in data[len(data) // 2 :]),
)
PROGRAM = """\
#include <cstdio>
__global__ void k(int* p) { atomicAdd(p, __popc(threadIdx.x)); }
int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4), cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
  k<<<1, 64>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\\n", h);
}
"""
REMEMBERED = ("runs", "units", "parses", "outputs")  # would answer before anything is looked at


def damage(cache: Path, turn: int) -> list[Path]:
    """Damages each file of a cache, by turns in another way; returns those that were not empty."""
    for name in REMEMBERED:
        shutil.rmtree(cache / name, ignore_errors=True)
    found = [p for p in sorted(cache.rglob("*")) if p.is_file() and not p.is_symlink() and p.stat().st_size]
    for at, path in enumerate(found):
        path.write_bytes(DAMAGES[(at + turn) % len(DAMAGES)](path.read_bytes()))
    return found


@pytest.mark.parametrize("spoiled", DAMAGES)
def test_a_damaged_file_counts_as_absent(tmp_path: Path, spoiled: Callable[[bytes], bytes]) -> None:
    place, data = tmp_path / "folder/file", bytes(range(200))
    for _ in range(2):
        assert made_once(place, lambda path: path.write_bytes(data) and None, is_checked=True) == place
        assert place.read_bytes() == data and is_intact(place)
        other = place.with_name("other")  # a file with a number of its own, as a process looks once at each
        other.write_bytes(spoiled(data))
        other.replace(place)


def _unlink(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    "spoil",
    [
        *(lambda path, by=by: path.write_bytes(by(path.read_bytes())) for by in DAMAGES),
        _unlink,
        lambda path: path.chmod(0o600),
        lambda path: (path.unlink(), path.symlink_to("elsewhere")),
        lambda path: (path.parent.parent / "link").unlink(),
        lambda path: (path.parent.parent / ".retarget-sums").write_bytes(b"\xff"),
    ],
)
def test_a_folder_tells_damage(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "link").symlink_to("bin")
    seal(tmp_path)
    (tmp_path / "bin/other").touch()
    assert is_sealed(tmp_path)
    spoil(program)
    assert not is_sealed(tmp_path)


@needs_hip_compiler
def test_a_damaged_toolkit_is_laid_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    folder = Path(retarget("toolkit").out.strip())
    header, text = folder / "include/cuda_runtime.h", (folder / "include/cuda_runtime.h").read_text()
    header.write_text(text[: len(text) // 2])
    shutil.rmtree(folder / "bin")
    assert Path(retarget("toolkit").out.strip()) == folder
    assert header.read_text() == text and is_sealed(folder)


@needs_hip_compiler
def test_a_build_with_a_damaged_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "k.cu").write_text(PROGRAM)
    for turn in range(2):
        checked = forked("k.cu", "--force", "--parse", cwd=tmp_path)
        built = forked("nvcc", "-arch=gfx942", "-c", "k.cu", cwd=tmp_path)
        assert (checked.code, built.code, built.err) == (exits.OK, exits.OK, ""), (turn, checked.err, built.err)
        assert "error" not in checked.err
        damaged = {p.parent.name for p in damage(tmp_path / "cache", turn)}
        assert damaged >= {"hip-preamble", "preamble"}, (turn, checked.err)


@needs_host_compiler
def test_a_program_of_the_cache_that_is_damaged(tmp_path: Path, memory: Path) -> None:
    mark = f"marked by {tmp_path}"
    (tmp_path / "k.cu").write_text(PROGRAM.replace("int main() {", f'int main() {{\n  puts("{mark}");'))
    for _ in range(2):
        ran = forked("k.cu", "--to", "cpu", cwd=tmp_path)
        assert (ran.code, ran.out) == (exits.OK, f"{mark}\n192\n"), ran.err
        programs = (p for p in memory.glob("host/*/programs/*") if p.is_file() and not p.suffix)
        (made,) = (p for p in programs if mark.encode() in p.read_bytes())
        made.write_bytes(made.read_bytes()[:5000])


@needs_host_compiler
def test_a_precompiled_header_that_serves_none_of_several_units(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was made of files that are gone: each unit removes it, and is compiled without it."""
    (tmp_path / "k.cu").write_text(PROGRAM)
    assert forked("k.cu", "--to", "cpu", cwd=tmp_path).code == exits.OK
    own = tmp_path / "own"
    shutil.copytree(memory / "host", own / "host", ignore=shutil.ignore_patterns("programs"))
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(own))
    spoilt = list(own.glob("host/runtime-*/*.pch"))
    for made in spoilt:
        made.write_bytes(b"CPCH")
        made.with_suffix(".pch.sum").write_text(f"{zlib.crc32(b'CPCH'):08x}")
    for name in "ab":
        (tmp_path / f"{name}.cu").write_text(f"#include <cstdio>\n__global__ void {name}(int *p) {{ *p = 1; }}\n")
    ran = forked("k.cu", "a.cu", "b.cu", "--to", "cpu", cwd=tmp_path)
    assert spoilt and (ran.code, ran.out) == (exits.OK, "192\n"), ran.err
