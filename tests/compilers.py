"""The compilers that tests build with, and the marks of tests that run one: such a test is skipped, with the remedy
told, where the compiler is absent, and `./dev fast` leaves it out. A test without a mark fails where it runs one."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from retarget.errors import MissingTool
from retarget.source.text import digest
from retarget.system.cache import cache_folder
from retarget.targets.amd.compiler import VERSIONS, Compiler, find_compiler
from retarget.targets.cpu.compiler import alone, find_host_compiler
from retarget.targets.nvidia.compiler import find_cuda_compiler

HIP_COMPILER: Compiler | None = None
_no_hip_compiler = _no_host_compiler = ""
try:
    HIP_COMPILER = find_compiler()
except MissingTool as error:
    _no_hip_compiler = str(error)
try:
    find_host_compiler()
except MissingTool as error:
    _no_host_compiler = str(error)


def cuda_compiler(kind: str, links: bool) -> str:
    """What `$RETARGET_NVCC` can name, of a kind: an nvcc, or a clang that knows the CUDA toolkit at hand. Skips the test
    where there is none."""
    found = _cuda_compiler(kind, links)
    if found is None:
        pytest.skip(f"no {kind} here makes CUDA programs")
    return found


@cache
def _cuda_compiler(kind: str, links: bool) -> str | None:
    names = {"nvcc": ("nvcc", "/usr/local/cuda/bin/nvcc"), "clang": (*(f"clang++-{v}" for v in VERSIONS), "clang++")}
    return next((p for n in names[kind] if (p := shutil.which(n)) and _compiles(p, links)), None)


def _compiles(path: str, links: bool) -> bool:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setenv("RETARGET_NVCC", path)
        Path(folder, "a.cu").write_text("__global__ void k() {}\nint main() {}\n")
        try:
            compiler = find_cuda_compiler(links)
        except MissingTool:
            return False
        mode = compiler.runtime() if links else compiler.code_alone()
        words = [path, *compiler.own(), compiler.architecture("sm_90"), *compiler.modes(False), "a.cu", *mode]
        return subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == 0


def precompiled(command: Sequence[str], begins: str = "") -> list[str]:
    """What spares this HIP command to parse what clang puts before any text, and what the text begins with; made once,
    for the device and the host.

    Clang takes from a folder whichever precompiled header suits."""
    folder = cache_folder() / "hip-headers" / digest("\0".join((*command, begins)).encode())[:16]
    with alone(folder):
        text, headers = folder / "empty.hip", folder / "made"
        if not headers.is_dir():
            text.write_text(begins)
            scratch = Path(tempfile.mkdtemp(dir=folder))
            for side in ("device", "host"):
                words = [*command, f"--cuda-{side}-only", "-fsyntax-only", "-Xclang", "-emit-pch", str(text)]
                with (scratch / f"{side}.pch").open("wb") as made:
                    subprocess.run(words, stdout=made, stderr=subprocess.DEVNULL, check=True)
            scratch.rename(headers)
    return ["-include-pch", str(headers)]


runs_compilers = pytest.mark.compiler()  # any, or whichever is there
needs_hip_compiler = pytest.mark.compiler(absent=_no_hip_compiler)
needs_host_compiler = pytest.mark.compiler(absent=_no_host_compiler)
CUDA_COMPILERS = [pytest.param(kind, id=kind, marks=runs_compilers) for kind in ("nvcc", "clang")]  # for `cuda_compiler`
