"""Names that mean more than one thing in a kernel, so that text which names one may not stand elsewhere in it.

    int r = i * n;  const int n = 3;          the declaration may not go in front of the statement
    auto f = [&](int k) { return x + k; };
    { int x = 5; ... f(x); }                  the lambda may not be written again in this block

A declaration hides what has its name outside of its scope: another declaration around it, or whatever the kernel means
where no declaration of its own is in scope. Words count, those that macros bring too; members do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from msgspec import Struct

from retarget.analysis.macros import brought
from retarget.dialects.table import KEYWORDS
from retarget.schedule.form.expanding import unsettled_macros
from retarget.source.brackets import turn
from retarget.source.lexer import NAME, Token, code
from retarget.unit import Unit
from retarget.unit.tree import LOOPS, Function, Kind, Node

_CLASSES = frozenset({"struct", "class", "union", "enum"})
_DIRECTIVE = "using namespace"
_SCOPES = frozenset({Kind.BLOCK, Kind.IF, Kind.SWITCH, Kind.LAMBDA, *LOOPS})


class HiddenNames(Struct, frozen=True):
    """Those of a kernel. outside: names of variables and types that it declares, and that the unit has elsewhere
    too."""

    names: frozenset[str]
    outside: frozenset[str]
    function: Function
    unit: Unit

    def in_type(self, spelled: str, written: str = "") -> frozenset[str]:
        """The names in a type, as clang spells it, that may mean another one in the kernel, less those that its text
        writes."""
        named, own = ({w for _, w in _free_words(t, self.unit)} for t in (spelled, written))
        return self.outside & named - own

    def stand_in(self, node: Node, place: Node | None = None) -> bool:
        """Whether an expression or a statement names one; place: one that is declared there."""
        words = self.names.intersection(w for _, w in _free_words(self.unit.text(node.outer), self.unit))
        unknown = words & self.unit.once(unsettled_macros)
        return bool(words if place is None else unknown | words & self._declared(place))

    def are_declared_by(self, node: Node) -> bool:
        return bool(self.names & self._declared(node))

    def _declared(self, node: Node) -> set[str]:
        text = self.unit.by_path[self.function.span.path].text
        return {name for name, _ in _declared(node, self.function, text, node.span.end)}


def hidden_names(function: Function, unit: Unit) -> HiddenNames:
    """The names that a declaration of a kernel's may hide, where the kernel means something else by them too."""
    text, unknown = unit.by_path[function.span.path].text, unit.once(unsettled_macros)
    start, end = function.span.start, function.span.end
    scopes = {p.name: {_Scope(start, end)} for p in function.parameters}
    for name, scope in _declared(function.body, function, text, end):
        scopes.setdefault(name, set()).add(scope)
    found = {name for name, listed in scopes.items() if any(_overlap(a, b) for a, b in combinations(listed, 2))}
    opened = scopes.get(_DIRECTIVE, set())  # in these, names of a namespace may hide those around it
    for at, name in _free_words(text[start:end], unit):
        listed = (*scopes.get(name, ()), *(() if name in scopes else opened))
        if name in unknown or (listed and not any(scope.holds(start + at) for scope in listed)):
            found.add(name)
    typed = (n for d in function.body.of(Kind.DECLARE) for n in d.parts if n.kind is Kind.OTHER)
    types = (_type_names(code(text[n.span.start : n.span.end])) for n in typed)
    own = frozenset(v.name for v in function.variables.values()).union(*types)
    everywhere, here = unit.once(_uses), Counter(t.text for t in code(text[start:end]))
    outside = frozenset(name for name in own if everywhere[name] > here[name])
    return HiddenNames(frozenset(found), outside, function, unit)


def _uses(unit: Unit) -> Counter[str]:
    """How often each word is in a unit."""
    return Counter(t.text for s in unit.sources for t in code(s.text))


class _Scope(Struct, frozen=True):
    """Where a declared name is seen."""

    start: int
    end: int

    def holds(self, at: int) -> bool:
        return self.start <= at < self.end


def _overlap(one: _Scope, other: _Scope) -> bool:
    return one.start < other.end and other.start < one.end


def _declared(node: Node, function: Function, text: str, end: int) -> Iterator[tuple[str, _Scope]]:
    """The names that are declared in a node, whose own scope ends there."""
    if node.kind in _SCOPES:
        end = node.span.end
    if node.kind is Kind.VARIABLE and node.variable in function.variables:
        variable = function.variables[node.variable]
        is_inside = node.span.start <= variable.name_start < node.span.end
        yield variable.name, _Scope(variable.name_start if is_inside else node.span.start, end)
    for part in node.parts:
        if node.kind is Kind.DECLARE and part.kind is Kind.OTHER:
            listed = code(text[part.span.start : part.span.end])
            yield from ((name, _Scope(part.span.start, end)) for name in _type_names(listed))
            if [t.text for t in listed[:2]] == _DIRECTIVE.split():
                yield _DIRECTIVE, _Scope(part.span.start, end)
        else:
            yield from _declared(part, function, text, end)


def _type_names(listed: Sequence[Token]) -> frozenset[str]:
    """The names that the declaration of a type may declare; of a kind that is not known, all its words."""
    words = [t.text for t in listed]
    named = {t.text for t in listed if t.kind == NAME} - KEYWORDS
    if words[:1] == ["using"] and words[2:3] == ["="]:
        return frozenset(words[1:2])
    if words[:1] == ["typedef"] and "(" not in words:
        tag = words[2:3] if words[1:2] and words[1] in _CLASSES else []
        return frozenset([*tag, *[t.text for t in listed if t.kind == NAME][-1:]])
    if not words or words[0] not in _CLASSES:
        return frozenset(named)
    depth, found = 0, set[str]()
    is_enum = words[0] == "enum"
    for before, token in pairwise(listed):
        depth += turn(before.text)
        is_listed = is_enum and depth == 1 and before.text in ("{", ",")
        if token.text in named and (depth == 0 or is_listed):
            found.add(token.text)
    return frozenset(found)


def _free_words(text: str, unit: Unit) -> Iterator[tuple[int, str]]:
    """The names of a text that are no members, each with its place; those of a macro have the place of its use."""
    before = ""
    for token in code(text):
        if token.kind == NAME and before not in (".", "->", "::"):
            yield from ((token.start, name) for name in brought(unit, token.text))
        before = token.text
