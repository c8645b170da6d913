"""What answers CUDA's own names in the libraries of a toolkit's folder. C code calls some without a header, and
configure scripts link a program that declares `char cuMemAlloc()`, whatever the function takes.

    cudaMalloc(&p, 4)    hipMalloc(&p, 4): both interfaces pass arguments and results alike
    cuMemAlloc()         links, and the linker warns; a program that comes there says which object to compile anew, and
                         aborts: its object was compiled with NVIDIA's headers, whose values and layouts are others
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from retarget.dialects import Dialect
from retarget.dialects.table import Name
from retarget.errors import MissingTool, OutputError
from retarget.system.remedies import install_command
from retarget.targets.amd.compiler import Compiler
from retarget.targets.amd.jobs import LIBRARIES

PLAIN = "libcudart_plain.a"
_CALLS = {
    "cudaSetDevice": "int", "cudaGetDevice": "int*", "cudaGetDeviceCount": "int*", "cudaDeviceSynchronize": "",
    "cudaDeviceReset": "", "cudaGetLastError": "", "cudaMalloc": "void**, size_t", "cudaFree": "void*",
    "cudaMemset": "void*, int, size_t",
}  # fmt: skip
_OF_TABLES = {"runtime": "cudart", "driver": "cuda", "profiler": "cuda", "nvml": "nvidia-ml", "nvtx": "nvToolsExt"}
_RUNTIMES = "amdhip64"  # for the libraries whose functions HIP's runtime holds
# Weak, as a program may define such a function itself.
_REFUSED = """\
#include <stdio.h>
#include <stdlib.h>
#define ADVICE " is CUDA's: compile what calls it by retarget host or retarget nvcc"
#define REFUSED(name) \\
  __asm__(".pushsection .gnu.warning." #name ",\\"\\",@progbits\\n.asciz \\"" #name ADVICE "\\"\\n.popsection"); \\
  __attribute__((weak)) void name(void) { fputs(#name ADVICE "\\n", stderr); abort(); }
"""


def archive(library: str) -> str:
    """The name of the archive with a library's refused calls."""
    return f"lib{library}_refused.a"


def refused(dialect: Dialect, compiler: Compiler) -> Mapping[str, Sequence[str]]:
    """By CUDA's library, the functions that HIP's library or a support header has; without those that are answered."""
    found: dict[str, list[str]] = {}
    symbols: dict[str, frozenset[str]] = {}
    for table in dialect.tables:
        for row in filter(None, map(table.name, sorted(table.rows))):
            library = _OF_TABLES.get(row.library, row.library)
            if library not in LIBRARIES or row.cuda in _CALLS or not dialect.is_function(row):
                continue
            hips = LIBRARIES[library] or _RUNTIMES
            if hips not in symbols:
                symbols[hips] = _symbols(compiler, hips)
            if symbols[hips] and _is_answered(row, symbols[hips]):
                found.setdefault(library, []).append(row.cuda)
    return found


def _is_answered(row: Name, symbols: frozenset[str]) -> bool:
    known = row.status in ("mapped", "same") and row.cuda not in symbols
    return known and (bool(row.part) or row.hip in symbols)


def _symbols(compiler: Compiler, library: str) -> frozenset[str]:
    """What a library of HIP's defines; nothing where it is not installed."""
    place = compiler.library(library)
    listed = _run("nm", "-D", "--defined-only", str(place)).splitlines() if place else []
    return frozenset(line.rpartition(" ")[2].partition("@")[0] for line in listed)


def lay_out(folder: Path, compiler: Compiler, names: Mapping[str, Sequence[str]]) -> None:
    """Makes the archives. Raises OutputError where the compiler or `ar` refuses."""
    texts = {PLAIN: "#include <stddef.h>\n" + "".join(_plain_call(name, types) for name, types in _CALLS.items())}
    for library, functions in names.items():
        texts[archive(library)] = _REFUSED + "".join(f"REFUSED({name})\n" for name in functions)
    for name, text in texts.items():
        source = folder / f"{name}.c"
        source.write_text(text)
        made = source.with_suffix(".o")
        _run(str(compiler.path), "-x", "c", "-O1", "-fPIC", "-c", str(source), "-o", str(made))
        _run("ar", "qcs", str(folder / name), str(made))
        source.unlink()
        made.unlink()


def _run(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise MissingTool(f"{command[0]}: {error.strerror}", install_command("c++")) from error
    if done.returncode:
        raise OutputError(f"{command[0]} makes no library for a toolkit's folder: {done.stderr.strip()[:200]}")
    return done.stdout


def _plain_call(cuda: str, types: str) -> str:
    hip = cuda.replace("cuda", "hip", 1)
    kinds = [t.strip() for t in types.split(",") if t.strip()]
    parameters = ", ".join(f"{kind} a{at}" for at, kind in enumerate(kinds)) or "void"
    values = ", ".join(f"a{at}" for at in range(len(kinds)))
    return f"int {hip}({types or 'void'});\nint {cuda}({parameters}) {{ return {hip}({values}); }}\n"
