"""legacy_blas: cuBLAS's functions without a handle.

    #include <cublas.h>
    cublasInit();                                 retarget_hip_blas_init();
    cublasSscal(n, a, x, 1);                 -->  retarget_hip::blas_call(hipblasSscal, n, a, x, 1);
    found = cublasIsamax(n, x, 1);                found = retarget_hip::blas_call(hipblasIsamax, n, x, 1);

`cublas.h` and `cublas_v2.h` have functions of the same names, the latter with a handle and a status, as hipBLAS alone
has them. A unit that includes the former, and not the latter, means those without. Legal for calls in C++; else an
error.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import includes
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.names import is_cudas
from retarget.translation.rule import rule
from retarget.unit import Unit

_LACKING = "'{}' has no counterpart in HIP: it passes no handle: create one by hipblasCreate and pass it to each call"


@rule("legacy-blas", "no-counterpart")
def legacy_blas(file: File) -> Iterator[Finding]:
    if "cublas" not in file.source.text or not file.unit.once(_is_legacy):
        return
    for index in file.named(*(word for word in file.words if word.startswith("cublas"))):
        token = file.code[index]
        name = file.dialect.name(token.text)
        if name is None or name.kind != "macro" or file.dialect.name(f"{token.text}_v2") is None:
            continue
        if is_cudas(file, index, name) and not file.skipped(token.start):
            yield from _call(file, index)


def _call(file: File, index: int) -> Iterator[Finding]:
    """The function itself is renamed as others are."""
    if file.dialect.is_c or file.at(index + 1) != "(":
        yield file.error("no-counterpart", file.span(index), _LACKING.format(file.at(index)))
        return
    start = file.code[index].start
    yield Edit(file.source.span(start, start), "retarget_hip::blas_call(", "legacy-blas")
    yield Edit(file.span(index + 1), ", ", "legacy-blas")
    yield Need("blas_legacy", file.span(index))


def _is_legacy(unit: Unit) -> bool:
    """Whether a unit includes the header of the functions without a handle alone."""
    live = {i.path for s in unit.sources for i in includes(s.text) if not unit.is_skipped(s.path, i.start)}
    return "cublas.h" in live and live.isdisjoint({"cublas_v2.h", "cublas_api.h"})
