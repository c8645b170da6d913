"""The jumps of loops, of switches and of functions, with the conditions that decide whether each is taken."""

from __future__ import annotations

from collections.abc import Iterator

from retarget.unit.tree import LOOPS, STATEMENTS, Kind, Node


def jumps(node: Node) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The jumps out of, or to the end of, a loop or switch, and returns in it: each with the conditions, inside of it,
    that decide whether it is taken."""
    yield from _jumps(node.parts[0] if node.kind is Kind.DO else node.parts[-1], (), True, True)


def returns_and_gotos(node: Node) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The returns and the `goto`s in a statement, each with the conditions that decide whether it is taken."""
    return _jumps(node, (), False, False)


def _jumps(
    node: Node, under: tuple[Node, ...], breaks: bool, continues: bool
) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    if node.kind is Kind.RETURN or (node.kind is Kind.BREAK and breaks) or (node.kind is Kind.CONTINUE and continues):
        yield node, under
        return
    if node.kind is Kind.GOTO:
        yield node, under
        return
    if node.kind in LOOPS:
        breaks = continues = False
    elif node.kind is Kind.SWITCH:
        breaks = False
    if node.kind in (Kind.IF, Kind.FOR, Kind.WHILE, Kind.DO, Kind.SWITCH):
        under = (*under, node.condition)
    for part in node.parts:
        if part.kind in STATEMENTS:
            yield from _jumps(part, under, breaks, continues)
