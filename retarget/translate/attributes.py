"""attributes: of a kernel, `__global__` alone stays.

    __global__ __device__ void k()  -->  __global__ void k()

Legal always: nvcc took both up to CUDA 5 and made a kernel of it; clang refuses the pair.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.launch_spelling import second_attributes
from retarget.text import Edit
from retarget.translate.file import File, Finding


def attributes(file: File) -> Iterator[Finding]:
    for token in second_attributes(file.code):
        blank = file.source.text[token.end : token.end + 1] == " "
        yield Edit(file.source.span(token.start, token.end + blank), "", "attributes")
