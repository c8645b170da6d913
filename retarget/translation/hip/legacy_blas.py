"""legacy_blas: cuBLAS's functions without a handle.

    #include <cublas.h>
    cublasSgemm('n', 'n', m, n, k, a, A, m, B, k, b, C, m)  -->  an error at its place

`cublas.h` and `cublas_v2.h` have functions of the same names, the latter with a handle and a status, as hipBLAS alone
has them. A unit that includes the former, and not the latter, means those without.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import includes
from retarget.source.text import Diagnostic
from retarget.translation.file import File
from retarget.translation.hip.names import is_cudas, lacking
from retarget.translation.rule import rule
from retarget.unit import Unit


@rule("legacy-blas", "no-counterpart")
def legacy_blas(file: File) -> Iterator[Diagnostic]:
    legacy = file.dialect.name("cublasInit")
    if legacy is None or not file.unit.once(_is_legacy):
        return
    for index in file.named(*(word for word in file.words if word.startswith("cublas"))):
        token = file.code[index]
        name = file.dialect.name(token.text)
        if name is None or name.kind != "macro" or file.dialect.name(f"{token.text}_v2") is None:
            continue
        if is_cudas(file, index, name) and not file.skipped(token.start):
            yield lacking(file, token.text, legacy, file.span(index))


def _is_legacy(unit: Unit) -> bool:
    """Whether a unit includes the header of the functions without a handle alone."""
    live = {i.path for s in unit.sources for i in includes(s.text) if not unit.is_skipped(s.path, i.start)}
    return "cublas.h" in live and live.isdisjoint({"cublas_v2.h", "cublas_api.h"})
