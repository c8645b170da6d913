"""Where a name that the user declares inside of a function or a class hides what headers declare under that name: what
tells whose a name is at places of which clang says nothing, as headers are missing or the preprocessor skips them."""

from __future__ import annotations

from collections.abc import Callable

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.kinds import CURSORS, FUNCTIONS, identity

_CLASSES = frozenset(
    {CURSORS.STRUCT_DECL, CURSORS.CLASS_DECL, CURSORS.UNION_DECL, CURSORS.CLASS_TEMPLATE,
     CURSORS.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
)  # fmt: skip


class Hiding:
    """place: the path and offset of a location. found: names, each with where it is the user's."""

    def __init__(self, place: Callable[[cindex.SourceLocation], tuple[str, int]]) -> None:
        self._place = place
        self.found: list[tuple[str, Span]] = []
        self._members: dict[str, list[str]] = {}  # by the identity of their classes

    def declared(self, cursor: cindex.Cursor) -> None:
        """A declaration of the user's that stands in no namespace."""
        owner = cursor.semantic_parent
        if owner is None or (owner._kind_id not in _CLASSES and owner._kind_id not in FUNCTIONS):
            return
        within, (path, offset) = self._extent(owner), self._place(cursor.location)
        if owner._kind_id in _CLASSES:
            self._members.setdefault(identity(owner), []).append(cursor.spelling)
        elif within and within.path == path:
            within = Span(path, offset, max(offset, within.end))
        if within:
            self.found.append((cursor.spelling, within))

    def defined(self, function: cindex.Cursor) -> None:
        """A function, whose body sees the members of its class."""
        if self._members and function.semantic_parent != function.lexical_parent:
            names = self._members.get(identity(function.semantic_parent), ())
            within = self._extent(function) if names else None
            self.found += [(name, within) for name in names if within]

    def _extent(self, cursor: cindex.Cursor) -> Span | None:
        (path, start), (last, end) = self._place(cursor.extent.start), self._place(cursor.extent.end)
        return Span(path, start, end) if path and path == last and start < end else None
