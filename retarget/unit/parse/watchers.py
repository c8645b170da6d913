"""What watches the walk over a unit: one question each, asked where the unit's text raises it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from clang import cindex

from retarget.source.text import Diagnostic, Source, Span
from retarget.unit import VectorCall
from retarget.unit.parse import late_defaults
from retarget.unit.parse.derived_vectors import MAY_DERIVE, DerivedVectors
from retarget.unit.parse.global_uses import GlobalUses
from retarget.unit.parse.half_arguments import HalfArguments
from retarget.unit.parse.half_parts import HalfParts
from retarget.unit.parse.kinds import (
    CALL,
    DECLARATIONS,
    FIELD,
    LIST,
    MEMBER,
    REF,
    RETURN,
    TYPE_REF,
    UNARY,
    USING_DIRECTIVE,
)
from retarget.unit.parse.signed_chars import MAY_NAME, SignedChars
from retarget.unit.parse.vector_calls import MAY_OPERATE, VectorCalls
from retarget.unit.parse.vector_lists import MAY_LIST, VectorLists


class Watchers:
    """All of them; `members`: those of classes, where they are kept. names: those at global scope that matter; place:
    where a location is written, the path empty outside of the user's files; span: of a cursor; text: that of a file by
    its path; complaints: clang's."""

    def __init__(
        self,
        names: frozenset[str],
        sources: Collection[Source],
        place: Callable[[cindex.SourceLocation], tuple[str, int]],
        span: Callable[[cindex.Cursor], Span | None],
        text: Callable[[str], str],
        complaints: Collection[Diagnostic] = (),
        keeps_members: bool = False,
    ) -> None:
        self.members: list[cindex.Cursor] = []
        self._keeps_members = keeps_members
        self._globals = GlobalUses(names, place, text) if names else None
        self._halves = HalfArguments(span) if any("half2" in s.text for s in sources) else None
        self._parts = HalfParts(span, text) if self._halves else None
        self._chars = SignedChars(span, text) if any(MAY_NAME.search(s.text) for s in sources) else None
        self._lists = VectorLists(span, text) if any(MAY_LIST.search(s.text) for s in sources) else None
        operates = self._lists and any(MAY_OPERATE.search(s.text) for s in sources)
        self._operators = VectorCalls(span, text) if operates else None
        late = late_defaults.is_asked(complaints)
        self._defaults = late_defaults.LateDefaults(place, span, text, complaints) if late else None
        self._derived = DerivedVectors(place, text) if any(MAY_DERIVE.search(s.text) for s in sources) else None

    def see(self, cursor: cindex.Cursor) -> None:
        kind = cursor._kind_id
        if kind == FIELD and self._keeps_members:
            self.members.append(cursor)
        if self._chars:
            self._chars.see(cursor)
        if self._operators and kind == CALL:
            self._operators.see(cursor)
        if self._lists and kind == LIST:
            self._lists.see(cursor)
        elif self._globals and kind in (REF, TYPE_REF):
            self._globals.reference(cursor)
        elif self._globals and kind == USING_DIRECTIVE:
            self._globals.directive(cursor)
        elif self._parts and kind == MEMBER:
            self._parts.see(cursor)
        elif self._halves and kind == CALL:
            self._halves.call(cursor)
        elif kind in DECLARATIONS:
            if self._halves:
                self._halves.declaration(cursor)
            if self._derived:
                self._derived.declaration(cursor)
            if self._defaults:
                self._defaults.declaration(cursor)

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds of cursors that any of them wants to see."""
        wanted = {
            LIST: self._lists,
            USING_DIRECTIVE: self._globals,
            UNARY: self._chars,
            RETURN: self._chars,
            MEMBER: self._parts,
            CALL: self._chars or self._halves or self._operators,
            **dict.fromkeys((REF, TYPE_REF), self._globals),
            **dict.fromkeys(DECLARATIONS, self._chars or self._halves or self._derived or self._defaults),
        }
        wanted[FIELD] = wanted[FIELD] or self._keeps_members
        return frozenset(kind for kind, watcher in wanted.items() if watcher)

    @property
    def global_uses(self) -> list[Span]:
        return self._globals.found if self._globals else []

    @property
    def half_arguments(self) -> list[Span]:
        return list(self._halves.ambiguous()) if self._halves else []

    @property
    def half_parts(self) -> list[tuple[Span, bool]]:
        return list(self._parts.found.items()) if self._parts else []

    @property
    def signed_chars(self) -> list[Span]:
        return list(self._chars.found) if self._chars else []

    @property
    def vector_lists(self) -> list[tuple[Span, str, int]]:
        return [(span, *found) for span, found in self._lists.found.items()] if self._lists else []

    @property
    def vector_braces(self) -> list[tuple[Span, tuple[tuple[int, str], ...]]]:
        return [(span, tuple(put.items())) for span, put in self._lists.braces.items()] if self._lists else []

    @property
    def vector_calls(self) -> list[VectorCall]:
        return list(self._operators.found) if self._operators else []

    @property
    def late_defaults(self) -> list[tuple[Span, Span]]:
        return self._defaults.found if self._defaults else []

    @property
    def vector_bases(self) -> list[Span]:
        return self._derived.found if self._derived else []
