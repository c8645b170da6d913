"""Classes with operators of their own that are derived from one of CUDA's vector types."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.recent import mentioned
from retarget.source.text import Span

_VECTOR = r"(?:(?:u?(?:char|short|int|long|longlong))|float|double)[1-4]"
may_derive = mentioned(re.compile(rf"\b(?:struct|class)\s+\w+[^;{{()]*:[^;{{()]*\b{_VECTOR}\b"))
_K = cindex.CursorKind
_CLASSES = (_K.STRUCT_DECL, _K.CLASS_DECL, _K.CLASS_TEMPLATE)
_OPERATOR = re.compile(r"operator\s*(?![=\[(\w\s])|operator\s*==")  # no assignment, index or call


@dataclass
class DerivedVectors:
    """The walk's finds: where the base is named. place: where a location is written, the path empty outside of the
    user's files; text: that of a file by its path."""

    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    text: Callable[[str], str]
    found: list[Span] = field(default_factory=list)

    def declaration(self, cursor: cindex.Cursor) -> None:
        if cursor.kind not in _CLASSES:
            return
        parts = list(cursor.get_children())
        if not any(p.kind is _K.CONVERSION_FUNCTION or _OPERATOR.match(p.spelling) for p in parts):
            return
        for base in (p for p in parts if p.kind is _K.CXX_BASE_SPECIFIER):
            named = next((c for c in base.get_children() if c.kind is _K.TYPE_REF), None)
            if named is None or not re.fullmatch(_VECTOR, named.spelling):
                continue
            path, start = self.place(named.location)
            if path and self.text(path).startswith(named.spelling, start):
                self.found.append(Span(path, start, start + len(named.spelling)))
