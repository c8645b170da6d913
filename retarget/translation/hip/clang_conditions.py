"""clang-conditions: code for a device that asks whether clang compiles CUDA.

    #if __CUDA_ARCH__ >= 700        #if RETARGET_CUDA_ARCH >= 700
    #ifdef __clang__           -->  #ifdef __CUDA__

nvcc is not clang, compilers of HIP are: the branch that nvcc takes is the one that is translated. What clang's CUDA
calls, such as `__nvvm_` builtins, is NVIDIA's alone.

Legal where only a compilation for a device comes to the condition (`nvcc_view`): there, `__clang__` can ask for nothing
else. `__CUDA__` is clang's in CUDA, and no other compiler's.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.nvcc_view import CLANG, CLANG_OF_CUDA, asks_for_clang
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule


@rule("clang-conditions")
def clang_conditions(file: File) -> Iterator[Edit]:
    if file.unit.language != "cuda":
        return
    for start in asks_for_clang(file.source.text):
        if not file.skipped(start):
            yield Edit(file.source.span(start, start + len(CLANG)), CLANG_OF_CUDA, "clang-conditions")
