"""The system's own libraries behind those of the device, where a program names a header of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from retarget.host.compiler import BuildFailed, HostCompiler
from retarget.remedies import install_command
from retarget.toolchain import MissingTool

_BLAS = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"](?:hipblas/|cublas)', re.MULTILINE)
# Where systems keep CBLAS: what its header and its library need to be found.
_PLACES = (("-lopenblas",), ("-lcblas",), ("-lblas",), ("-I/usr/include/openblas", "-lopenblas"))


def options(compiler: HostCompiler, texts: Iterable[str]) -> tuple[str, ...]:
    """Options for compiling and linking a program with such texts. Raises MissingTool."""
    return _cblas(compiler) if any(_BLAS.search(text) for text in texts) else ()


@lru_cache
def _cblas(compiler: HostCompiler) -> tuple[str, ...]:
    probe = "#include <cblas.h>\nint main() { return cblas_sdot(0, nullptr, 1, nullptr, 1) != 0; }\n"
    for place in _PLACES:
        try:
            compiler.run(["-x", "c++", "-", "-o", "/dev/null", *place], text=probe)
            return place
        except BuildFailed:
            continue
    raise MissingTool("CBLAS, which stands for cuBLAS on the host, was not found", install_command("blas"))
