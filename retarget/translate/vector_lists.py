"""vector_lists: initialiser lists of vectors that leave components out.

    float4 a = {x};     -->  float4 a = {x, 0, 0, 0};
    float1 b = {x};     -->  float1 b = float1{x};

CUDA's vectors are plain structures: what a list leaves out is 0. HIP's are classes: a single value goes to all
components, `float4{x}` in silence, and not at all behind `=`; other lists have to be complete. Legal where clang says
that the list is a vector's.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.text import Edit, Span
from retarget.translate.file import File, Finding

_COPIED = frozenset({"=", "{", ",", "return", "(", "?", ":"})


def vector_lists(file: File) -> Iterator[Finding]:
    if file.dialect.is_c:
        return
    for span, kind, count in file.unit.vector_lists:
        if span.path == file.source.path:
            yield from _completed(file, span, kind, count)


def _completed(file: File, span: Span, kind: str, count: int) -> Iterator[Finding]:
    opening = file.index_at(span.start)
    closing = file.closing(opening)
    if closing is None or file.at(opening + 1) == ".":
        return
    ends_in_comma = file.at(closing - 1) == ","
    missing = int(kind[-1]) - count
    if missing > 0:
        zeros = ", ".join(["0"] * missing)
        at = file.code[closing].start
        text = f" {zeros}" if ends_in_comma else f", {zeros}"
        yield Edit(file.source.span(at, at), text, "vector_lists")
    elif kind.endswith("1") and file.at(opening - 1) in _COPIED:
        yield Edit(file.source.span(span.start, span.start), kind, "vector_lists")
