"""The conditions under which each part of a function runs, as far as they compare variables.

Rules: a branch runs where its condition holds (or does not), the right side of `&&` where the left one holds, a loop's
body where the loop's condition holds, and what follows `if (c) return;` where c does not. A condition counts for a
variable where nothing that it guards changes that variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retarget.unit.tree import Kind, Node

_JUMPS = frozenset({Kind.RETURN, Kind.BREAK, Kind.CONTINUE, Kind.GOTO})
_NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


@dataclass(frozen=True)
class Guard:
    """`name operator bound` holds; `name` is a variable's."""

    name: Node
    operator: str
    bound: Node

    @property
    def variable(self) -> str:
        return self.name.variable


def guarded(node: Node, guards: tuple[Guard, ...] = ()) -> Iterator[tuple[Node, tuple[Guard, ...]]]:
    """Each node of a tree with what holds when it is evaluated."""
    yield node, guards
    if node.kind is Kind.BLOCK:
        yield from _block(node, guards)
    elif node.kind is Kind.IF or node.kind is Kind.CONDITIONAL:
        condition, first, second = node.parts[:3]
        yield from guarded(condition, guards)
        yield from guarded(first, under(guards, condition, True, first))
        yield from guarded(second, under(guards, condition, False, second))
    elif node.kind is Kind.FOR and len(node.parts) == 4:
        first, condition, increment, body = node.parts
        yield from guarded(first, guards)
        yield from guarded(condition, guards)
        yield from guarded(body, _with(_unchanged(guards, node), _facts(condition, True), body))
        yield from guarded(increment, _unchanged(guards, node))
    elif node.kind is Kind.WHILE:
        yield from guarded(node.parts[0], _unchanged(guards, node))
        yield from guarded(node.parts[1], _with(_unchanged(guards, node), _facts(node.parts[0], True), node.parts[1]))
    elif node.kind is Kind.BINARY and node.name in ("&&", "||"):
        left, right = node.parts
        yield from guarded(left, guards)
        yield from guarded(right, _with(guards, _facts(left, node.name == "&&"), right))
    else:
        for part in node.parts:
            yield from guarded(part, guards)


def _block(node: Node, guards: tuple[Guard, ...]) -> Iterator[tuple[Node, tuple[Guard, ...]]]:
    for at, part in enumerate(node.parts):
        yield from guarded(part, guards)
        if part.kind is Kind.IF and _leaves(part.parts[1]) and part.parts[2].kind is Kind.NONE:
            rest = node.parts[at + 1 :]
            changed = {v for p in rest for v in changes(p)}
            guards = (*guards, *(g for g in _facts(part.parts[0], False) if g.variable not in changed))


def _leaves(node: Node) -> bool:
    last = node.parts[-1] if node.kind is Kind.BLOCK and node.parts else node
    return last.kind in _JUMPS


def under(guards: tuple[Guard, ...], condition: Node, holds: bool, inside: Node) -> tuple[Guard, ...]:
    """What holds inside of a branch."""
    return _with(guards, _facts(condition, holds), inside)


def _with(guards: tuple[Guard, ...], more: tuple[Guard, ...], inside: Node) -> tuple[Guard, ...]:
    both = (*guards, *more)
    if not both:
        return both
    changed = changes(inside)
    return tuple(g for g in both if g.variable not in changed)


def _unchanged(guards: tuple[Guard, ...], loop: Node) -> tuple[Guard, ...]:
    return _with(guards, (), loop)


def changes(node: Node) -> frozenset[str]:
    """The variables that a tree changes, or whose address it takes."""
    found: set[str] = set()
    for part in node.walk():
        if part.kind is Kind.ASSIGN or (part.kind is Kind.UNARY and part.name.endswith(("++", "--", "&"))):
            target = part.parts[0] if part.parts else part
            found.add(target.variable)
        elif part.kind is Kind.ASM:
            found |= {n.variable for n in part.of(Kind.NAME)}
    return frozenset(found - {""})


def _facts(condition: Node, holds: bool) -> tuple[Guard, ...]:
    if condition.kind is Kind.UNARY and condition.name == "!" and condition.parts:
        return _facts(condition.parts[0], not holds)
    if condition.kind is Kind.BINARY and condition.name == ("&&" if holds else "||"):
        return tuple(f for part in condition.parts for f in _facts(part, holds))
    if condition.kind is Kind.NAME and condition.variable:
        zero = Node(Kind.LITERAL, condition.span, name="0", type=condition.type)
        return (Guard(replace(condition, casts=()), "!=" if holds else "==", zero),)
    if condition.kind is not Kind.BINARY or condition.name not in _NEGATED:
        return ()
    operator = condition.name if holds else _NEGATED[condition.name]
    left, right = condition.parts
    sides = ((left, operator, right), (right, _MIRRORED[operator], left))
    return tuple(Guard(a, o, b) for a, o, b in sides if a.kind is Kind.NAME and a.variable)
