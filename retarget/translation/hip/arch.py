"""arch: conditions on `__CUDA_ARCH__`.

    #ifdef __CUDA_ARCH__       -->  #ifdef __HIP_DEVICE_COMPILE__
    #if __CUDA_ARCH__ >= 600   -->  #if RETARGET_CUDA_ARCH >= 600

Whether code is compiled for a device is the same question in HIP. How new the device is has no counterpart: the
part `arch` answers 700, so that double atomics, shuffles and fp16 count as there, and what only newer devices can do
does not; -DRETARGET_CUDA_ARCH_LIST=620 leaves out tensor cores, too. Each such comparison is noted with its place.

    #ifndef __CUDA_ARCH__      -->  #ifndef RETARGET_CUDA_ARCH
    #define __CUDA_ARCH__ 0         #define RETARGET_CUDA_ARCH 0

A program that gives the host a value of its own asks about that one everywhere, whether it is defined too.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.arch_attributes import for_attributes
from retarget.translation.rule import rule

COMPILED_FOR_DEVICE, LEVEL = "__HIP_DEVICE_COMPILE__", "RETARGET_CUDA_ARCH"
COMPILED_AS_HIP = "__HIPCC__"


@rule("cuda-arch")
def arch(file: File) -> Iterator[Finding]:
    attributes = {at for c in for_attributes(file) for b in c.branches for _, at in b.words}
    for index in file.named("__CUDA_ARCH__"):
        span = file.span(index)
        if span.start in attributes:
            yield Edit(span, COMPILED_AS_HIP, "cuda-arch")
            continue
        asks_whether = _asks_whether(file, index)
        if asks_whether and "__CUDA_ARCH__" not in file.unit.own_names:
            yield Edit(span, COMPILED_FOR_DEVICE, "cuda-arch")
            continue
        yield Edit(span, LEVEL, "cuda-arch")
        yield Need("arch", span)
        if asks_whether:
            continue
        answer = file.flags.capability
        yield file.note("cuda-arch", span, f"AMD's GPUs answer {answer} here; check that the branch taken suits them")


def _asks_whether(file: File, index: int) -> bool:
    before = file.at(index - 1)
    return before in ("ifdef", "ifndef", "defined", "undef", "define") or (
        before == "(" and file.at(index - 2) == "defined"
    )
