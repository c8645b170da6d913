"""What watches the walk over a unit: one question each, asked where the unit's text raises it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from clang import cindex

from retarget.source.flags import Flags
from retarget.source.open_directives import composes_directives
from retarget.source.text import Diagnostic, Source, Span
from retarget.unit import EarlyInstantiation, LateSymbol, VectorCall
from retarget.unit.parse import late_defaults
from retarget.unit.parse.composed_includes import ComposedIncludes
from retarget.unit.parse.derived_vectors import DerivedVectors, may_derive
from retarget.unit.parse.early_instantiations import EarlyInstantiations, may_instantiate
from retarget.unit.parse.global_uses import GlobalUses
from retarget.unit.parse.half_arguments import HalfArguments
from retarget.unit.parse.half_parts import HalfParts
from retarget.unit.parse.interest import Interest
from retarget.unit.parse.kernel_names import KernelNames
from retarget.unit.parse.kinds import (
    CALL,
    DECLARATIONS,
    FIELD,
    FUNCTIONS,
    INCLUSION,
    LIST,
    MEMBER,
    OVERLOADED,
    REF,
    TYPE_REF,
    USING_DIRECTIVE,
)
from retarget.unit.parse.late_symbols import LateSymbols
from retarget.unit.parse.signed_chars import KINDS as SIGNED_CHARS
from retarget.unit.parse.signed_chars import SignedChars, may_name
from retarget.unit.parse.vector_calls import VectorCalls, may_operate
from retarget.unit.parse.vector_lists import VectorLists, may_list


class Watchers:
    """All of them; `members`: those of classes, where they are kept. sources: none where no rules ask; place: where a
    location is written, the path empty outside of the user's files; span: of a cursor; text: that of a file by its
    path; complaints: clang's."""

    def __init__(
        self,
        interest: Interest,
        flags: Flags,
        sources: Collection[Source],
        place: Callable[[cindex.SourceLocation], tuple[str, int]],
        span: Callable[[cindex.Cursor], Span | None],
        text: Callable[[str], str],
        complaints: Collection[Diagnostic] = (),
    ) -> None:
        self.members: list[cindex.Cursor] = []
        self.late_symbols: list[LateSymbol] = []
        self.early_instantiations: list[EarlyInstantiation] = []
        self._keeps_members = interest.bodies
        self._kernels = KernelNames(span) if interest.bodies else None
        self._globals = GlobalUses(interest.globals, place, text) if interest.globals else None
        self._halves = HalfArguments(span) if any("half2" in s.text for s in sources) else None
        self._parts = HalfParts(span, text) if self._halves else None
        self._chars = SignedChars(span, text) if any(may_name(s.text) for s in sources) else None
        self._lists = VectorLists(span, text) if any(may_list(s.text) for s in sources) else None
        operates = self._lists and any(may_operate(s.text) for s in sources)
        self._operators = VectorCalls(span, text) if operates else None
        late = late_defaults.is_asked(complaints)
        self._defaults = late_defaults.LateDefaults(place, span, text, complaints) if late else None
        self._derived = DerivedVectors(place, text) if any(may_derive(s.text) for s in sources) else None
        self._symbols = LateSymbols(place, sources) if sources and flags.relocatable else None
        self._includes = ComposedIncludes(place, text) if any(composes_directives(s.text) for s in sources) else None
        self._early = EarlyInstantiations(span, text) if any(may_instantiate(s.text) for s in sources) else None

    def whole(self, users: Iterable[cindex.Cursor]) -> None:
        """Looks at the user's declarations at the top, all at once."""
        if self._symbols:
            self.late_symbols = self._symbols.of(users)
        if self._early:
            self.early_instantiations = self._early.of(users)

    @property
    def steps(self) -> dict[int, list[Callable[[cindex.Cursor], None]]]:
        """What is done with a cursor, by its kind."""
        found: dict[int, list[Callable[[cindex.Cursor], None]]] = {}

        def want(kinds: Iterable[int], step: Callable[[cindex.Cursor], None]) -> None:
            for kind in kinds:
                found.setdefault(kind, []).append(step)

        if self._includes:
            want([INCLUSION], self._includes.see)
        if self._keeps_members:
            want([FIELD], self.members.append)
        if self._kernels:
            want([REF, OVERLOADED], self._kernels.see)
        if self._chars:
            want(SIGNED_CHARS, self._chars.see)
        if self._operators:
            want([CALL], self._operators.see)
        if self._lists:
            want([LIST], self._lists.see)
        if self._globals:
            want([REF, TYPE_REF], self._globals.reference)
            want([USING_DIRECTIVE], self._globals.directive)
        if self._parts:
            want([MEMBER], self._parts.see)
        if self._halves:
            want([CALL], self._halves.call)
            want(FUNCTIONS, self._halves.declaration)
        if self._derived:
            want(DECLARATIONS, self._derived.declaration)
        if self._defaults:
            want(DECLARATIONS, self._defaults.declaration)
        return found

    @property
    def kernel_names(self) -> list[tuple[str, Span]]:
        return self._kernels.found if self._kernels else []

    @property
    def composed_includes(self) -> list[tuple[Span, frozenset[str]]]:
        return list(self._includes.names.items()) if self._includes else []

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
