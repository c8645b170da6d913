"""Programs of which single kernels run, and no main: how they are compiled and linked.

The runtime's `replay.cpp` stands in for main. Host code never runs, so that what it calls and the given sources lack
does no harm: such names are linked to address 0, where a kernel that uses one meets a fault.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from retarget.targets.cpu.compiler import BuildFailed, HostCompiler
from retarget.targets.cpu.layout import Language

_WRAPPED = "-Wl,--wrap=main"
_UNDEFINED = re.compile(r"(?:undefined reference to [`']|undefined symbol: )([\w.$@]+)")


def included(language: Language) -> list[str]:
    """What a unit includes first that declares kernels to be replayed."""
    api = ["-include", "hip/hip_runtime.h"] if language is Language.HIP else ["-include", "cuda_runtime.h"]
    return [*api, "-include", "retarget_host/replay.h"]


def linked(compiler: HostCompiler, words: Sequence[str]) -> list[str]:
    """More words for the linker."""
    try:
        compiler.run([*words, _WRAPPED, "-Wl,--no-demangle"])
    except BuildFailed as failure:
        absent = sorted(set(_UNDEFINED.findall(failure.output)))
        return [_WRAPPED, *(f"-Wl,--defsym={name}=0" for name in absent)]
    return [_WRAPPED]
