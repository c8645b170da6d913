"""Initialiser lists in braces of CUDA's vector types, as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.text import Span

_VECTOR = r"(?:(?:u?(?:char|short|int|long|longlong))|float|double)[1-4]"
MAY_LIST = re.compile(rf"\b(?:{_VECTOR}|cu(?:Float|Double)?Complex)\b")


@dataclass
class VectorLists:
    """The walk's finds: where lists stand, their type, how many elements they have. span: where a cursor stands in the
    user's files; text: that of a file by its path."""

    span: Callable[[cindex.Cursor], Span | None]
    text: Callable[[str], str]
    found: dict[Span, tuple[str, int]] = field(default_factory=dict)

    def see(self, cursor: cindex.Cursor) -> None:
        kind = cursor.type.get_canonical().spelling.removeprefix("const ")
        if not re.fullmatch(_VECTOR, kind):
            return
        elements = list(cursor.get_children())
        is_copy = len(elements) == 1 and elements[0].type.get_canonical().spelling.removeprefix("const ") == kind
        span = self.span(cursor)
        written = self.text(span.path)[span.start : span.end] if span else ""
        if span and elements and not is_copy and written.startswith("{") and written.endswith("}"):
            self.found[span] = kind, len(elements)
