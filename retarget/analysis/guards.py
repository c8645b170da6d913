"""The conditions under which each part of a function runs, as far as they compare variables.

Rules: a branch runs where its condition holds (or does not), the right side of `&&` where the left one holds, a loop's
body where the loop's condition holds, and what follows `if (c) return;` where c does not. A condition counts for a
variable where nothing that it guards changes that variable.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from msgspec import Struct

from retarget.unit.tree import STATEMENTS, Kind, Node

_JUMPS = frozenset({Kind.RETURN, Kind.BREAK, Kind.CONTINUE, Kind.GOTO})
_NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class Guard(Struct, frozen=True):
    """`name operator bound` holds; `name` is a variable's."""

    name: Node
    operator: str
    bound: Node

    @property
    def variable(self) -> str:
        return self.name.variable


Guards = tuple[Guard, ...]


def guarded(body: Node) -> list[tuple[Node, tuple[Guard, ...]]]:
    """Each node of a tree with what holds when it is evaluated."""
    walk = _Walk()
    walk.see(body, ())
    return walk.found


@dataclass
class _Walk:
    """Lists the nodes of one tree. A statement is asked once what it changes, however many stand around it."""

    found: list[tuple[Node, tuple[Guard, ...]]] = field(default_factory=list)
    _changes: dict[int, frozenset[str]] = field(default_factory=dict)  # by the identity of a statement

    def see(self, node: Node, guards: tuple[Guard, ...]) -> None:
        self.found.append((node, guards))
        if node.kind is Kind.BLOCK:
            self._block(node, guards)
        elif node.kind is Kind.IF or node.kind is Kind.CONDITIONAL:
            condition, first, second = node.parts[:3]
            self.see(condition, guards)
            self.see(first, self.under(guards, _facts(condition, True), first))
            self.see(second, self.under(guards, _facts(condition, False), second))
        elif node.kind is Kind.FOR and len(node.parts) == 4:
            first, condition, increment, body = node.parts
            unchanged = self.under(guards, (), node)
            self.see(first, guards)
            self.see(condition, guards)
            self.see(body, self.under(unchanged, _facts(condition, True), body))
            self.see(increment, unchanged)
        elif node.kind is Kind.WHILE:
            unchanged = self.under(guards, (), node)
            self.see(node.parts[0], unchanged)
            self.see(node.parts[1], self.under(unchanged, _facts(node.parts[0], True), node.parts[1]))
        elif node.kind is Kind.BINARY and node.name in ("&&", "||"):
            left, right = node.parts
            self.see(left, guards)
            self.see(right, self.under(guards, _facts(left, node.name == "&&"), right))
        else:
            for part in node.parts:
                self.see(part, guards)

    def _block(self, node: Node, guards: tuple[Guard, ...]) -> None:
        for at, part in enumerate(node.parts):
            self.see(part, guards)
            if part.kind is Kind.IF and _leaves(part.parts[1]) and part.parts[2].kind is Kind.NONE:
                facts = _facts(part.parts[0], False)
                changed = {v for p in node.parts[at + 1 :] for v in self._changed(p)} if facts else ()
                guards = (*guards, *(g for g in facts if g.variable not in changed))

    def under(self, guards: tuple[Guard, ...], more: tuple[Guard, ...], inside: Node) -> tuple[Guard, ...]:
        both = (*guards, *more)
        changed = self._changed(inside) if both else ()
        return tuple(g for g in both if g.variable not in changed)

    def _changed(self, node: Node) -> frozenset[str]:
        if node.kind not in STATEMENTS or node.kind is Kind.ASM:
            return changes(node)
        known = self._changes.get(id(node))
        if known is None:
            known = self._changes[id(node)] = frozenset().union(*map(self._changed, node.parts))
        return known


def _leaves(node: Node) -> bool:
    last = node.parts[-1] if node.kind is Kind.BLOCK and node.parts else node
    return last.kind in _JUMPS


def under(guards: tuple[Guard, ...], condition: Node, holds: bool, inside: Node) -> tuple[Guard, ...]:
    """What holds inside of a branch."""
    return _Walk().under(guards, _facts(condition, holds), inside)


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
