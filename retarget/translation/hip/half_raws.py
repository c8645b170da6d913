"""half_raws: lists of the bits of halves.

    __half_raw one = {0x3C00};  -->  __half_raw one = {retarget_hip::half_raw(0x3C00)};

In CUDA, __half_raw and __half2_raw hold the bits. In HIP the first member is the number with these bits: `{0x3C00}`
makes 15360 of 1, in silence. Legal where clang says that the list is one's; a list that names components is an error
for a pair, whose components are bits in HIP 5 and halves in HIP 6.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit, Span
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

_COUNTS = {"__half_raw": 1, "__half2_raw": 2}
_NAMED = "a pair's components are bits in HIP 5 and halves in HIP 6: list the bits in order"


@rule("half-raw")
def half_raws(file: File) -> Iterator[Finding]:
    if file.dialect.is_c:
        return
    for span, kind, count in file.unit.vector_lists:
        if span.path == file.source.path and kind in _COUNTS:
            yield from _of_bits(file, span, kind, count)


def _of_bits(file: File, span: Span, kind: str, count: int) -> Iterator[Finding]:
    opening = file.index_at(span.start)
    closing = file.closing(opening)
    if closing is None:
        return
    if file.at(opening + 1) == ".":
        if kind == "__half2_raw":
            yield file.error("half-raw", span, _NAMED)
        return
    last = closing - 1 - (file.at(closing - 1) == ",")
    begin, end = file.code[opening].end, file.code[last].end
    zeros = ", 0" * (_COUNTS[kind] - count)
    yield Edit(file.source.span(begin, begin), f"retarget_hip::{kind.strip('_')}(", "half-raw")
    yield Edit(file.source.span(end, end), f"{zeros})", "half-raw")
    yield Need("half_raw", span)
