"""attributes: of a kernel, `__global__` alone stays; marks of CUDA's own headers go.

    __global__ __device__ void k()                  -->  __global__ void k()
    extern __device__ __device_builtin__ void f();  -->  extern __device__ void f();
    struct __builtin_align__(16) S                  -->  struct __align__(16) S

Legal always: nvcc took both up to CUDA 5 and made a kernel of it; clang refuses the pair. The marks tell nvcc what is
built in, which the target's headers know themselves; a program that defines them keeps them.
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
_ALIGN = "__builtin_align__"
_ASKED = ("define", "undef", "ifdef", "ifndef", "defined")


@rule("attributes")
def attributes(file: File) -> Iterator[Finding]:
    for token in second_attributes(file.code):
        yield Edit(_with_blank(file, token.start, token.end), "", "attributes")
    for index in file.named(*_MARKS, _ALIGN):
        token = file.code[index]
        if token.text in file.own_names or {file.at(index - 1), file.at(index - 2)} & {*_ASKED}:
            continue
        if token.text == _ALIGN:
            yield Edit(file.span(index), "__align__", "attributes")
        else:
            yield Edit(_with_blank(file, token.start, token.end), "", "attributes")


def _with_blank(file: File, start: int, end: int) -> Span:
    return file.source.span(start, end + (file.source.text[end : end + 1] == " "))
