"""attributes: of a kernel, `__global__` alone stays; marks of CUDA's own headers go.

    __global__ __device__ void k()                  -->  __global__ void k()
    extern __device__ __device_builtin__ void f();  -->  extern __device__ void f();
    struct __builtin_align__(16) S                  -->  struct __align__(16) S
    struct __align__(16) S                          -->  struct __attribute__((aligned(16))) S   (in C++ of the host)

Legal always: nvcc took both up to CUDA 5 and made a kernel of it; clang refuses the pair. The marks tell nvcc what is
built in, which the target's headers know themselves; a program that defines them keeps them. `__align__` is a macro of
HIP's in what its own compiler compiles alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.launch_spelling import second_attributes
from retarget.source.text import Edit, Span
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

_MARKS = (
    "__device_builtin__",
    "__cudart_builtin__",
    "__device_builtin_texture_type__",
    "__device_builtin_surface_type__",
)
_ALIGN, _ALIGNED = "__builtin_align__", "__align__"
_ASKED = ("define", "undef", "ifdef", "ifndef", "defined")


@rule("attributes")
def attributes(file: File) -> Iterator[Finding]:
    for token in second_attributes(file.code):
        yield Edit(_with_blank(file, token.start, token.end), "", "attributes")
    for index in file.named(*_MARKS, _ALIGN, _ALIGNED):
        token = file.code[index]
        if token.text in file.own_names or {file.at(index - 1), file.at(index - 2)} & {*_ASKED}:
            continue
        if token.text in (_ALIGN, _ALIGNED):
            yield from _aligned(file, index)
        else:
            yield Edit(_with_blank(file, token.start, token.end), "", "attributes")


def _aligned(file: File, index: int) -> Iterator[Edit]:
    amount = file.arguments(index + 1) if file.at(index + 1) == "(" else None
    if file.unit.language != "c++" or file.skipped(file.code[index].start) or not amount:
        if file.at(index) == _ALIGN:
            yield Edit(file.span(index), _ALIGNED, "attributes")
        return
    end = file.code[amount[-1][1] + 1].end
    yield Edit(file.span(index), "__attribute__((aligned", "attributes")
    yield Edit(file.source.span(end, end), "))", "attributes")


def _with_blank(file: File, start: int, end: int) -> Span:
    return file.source.span(start, end + (file.source.text[end : end + 1] == " "))
