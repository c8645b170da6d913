"""arch_attributes: functions that are a device's only in the compilation for the device.

    #if defined(__CUDACC__) && defined(__CUDA_ARCH__)  -->  #if defined(__HIPCC__) && defined(__HIPCC__)
    #define CPU_AND_GPU __device__                          #define CPU_AND_GPU __host__ __device__
    #else                                                   #else
    #define CPU_AND_GPU                                     #define CPU_AND_GPU
    #endif                                                  #endif

nvcc looks at no host code in its compilation for the device, and at no device code in that for the host. Clang looks
at both in each: what host code and kernels call has to be both in both.

Legal where the conditional asks whether `__CUDA_ARCH__` is defined, and its branches define nothing but macros for
attributes of functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.conditionals import Branch, Conditional, conditionals
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

_ATTRIBUTES = frozenset(
    {"__host__", "__device__", "inline", "__inline__", "__forceinline__", "static", "constexpr", "extern"}
)


@rule("arch-attributes")
def arch_attributes(file: File) -> Iterator[Finding]:
    for conditional in for_attributes(file):
        yield from for_both(file, conditional, "arch-attributes")


def for_both(file: File, conditional: Conditional, why: str) -> Iterator[Edit]:
    """What makes functions of both sides of those that a conditional gives to the device."""
    first, last = (file.index_at(at) for at in (conditional.branches[0].start, conditional.branches[-1].end))
    for index in range(first, last):
        on_host = "__host__" in (file.at(index - 1), file.at(index + 1))
        if file.at(index) == "__device__" and not on_host:
            yield Edit(file.span(index), "__host__ __device__", why)


def for_attributes(file: File) -> list[Conditional]:
    """The conditionals on `__CUDA_ARCH__` that say how functions are declared, and nothing else."""
    if "__CUDA_ARCH__" not in file.words:
        return []
    listed = (c for outermost in conditionals(file.source.text) for c in outermost.all())
    return [c for c in listed if _asks_whether(file, c) and all(_is_attributes(file, b) for b in c.branches)]


def _asks_whether(file: File, conditional: Conditional) -> bool:
    """Whether all that it asks about `__CUDA_ARCH__` is whether it is defined, and one branch is for the device."""
    places = [file.index_at(at) for b in conditional.branches for name, at in b.words if name == "__CUDA_ARCH__"]
    asked = ("ifdef", "ifndef", "defined")
    is_defined = [file.at(i - 1) in asked or (file.at(i - 1) == "(" and file.at(i - 2) == "defined") for i in places]
    branches = (file.source.text[b.line_end : b.end] for b in conditional.branches)
    return bool(places) and all(is_defined) and any("__device__" in text for text in branches)


def _is_attributes(file: File, branch: Branch) -> bool:
    """Whether a branch's body is definitions of macros whose bodies are attributes alone."""
    at, end = file.index_at(branch.line_end), file.index_at(branch.end)
    while at < end:
        if [file.at(at), file.at(at + 1)] != ["#", "define"] or branch.inner:
            return False
        at += 3
        while at < end and file.code[at].directive == "define":
            if file.at(at) not in _ATTRIBUTES:
                return False
            at += 1
    return True
