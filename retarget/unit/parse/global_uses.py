"""Types and variables at global scope that are named without a qualifier, where names of `std` are seen as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.kinds import FUNCTIONS, children

_GLOBAL = (cindex.CursorKind.TRANSLATION_UNIT, cindex.CursorKind.LINKAGE_SPEC)


@dataclass
class GlobalUses:
    """The walk's finds. names: those that matter; place: where a location is written, the path empty outside of the
    user's files; text: that of a file by its path."""

    names: frozenset[str]
    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    text: Callable[[str], str]
    found: list[Span] = field(default_factory=list)
    _sees_std: bool = False  # behind a `using namespace std`

    def directive(self, cursor: cindex.Cursor) -> None:
        self._sees_std |= any(c.spelling == "std" for c in children(cursor))

    def reference(self, cursor: cindex.Cursor) -> None:
        if not self._sees_std:
            return
        name = cursor.spelling.rpartition(" ")[2]
        target = cursor.referenced if name in self.names else None
        if target is None or target._kind_id in FUNCTIONS or not self.place(target.location)[0]:
            return
        path, start = self.place(cursor.location)
        text = self.text(path)
        is_written = text.startswith(name, start) and not text[:start].rstrip().endswith("::")
        if target.semantic_parent is not None and target.semantic_parent.kind in _GLOBAL and is_written:
            self.found.append(Span(path, start, start + len(name)))
