"""What stands behind the device's libraries on the host, where a program names a header of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from retarget.errors import MissingTool
from retarget.system.remedies import install_command
from retarget.system.toolchain import find_headers
from retarget.targets.cpu.compiler import BuildFailed, HostCompiler


class CompilerOptions(Struct, frozen=True):
    """Of the compiler for a program's units (those of C++ alone: `forced`), and of the linker."""

    compile: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    link: tuple[str, ...] = ()

    def __add__(self, other: CompilerOptions) -> CompilerOptions:
        return CompilerOptions(self.compile + other.compile, self.forced + other.forced, self.link + other.link)


def _includes_of(folders: str) -> re.Pattern[str]:
    return re.compile(rf'^[ \t]*#[ \t]*include[ \t]*[<"](?:{folders})', re.MULTILINE)


_BLAS = _includes_of("hipblas/|cublas")
_THRUST = _includes_of("thrust/")
# Where systems keep CBLAS: what its header and its library need to be found.
_PLACES = (((), "-lopenblas"), ((), "-lcblas"), ((), "-lblas"), (("-I/usr/include/openblas",), "-lopenblas"))


def options(compiler: HostCompiler, texts: Iterable[str]) -> CompilerOptions:
    """What a program with such texts needs. Raises MissingTool."""
    known = tuple(texts)
    chosen = CompilerOptions()
    if any(_BLAS.search(text) for text in known):
        chosen += _cblas(compiler)
    if any(_THRUST.search(text) for text in known):
        chosen += _thrust()
    return chosen


@lru_cache
def _cblas(compiler: HostCompiler) -> CompilerOptions:
    probe = "#include <cblas.h>\nint main() { return cblas_sdot(0, nullptr, 1, nullptr, 1) != 0; }\n"
    for folders, library in _PLACES:
        try:
            compiler.run([*folders, "-x", "c++", "-", "-o", "/dev/null", library], text=probe)
            return CompilerOptions(compile=folders, link=(library,))
        except BuildFailed:
            continue
    raise MissingTool("CBLAS, which stands for cuBLAS on the host, was not found", install_command("blas"))


def _thrust() -> CompilerOptions:
    """NVIDIA's Thrust on its back end for plain C++, without the narrow types of a device.

    Clang 19.1 counts as newer than 19 there, and its packs are indexed in a way that it cannot.
    """
    system = ["THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP"]
    narrow = [f"CCCL_DISABLE_{kind}_SUPPORT" for kind in ("FP16", "BF16", "NVFP8")]
    folder = find_headers().cuda[-1]
    return CompilerOptions(
        compile=("-isystem", str(folder), *(f"-D{d}" for d in (*system, *narrow)), "-U__cpp_pack_indexing"),
        forced=("-include", "retarget_host/thrust.h"),
    )
