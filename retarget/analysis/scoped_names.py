"""Names that several scopes of a function declare, told apart where they hold different things.

    for (int i = threadIdx.y; ...)      for (int i = threadIdx.y; ...)
    for (int i = threadIdx.x; ...)  --> for (int i@3 = threadIdx.x; ...)

    { int at = t * 33 + i; ... }        { int at = t * 33 + i; ... }
    { int at = i * 33 + t; ... }    --> { int at@1 = i * 33 + t; ... }

Where names hold the same they stay one: `s[i]` is then an element of the lane's own in all of these scopes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from retarget.analysis.lane_values import Holds, Values, values
from retarget.analysis.local_names import NO_TYPES
from retarget.analysis.shared_arrays import value_end
from retarget.analysis.statements import DeviceFunction, Statement
from retarget.source.brackets import TURNS
from retarget.source.lexer import NAME, Token


class _ScopedName(NamedTuple):
    """Of a name, with what its declaration gives it there."""

    around: Statement
    given: tuple[str, ...]


def told_apart(
    code: Sequence[Token], function: DeviceFunction, known: Mapping[str, int], row: int, followed: Collection[str]
) -> tuple[Sequence[Token], Values]:
    """The code, in which a name holds one thing, and what the names hold. followed: arrays, and pointers into them,
    which keep their names."""
    as_written = values(code, function, known, row)
    declaring: defaultdict[str, list[_ScopedName]] = defaultdict(list)
    for name, scope in _scopes(code, function.body):
        declaring[name].append(scope)
    shared = {name: scopes for name, scopes in declaring.items() if len(scopes) > 1 and name not in followed}
    if not shared:
        return code, as_written
    numbered = {name: [(scope.around, str(n)) for n, scope in enumerate(scopes)] for name, scopes in shared.items()}
    held = values(_renamed(code, numbered), function, known, row).held
    by_value = {
        name: [_value(scope, held.get(f"{name}@{n}", Holds.NOTHING)) for n, scope in enumerate(scopes)]
        for name, scopes in shared.items()
    }
    differing = {
        name: [(scope.around, str(found.index(value))) for scope, value in zip(shared[name], found, strict=True)]
        for name, found in by_value.items()
        if len(set(found)) > 1
    }
    if not differing:
        return code, as_written
    apart = _renamed(code, differing)
    return apart, values(apart, function, known, row)


def _value(scope: _ScopedName, held: Holds) -> tuple[Holds, tuple[str, ...]]:
    """What tells the names of two scopes apart; a loop's counter begins in many ways."""
    return held, () if scope.around.kind == "loop" else scope.given


def _scopes(code: Sequence[Token], statement: Statement) -> Iterator[tuple[str, _ScopedName]]:
    """The names that loops' heads and blocks declare, the outer ones first."""
    if statement.kind == "loop":
        yield from _declared(code, statement, statement.head_first, statement.head_last)
    for part in statement.parts:
        if statement.kind == "block" and part.kind == "simple":
            yield from _declared(code, statement, part.first, part.last)
    for part in statement.parts:
        yield from _scopes(code, part)


def _declared(code: Sequence[Token], around: Statement, first: int, last: int) -> Iterator[tuple[str, _ScopedName]]:
    """The names that a declaration at the beginning of a range gives values."""
    depth = 0
    for at in range(first, last):
        depth += TURNS.get(code[at].text, 0)
        if code[at].text == ";" or depth < 0:
            return
        before = code[at - 1]
        if depth or at == first or code[at].kind != NAME or code[at + 1].text != "=":
            continue
        is_typed = before.kind == NAME and before.text not in NO_TYPES
        if is_typed or (before.text == "," and code[first + 1].kind == NAME):
            end = value_end(code, at + 2)
            yield code[at].text, _ScopedName(around, tuple(t.text for t in code[at + 2 : end]))


def _renamed(code: Sequence[Token], declaring: Mapping[str, Sequence[tuple[Statement, str]]]) -> list[Token]:
    """The code with a mark behind each name in the scopes that declare it."""
    made = list(code)
    for name, scopes in declaring.items():
        for around, mark in scopes:
            for at in range(around.first, around.last + 1):
                if code[at].text == name and code[at - 1].text not in (".", "->"):
                    made[at] = code[at]._replace(text=f"{name}@{mark}")
    return made
