"""Which types, templates and enumerators the text of a function names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.kinds import TEMPLATE_PARAMETERS, children

_K = cindex.CursorKind
REFERENCES = frozenset({_K.TYPE_REF, _K.TEMPLATE_REF, _K.NAMESPACE_REF, _K.LABEL_REF})
_REFERENCES = frozenset(k.value for k in REFERENCES)  # cheaper to ask for
_NAMING = frozenset({_K.TYPE_REF, _K.TEMPLATE_REF})


@dataclass
class Mentions:
    """place: of a location in a file of the user's; around: of the function; found: see `Function.mentions`."""

    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    around: Span
    found: list[tuple[int, str, str]] = field(default_factory=list)

    def children(self, cursor: cindex.Cursor) -> list[cindex.Cursor]:
        """The children of a cursor, less those that only name; these are noted."""
        kept = []
        for child in children(cursor):
            if child._kind_id not in _REFERENCES:
                kept.append(child)
            elif child.kind in _NAMING:
                self.note(child, child.referenced)
        return kept

    def note(self, cursor: cindex.Cursor, target: cindex.Cursor | None) -> None:
        """Notes that a cursor names a target."""
        _, at = self.place(cursor.location)
        if target is None or target._kind_id in TEMPLATE_PARAMETERS or self._is_own(target):
            self.found.append((at, (target or cursor).spelling, ""))
        else:
            self.found.append((at, target.spelling, target.get_usr()))

    def _is_own(self, target: cindex.Cursor) -> bool:
        path, at = self.place(target.location)
        return path == self.around.path and self.around.start <= at < self.around.end

    def below(self, cursor: cindex.Cursor) -> None:
        """Notes all that stands below a cursor."""
        for inner in cursor.walk_preorder():
            if inner.kind in _NAMING:
                self.note(inner, inner.referenced)
            elif inner.kind is _K.DECL_REF_EXPR:
                target = inner.referenced
                if target is not None and target.kind is _K.ENUM_CONSTANT_DECL:
                    self.note(inner, target)
