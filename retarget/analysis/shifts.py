"""Shifts whose count may reach the width of what is shifted: CUDA's give 0 (or the sign) there, AMD's shift by the
count modulo the width.

Rules: a count is below the width where its range says so. One that only who writes or starts the program chooses
(parameters of kernels, constants of templates) is taken to be right, and reported as such. The two halves of
`x << n | x >> (32 - n)` give the same on both for all n from 0 to 32.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

from msgspec import Struct

from retarget.analysis.integer_values import DeviceProgram, Flow
from retarget.analysis.ranges import DecidedBy, Range, bits, is_floating, is_integer
from retarget.unit.tree import Kind, Node

_SHIFTS = frozenset({"<<", ">>", "<<=", ">>="})
_OPERATORS = frozenset({Kind.CALL, Kind.BINARY, Kind.ASSIGN})
_DEPENDENT = ("type-parameter", "dependent")


class CountBound(Enum):
    """Below: the count is proved to be below the width, or the shift is half of a rotation. Beyond: a constant count
    of the width or more, undefined wherever it runs."""

    BELOW = auto()
    REACHES = auto()
    CHOSEN = auto()
    BEYOND = auto()


class Shift(Struct, frozen=True):
    """A shift of `width` bits by something other than a small literal."""

    node: Node
    width: int
    count: Range
    bound: CountBound

    @property
    def left(self) -> Node:
        return self.node.parts[0]

    @property
    def right(self) -> Node:
        return self.node.parts[1]


def shifts(program: DeviceProgram) -> Iterator[tuple[str, Shift]]:
    """Those of all functions, with the names of these."""
    for flow in program.flows.values():
        operators = [(node, guards) for node, guards in flow.nodes if node.kind in _OPERATORS]
        rotated = {id(half) for node, _ in operators for half in _rotation(flow, node)}
        for node, guards in operators:
            if not _is_shift(node):
                continue
            width, count = bits(_shifted(node)), flow.value(node.parts[1], guards)
            bound = CountBound.BELOW if id(node) in rotated else _bound(count, width)
            if bound is not CountBound.BELOW or node.parts[1].kind is not Kind.LITERAL:
                yield flow.function.name, Shift(node, width, count, bound)


def _is_shift(node: Node) -> bool:
    """Of an integer, or of what a template's argument decides."""
    if node.kind is Kind.CALL:
        named = node.name.removeprefix("operator") in _SHIFTS and node.name.startswith("operator")
        return named and len(node.parts) == 2 and any(word in node.type for word in _DEPENDENT)
    if node.kind not in (Kind.BINARY, Kind.ASSIGN) or node.name not in _SHIFTS:
        return False
    spelled = [(p.casts or (p.type,))[-1] for p in node.parts]
    return all(is_integer(s) or any(word in s for word in _DEPENDENT) or _is_enumeration(s) for s in spelled)


def _is_enumeration(spelled: str) -> bool:
    return not is_floating(spelled) and spelled not in ("", "void") and not spelled.endswith(("*", "]"))


def _shifted(node: Node) -> str:
    left = node.parts[0]
    return (left.casts or (left.type,))[-1]


def _bound(count: Range, width: int) -> CountBound:
    if count.within(0, width - 1):
        return CountBound.BELOW
    if not count.sources:
        return CountBound.BEYOND if count.low >= width or count.high < 0 else CountBound.REACHES
    return CountBound.CHOSEN if count.sources <= {DecidedBy.CHOSEN} else CountBound.REACHES


def _rotation(flow: Flow, node: Node) -> Sequence[Node]:
    """The halves of a rotation by 0 to the width, or by what is chosen to be that."""
    if node.kind is not Kind.BINARY or node.name != "|":
        return ()
    halves = {p.name: p for p in node.parts if p.kind is Kind.BINARY and p.name in ("<<", ">>")}
    if len(halves) != 2 or not _same(halves["<<"].parts[0], halves[">>"].parts[0]):
        return ()
    width = bits(_shifted(halves["<<"]))
    for by, rest in ((halves["<<"].parts[1], halves[">>"].parts[1]), (halves[">>"].parts[1], halves["<<"].parts[1])):
        if rest.kind is not Kind.BINARY or rest.name != "-" or not _same(rest.parts[1], by):
            continue
        guards = next(g for n, g in flow.nodes if n is by)
        count = flow.value(by, guards)
        if flow.value(rest.parts[0]).exact == width and (count.within(0, width) or count.sources <= {DecidedBy.CHOSEN}):
            return tuple(halves.values())
    return ()


def _same(a: Node, b: Node) -> bool:
    """Whether two expressions are the same one, read without a change between."""
    plain = (Kind.NAME, Kind.LITERAL, Kind.BUILTIN, Kind.MEMBER, Kind.INDEX, Kind.BINARY, Kind.UNARY)
    if a.kind is not b.kind or a.kind not in plain or (a.name, a.variable) != (b.name, b.variable):
        return False
    is_pure = a.kind is not Kind.UNARY or a.name in ("-", "~", "+", "*")
    return is_pure and len(a.parts) == len(b.parts) and all(map(_same, a.parts, b.parts))
