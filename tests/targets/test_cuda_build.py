"""CUDA programs are built as their flags say, by nvcc and by clang; what is missing is named."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from retarget.errors import MissingTool
from retarget.schedule.scheduling import scheduled_program
from retarget.source.database import DatabaseEntry
from retarget.source.flags import Flags, read_flags
from retarget.system.toolchain import Headers
from retarget.targets.amd.architecture import architecture
from retarget.targets.emitted import Emitted
from retarget.targets.nvidia.build import executable
from retarget.targets.nvidia.compiler import CudaCompilerKind, find_cuda_compiler
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.tools import Refused
from retarget.translation.cuda import CUDA
from retarget.translation.emit import Place, outputs, put
from retarget.translation.file import Options
from retarget.translation.walk import Request, flags_of
from tests.compilers import CUDA_COMPILERS, cuda_compiler

UNITS = {
    "main.cu": """\
#include <cstdio>
#include "shared.h"
__device__ float twice(float x);
__global__ void k(float* a) { a[threadIdx.x] = twice(SCALE); }
int named();
extern "C" int plain(void);
int main() {
#ifdef _OPENMP
    int threads = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
    threads += 1;
    printf("threads %d\\n", threads);
#endif
    printf("%d %d %d %d\\n", SCALE, named(), plain(), FORCED);
    float* a = nullptr;
    if (cudaMalloc(&a, 4) == cudaSuccess) k<<<1, 1>>>(a);
}
""",
    "other.cu": """\
#include "shared.h"
__device__ float twice(float x) { return 2 * x; }
int named() { return SCALE; }
""",
    "plain.c": "int plain(void) { int class = 7; return class; }\n",
}


def said(folder: Path, headers: Headers, flags: dict[str, str]) -> list[str]:
    """What the program says that is built of the units, in another folder."""
    user = folder / "user"
    (user / "include").mkdir(parents=True)
    (user / "include/shared.h").write_text("#pragma once\n")
    (user / "forced.h").write_text("#define FORCED 5\n")
    for name, text in UNITS.items():
        (user / name).write_text(text)
    commands = tuple(
        DatabaseEntry(str(user / name), read_flags(f"-I{user}/include {words}".split())) for name, words in flags.items()
    )
    paths = tuple(str(user / name) for name in flags)
    options = Options((architecture("gfx90a"),))
    request = Request(paths, Flags(), commands, options, headers, jobs=2, root=str(user))
    layout = NVIDIA.layout(Place.TREE, str(user), str(folder / "made"))
    program = scheduled_program(request, CUDA, layout.spelling)
    written = outputs(program, layout)
    put(written)
    made, report = executable(Emitted(program, written, layout, flags_of(request), 2), "sm_90")
    assert "Compiling entry function" in report
    return subprocess.run([made], capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()


@pytest.mark.parametrize("compiler", CUDA_COMPILERS)
def test_each_unit_has_its_own_flags(
    compiler: str, headers: Headers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETARGET_NVCC", cuda_compiler(compiler, links=True))
    text = UNITS["main.cu"].replace("__device__ float twice(float x);", "static __device__ float twice(float x) { return x; }")
    monkeypatch.setitem(UNITS, "main.cu", text)
    openmp = " -fopenmp" if find_cuda_compiler().kind is CudaCompilerKind.NVCC else ""  # clang's library is a package of its own
    forced = f"-DSCALE=3 -include {tmp_path}/user/forced.h"
    flags = {"main.cu": forced + openmp, "other.cu": "-DSCALE=4 -use_fast_math", "plain.c": "-lm"}
    assert said(tmp_path, headers, flags) == [*(["threads 3"] if openmp else []), "3 4 7 5"]


@pytest.mark.parametrize("compiler", CUDA_COMPILERS)
def test_device_code_is_linked_across_units(
    compiler: str, headers: Headers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETARGET_NVCC", cuda_compiler(compiler, links=True))
    if find_cuda_compiler().kind is CudaCompilerKind.CLANG:
        pytest.skip("clang links device code with tools that distributions pack apart")
    flags = {"main.cu": "-rdc=true -DSCALE=3 -DFORCED=1", "other.cu": "-rdc=true -DSCALE=4", "plain.c": ""}
    assert said(tmp_path, headers, flags) == ["3 4 7 1"]


@pytest.mark.parametrize("compiler", CUDA_COMPILERS)
def test_what_does_not_compile_is_said(
    compiler: str, headers: Headers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETARGET_NVCC", cuda_compiler(compiler, links=True))
    with pytest.raises(Refused, match="SCALE"):
        said(tmp_path, headers, {"main.cu": "-DFORCED=1", "plain.c": ""})


def fake(folder: Path, name: str, says: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\necho '{says}'\n")
    (folder / name).chmod(0o755)
    return folder / name


def test_a_clang_that_is_named_takes_the_toolkit_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clang = fake(tmp_path / "llvm", "clang++", "Debian clang version 22.1.8 (1)")
    monkeypatch.setenv("RETARGET_NVCC", str(clang))
    monkeypatch.setenv("CUDA_PATH", str(tmp_path / "cuda"))
    for tool in ("ptxas", "fatbinary"):
        fake(tmp_path / "cuda/bin", tool, "")
    found = find_cuda_compiler()
    assert (found.kind, found.toolkit) == (CudaCompilerKind.CLANG, tmp_path / "cuda")
    assert "clang version 22.1.8" in found.label and f"--cuda-path={tmp_path}/cuda" in found.own()


def test_nvcc_comes_before_clang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RETARGET_NVCC", raising=False)
    nvcc = fake(tmp_path, "nvcc", "Cuda compilation tools, release 12.0, V12.0.1")
    fake(tmp_path, "clang++-19", "clang version 19.1.0")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = find_cuda_compiler()
    assert (found.path, found.kind) == (str(nvcc), CudaCompilerKind.NVCC)
    assert "--split-compile=0" not in found.own(), "from 12.1 on"


def test_a_compiler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_NVCC", "no-such-nvcc")
    with pytest.raises(MissingTool, match="no-such-nvcc"):
        find_cuda_compiler()
