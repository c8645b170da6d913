"""Which device functions kernels may reach, so that the bodies of others need not be read.

Rules: a call reaches the function that clang names; where types of a template choose, all of that name; where a value
decides, all that `lexer.used_as_values` finds, and each `operator()`. What no call shows is always counted in:
conversions, `operator=`, and functions that own shared memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.lexer import used_as_values
from retarget.source.text import Cover, Source, Span
from retarget.unit.parse.kinds import identity
from retarget.unit.tree import Function, Kind, Node

_SHARED = re.compile(r"__shared__")


@dataclass
class Reaching:
    """defined: definitions of device functions, and whether they are kernels; texts: of the user."""

    defined: Sequence[tuple[cindex.Cursor, bool]]
    span: Callable[[cindex.Cursor], Span | None]
    texts: Collection[Source]
    kernels: Collection[str] = ()  # those of interest, by identity; none: all
    _groups: dict[str, list[int]] = field(default_factory=dict)  # numbers of definitions, by clang's identity
    _named: dict[str, list[str]] = field(default_factory=dict)  # identities, by name
    _waiting: list[str] = field(default_factory=list)
    _wanted: set[str] = field(default_factory=set)
    _by_value: bool = False

    def __post_init__(self) -> None:
        for number, (function, _) in enumerate(self.defined):
            usr = identity(function)
            if usr not in self._groups:
                self._named.setdefault(function.spelling, []).append(usr)
            self._groups.setdefault(usr, []).append(number)
        always = set(self._owners())
        for number, (function, is_kernel) in enumerate(self.defined):
            unseen = function.kind is cindex.CursorKind.CONVERSION_FUNCTION or function.spelling == "operator="
            left_out = is_kernel and self.kernels and identity(function) not in self.kernels
            if not left_out and (is_kernel or unseen or number in always):
                self._want(identity(function))

    def _owners(self) -> Iterator[int]:
        """The functions that `__shared__` stands in; all, where it stands elsewhere: a macro may bring it anywhere."""
        spans = [self.span(function) for function, _ in self.defined]
        inside = Cover([s for s in spans if s])
        places = [(s.path, m.start()) for s in self.texts for m in _SHARED.finditer(s.text)]
        if all(inside.has(*place) for place in places):
            by_path: dict[str, list[int]] = {}
            for path, at in places:
                by_path.setdefault(path, []).append(at)
            listed = ((n, s) for n, s in enumerate(spans) if s)
            yield from (n for n, s in listed if any(s.start <= at < s.end for at in by_path.get(s.path, ())))
        else:
            yield from range(len(spans))

    def read(self, body: Callable[[cindex.Cursor, bool], Function | None], initials: Iterable[Node]) -> dict[str, int]:
        """Reads the functions that kernels may reach, and those of values that stand in no body; returns the number of
        the first definition of each. body: reads a definition."""
        found: dict[str, int] = {}
        self._see(initials)
        while self._waiting:
            for number in self._groups[self._waiting.pop()]:
                made = body(*self.defined[number])
                if made is not None:
                    found.setdefault(made.usr, number)
                    self._see((made.body, *made.defaults), (*(usr for _, usr in made.ends), *made.unshown))
        return found

    def _see(self, trees: Iterable[Node], ends: Iterable[str] = ()) -> None:
        """Wants what trees call, and what runs with objects: destructors at their ends, say."""
        for usr in ends:
            self._want(usr)
        nodes = [n for tree in trees for n in tree.walk()]
        held = {n.variable for n in nodes if n.kind is Kind.VARIABLE and n.parts and n.parts[0].kind is Kind.LAMBDA}
        for node in nodes:
            if node.callee:
                self._want(node.callee)
            if node.kind is not Kind.CALL or (node.callee and not node.by_types):
                continue
            self._want_named(node.name)
            by_value = node.variable or node.name in ("", "operator()")
            if not node.callee and by_value and not node.home and node.variable not in held:
                self._want_values()

    def _want(self, usr: str) -> None:
        if usr in self._groups and usr not in self._wanted:
            self._wanted.add(usr)
            self._waiting.append(usr)

    def _want_named(self, name: str) -> None:
        for usr in self._named.get(name, ()):
            self._want(usr)

    def _want_values(self) -> None:
        if self._by_value:
            return
        self._by_value = True
        for name in ("operator()", *used_as_values(self._named, [s.text for s in self.texts])):
            self._want_named(name)
