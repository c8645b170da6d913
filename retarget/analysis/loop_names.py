"""Names that several loops of a function declare, told apart where they hold different things.

    for (int i = threadIdx.y; ...)      for (int i = threadIdx.y; ...)
    for (int i = threadIdx.x; ...)  --> for (int i@3 = threadIdx.x; ...)

Where names hold the same they stay one: `s[i]` is then an element of the lane's own in all of these loops.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from retarget.analysis.lane_values import Holds, Values, values
from retarget.analysis.statements import DeviceFunction, Statement
from retarget.source.lexer import NAME, Token


def told_apart(
    code: Sequence[Token], function: DeviceFunction, known: Mapping[str, int], row: int
) -> tuple[Sequence[Token], Values]:
    """The code, in which a name holds one thing, and what the names hold."""
    as_written = values(code, function, known, row)
    declaring: defaultdict[str, list[Statement]] = defaultdict(list)
    for loop in _loops(function.body):
        for name in _declared(code, loop):
            declaring[name].append(loop)
    shared = {name: loops for name, loops in declaring.items() if len(loops) > 1}
    if not shared:
        return code, as_written
    numbered = {name: [(loop, n) for n, loop in enumerate(loops)] for name, loops in shared.items()}
    held = values(_renamed(code, numbered), function, known, row).held
    by_value = {
        name: [(loop, held.get(f"{name}@{n}", Holds.NOTHING)) for loop, n in loops] for name, loops in numbered.items()
    }
    differing = {name: loops for name, loops in by_value.items() if len({what for _, what in loops}) > 1}
    if not differing:
        return code, as_written
    apart = _renamed(code, differing)
    return apart, values(apart, function, known, row)


def _loops(statement: Statement) -> Iterator[Statement]:
    """The loops of a function, the outer ones first."""
    if statement.kind == "loop":
        yield statement
    for part in statement.parts:
        yield from _loops(part)


def _declared(code: Sequence[Token], loop: Statement) -> Iterator[str]:
    """The names that the head of a loop declares."""
    for at in range(loop.head_first + 1, loop.head_last):
        if code[at].text == ";":
            return
        is_declared = code[at - 1].kind == NAME or (code[at - 1].text == "," and code[loop.head_first + 1].kind == NAME)
        if code[at].kind == NAME and is_declared and code[at + 1].text == "=":
            yield code[at].text


def _renamed(code: Sequence[Token], declaring: Mapping[str, Sequence[tuple[Statement, int]]]) -> list[Token]:
    """The code with a number behind each name in the loops that declare it."""
    made = list(code)
    for name, loops in declaring.items():
        for loop, n in loops:
            for at in range(loop.first, loop.last + 1):
                if code[at].text == name and code[at - 1].text not in (".", "->"):
                    made[at] = code[at]._replace(text=f"{name}@{int(n)}")
    return made
