"""GNU's statements in an expression, `({ int a = f(); a * a; })`: read as a lambda that is called where it stands."""

from __future__ import annotations

from clang import cindex

from retarget.source.text import Span
from retarget.unit.tree import IN_EXPRESSION, LOOPS, UNREAD, Kind, Node

_OUT = frozenset({Kind.RETURN, Kind.GOTO, Kind.LABEL})


def called_at_once(cursor: cindex.Cursor, span: Span, body: Node) -> Node:
    """The node of such an expression of a block."""
    kind = cursor.type.get_canonical().spelling
    if _leaves(body, frozenset({Kind.BREAK, Kind.CONTINUE})):
        return Node(Kind.OTHER, span, (body,), type=kind, name=f"{UNREAD}a jump out of statements in an expression")
    made = Node(Kind.LAMBDA, span, (body,), type=kind, name=IN_EXPRESSION)
    return Node(Kind.CALL, span, (made,), type=kind, spelled=cursor.type.spelling)


def _leaves(node: Node, jumps: frozenset[Kind]) -> bool:
    """Whether a jump below a node goes further than it."""
    if node.kind in jumps or node.kind in _OUT:
        return True
    if node.kind is Kind.LAMBDA and node.name != IN_EXPRESSION:
        return False
    taken = jumps
    if node.kind in LOOPS:
        taken = frozenset()
    elif node.kind is Kind.SWITCH:
        taken = jumps - {Kind.BREAK}
    return any(_leaves(part, taken) for part in node.parts)
