"""Statements taken apart for the coarsened form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from retarget.source.lexer import code
from retarget.source.text import Source, Span
from retarget.unit.tree import LOOPS, STATEMENTS, Kind, Node


def expressions(node: Node) -> Iterator[Node]:
    """The expressions below a statement, outermost first, each once."""
    if node.kind not in STATEMENTS:
        yield node
        return
    for part in node.parts:
        yield from expressions(part)


def components(node: Node) -> list[Node]:
    """The declarators of a declaration, or the operands of commas."""
    if node.kind is Kind.DECLARE:
        return list(node.parts)
    if node.kind is Kind.BINARY and node.name == ",":
        return [*components(node.parts[0]), *components(node.parts[1])]
    return [] if node.kind is Kind.NONE else [node]


def unwrapped(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """A body's statements, without its braces."""
    listed = tuple(nodes)
    return listed[0].parts if len(listed) == 1 and listed[0].kind is Kind.BLOCK else listed


def grouped(nodes: Sequence[Node]) -> list[Node]:
    """Statements; those that one use of a macro brings are one block of their own."""
    made: list[Node] = []
    for node in nodes:
        if made and node.span.start < made[-1].span.end and node.span.path == made[-1].span.path:
            before = made.pop()
            parts = (*before.parts, node) if before.name == "macro" else (before, node)
            span = Span(node.span.path, before.span.start, max(before.span.end, node.span.end))
            made.append(Node(Kind.OTHER, span, parts, name="macro"))
        else:
            made.append(node)
    return made


def is_spelled(node: Node) -> bool:
    """Whether the body of a control statement is written apart from its head, not by the same macro."""
    bodies = [p for p in node.parts if p.kind in STATEMENTS] if node.kind is not Kind.FOR else [node.parts[3]]
    inside = all(p.span.start > node.span.start and p.span != node.span for p in bodies)
    tail = node.kind is not Kind.DO or node.parts[0].span.end < node.parts[1].span.start
    return inside and tail


def is_written_apart(assignment: Node, source: Source) -> bool:
    """Whether the target of an assignment, its operator and its value stand one after the other: a macro may bring the
    operator with one of them."""
    target, value = assignment.parts
    between = code(source.text[target.outer.end : value.outer.start])
    return assignment.span.path == source.path and [t.text for t in between] == [assignment.name]


def leaving(node: Node) -> Iterator[Node]:
    """Jumps out of a statement."""
    for jump in node.of(Kind.BREAK, Kind.CONTINUE, Kind.RETURN):
        around = [n for n in node.walk() if n.kind in (*LOOPS, Kind.SWITCH) and jump in tuple(n.walk())]
        if jump.kind is Kind.RETURN or not around:
            yield jump


def jumping_away(node: Node) -> Node | None:
    """A label, a jump to one, or a statement's jump to a label outside of it; None where each stays inside."""
    if node.kind in (Kind.GOTO, Kind.LABEL):
        return node
    labels = {n.name for n in node.of(Kind.LABEL)}
    return next((n for n in node.of(Kind.GOTO) if n.name not in labels), None)


def is_left_by_returns(node: Node) -> bool:
    """Whether a loop has no condition, so that it would turn for ever where all instances have returned."""
    return (
        node.kind in (Kind.FOR, Kind.WHILE, Kind.DO)
        and node.condition.kind in (Kind.NONE, Kind.LITERAL)
        and any(node.of(Kind.RETURN))
    )


def deciding(node: Node) -> Node:
    """The condition of a statement, where it is written; else the whole of it."""
    found = node.condition if node.parts else node
    return found if found.kind is not Kind.NONE else node
