"""half_header: the header of halves, which CUDA's libraries bring along and HIP's do not.

    #include <cublasLt.h>            #include <hipblaslt/hipblaslt.h>
    half x;                    -->   #include <hip/hip_fp16.h>        at the head of the file
                                     half x;

Legal where the name is CUDA's and compiled, and no file of the unit includes the header.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.lexer import NAME, includes
from retarget.translate.file import File, Finding, Need
from retarget.unit import Unit

HEADER = "hip/hip_fp16.h"
_BRINGS = frozenset({"cuda_fp16.h", "cuda_fp16.hpp", "cuda_fp8.h", "cuda_fp8.hpp", HEADER})


def half_header(file: File) -> Iterator[Finding]:
    if not file.is_cuda or file.is_hip or file.unit.once(_is_included):
        return
    for index, token in enumerate(file.code):
        row = file.dialect.name(token.text) if token.kind == NAME else None
        if row is None or row.library != "half" or row.part or not row.hip or token.directive:
            continue
        if not file.skipped(token.start) and not file.is_users(token):
            yield Need(HEADER, file.span(index), is_part=False)
            yield file.note("standard", file.span(index), f"<{HEADER}> is included for '{token.text}'")
            return


def _is_included(unit: Unit) -> bool:
    found = ((s.path, i) for s in unit.sources for i in includes(s.text) if i.path in _BRINGS)
    return any(not unit.is_skipped(path, i.start) for path, i in found)
