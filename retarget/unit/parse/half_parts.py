"""Components of a `__half2`: halves in CUDA, and whole numbers that hold the bits of halves in HIP 5."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.text import Span

_STRUCT, _COMPONENTS = "__half2", frozenset({"x", "y"})


@dataclass
class HalfParts:
    """The walk's finds. span: where a cursor stands in the user's files; text: that of a file by its path.

    found: each access, and whether it is written where it stands; a macro brings the others."""

    span: Callable[[cindex.Cursor], Span | None]
    text: Callable[[str], str]
    found: dict[Span, bool] = field(default_factory=dict)

    def see(self, cursor: cindex.Cursor) -> None:
        target = cursor.referenced if cursor.spelling in _COMPONENTS else None
        if target is None or target.semantic_parent is None or target.semantic_parent.spelling != _STRUCT:
            return
        span = self.span(cursor)
        if span is None:
            return
        inner = next(iter(cursor.get_children()), None)
        around = self.span(inner) if inner is not None else None
        text = self.text(span.path)[span.start : span.end]
        is_written = text.endswith(cursor.spelling) and (around is None or span.start <= around.start < span.end)
        self.found[span] = is_written and (text == cursor.spelling or "." in text or "->" in text)
