"""Indices as sums: `row * width + lane - 1` is `row * width` once, `lane` once and -1, from tokens alone.

A name that is stored once, by its declaration, stands for what it was given.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from retarget.analysis.lane_values import Holds, Values, constant, holds, stored, stripped
from retarget.analysis.shared_arrays import Part
from retarget.source.brackets import turn
from retarget.source.lexer import NAME, Token
from retarget.source.lexer import NUMBER as NUMBER_TOKEN

_DEPTH = 4
_WEAKER = frozenset({"<<", ">>", "&", "|", "^", "?", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "=", ","})


class Term(NamedTuple):
    text: str
    held: Holds


NUMBER = Term("", Holds.NOTHING)  # what a sum has besides its terms
Sum = Mapping[Term, int]


class Sums(Struct, frozen=True, dict=True):
    """What the indices of a function are sums of."""

    code: Sequence[Token]
    values: Values
    body: tuple[int, int]

    def index(self, parts: tuple[Part, ...]) -> tuple[Sum, ...]:
        """The sum of each index of an access, from their tokens."""
        if parts not in self._indices:
            self._indices[parts] = tuple(_added((1, self.of(self.code[a:b])) for a, b in part) for part in parts)
        return self._indices[parts]

    @cached_property
    def _indices(self) -> dict[tuple[Part, ...], tuple[Sum, ...]]:
        return {}

    @cached_property
    def _stores(self) -> dict[str, list[tuple[bool, Sequence[Token]]]]:
        """By name, whether a declaration stores into it, and what."""
        found: defaultdict[str, list[tuple[bool, Sequence[Token]]]] = defaultdict(list)
        for i in range(*self.body):
            given = stored(self.code, i)
            if given is None:
                continue
            name, before = self.code[given[0]].text, self.code[given[0] - 1]  # of `int x = a, y = b`, too
            is_declared = (before.kind == NAME or before.text == ",") and self.code[i].text == "="
            found[name].append((is_declared, given[1]))
        return dict(found)

    def stores(self, name: str) -> list[Sequence[Token]]:
        """What is stored into a name anywhere in the function."""
        return [right for _, right in self._stores.get(name, ())]

    def given(self, name: str) -> Sequence[Token]:
        """What a name that is stored once was given by its declaration."""
        found = self._stores.get(name, ())
        return found[0][1] if len(found) == 1 and found[0][0] else ()

    def of(self, tokens: Sequence[Token], depth: int = _DEPTH) -> Sum:
        tokens = stripped(tokens)
        if not tokens:
            return {}
        value = self._constant(tokens)
        if value is not None:
            return {NUMBER: value} if value else {}
        given = self.given(tokens[0].text) if len(tokens) == 1 and depth else ()
        if given and _is_plain(given):
            return self.of(given, depth - 1)
        if pieces := _split(tokens, ("+", "-")):
            return _added((1 if sign == "+" else -1, self.of(piece, depth)) for sign, piece in pieces)
        if len(pieces := _split(tokens, ("*",))) == 2:
            for (_, factor), (_, rest) in (pieces, pieces[::-1]):
                if (scale := self._constant(factor)) is not None:
                    return _added([(scale, self.of(rest, depth))])
        return {self._term(tokens): 1}

    def _constant(self, tokens: Sequence[Token]) -> int | None:
        """Of a constant, and of `blockDim.x` where rows of threads are warps."""
        is_width = self.values.row and [t.text for t in tokens] == ["blockDim", ".", "x"]
        return self.values.row if is_width else constant(tokens, self.values.constants)

    def _term(self, tokens: Sequence[Token]) -> Term:
        held = holds(tokens, self.values)
        return Term("<lane>" if held is Holds.LANE else " ".join(t.text for t in tokens), held)


def difference(one: Sum, other: Sum) -> Sum:
    return _added([(1, one), (-1, other)])


def _added(sums: Iterable[tuple[int, Sum]]) -> Sum:
    total: Counter[Term] = Counter()
    for scale, terms in sums:
        for term, times in terms.items():
            total[term] += scale * times
    return {term: times for term, times in total.items() if times}


def _is_plain(tokens: Sequence[Token]) -> bool:
    """Whether an expression is a sum or product of names and numbers."""
    listed = zip(tokens, [*tokens[1:], tokens[-1]], strict=True)
    return all(
        (one.kind in (NAME, NUMBER_TOKEN) and other.text != "(") or one.text in ("+", "-", "*", "(", ")", ".")
        for one, other in listed
    )


def _split(tokens: Sequence[Token], operators: tuple[str, ...]) -> list[tuple[str, Sequence[Token]]]:
    """The operands of operators outside of brackets, each with its operator; none where another binds weaker."""
    pieces, depth, start, sign = [], 0, 0, "+"
    for i, token in enumerate(tokens):
        depth += turn(token.text)
        if depth:
            continue
        if token.text in _WEAKER or (operators == ("*",) and token.text in ("/", "%")):
            return []
        if token.text == "*" and i == start:
            return []  # what a pointer points to
        if token.text in operators:
            pieces += [(sign, tokens[start:i])] if i > start else []
            sign, start = token.text, i + 1
    return [*pieces, (sign, tokens[start:])] if start and start < len(tokens) else []
