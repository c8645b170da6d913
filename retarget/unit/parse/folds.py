"""Fold expressions: what they do is what their pattern does, several times.

    (v + ... + n)    ((out[i] = v), ...)      an OTHER of its pattern, as `f(v...)` has it

A pattern that changes or calls something is not followed behind `&&` and `||`, where earlier turns decide whether later
ones run; nor is a fold over assignments (`(a = ... = v)`), which changes what its pattern names.
"""

from __future__ import annotations

from collections.abc import Sequence

from retarget.source.lexer import code
from retarget.source.text import Span
from retarget.unit.tree import UNREAD, Kind, Node

FOLD = "fold"
_CHANGING = (Kind.ASSIGN, Kind.CALL, Kind.CONSTRUCT, Kind.ASM, Kind.LAMBDA, Kind.LAUNCH)
_UNREAD = f"{UNREAD}a fold expression"
_COMPARING = frozenset({"==", "!=", "<=", ">="})


def fold(around: Span, text: str, parts: Sequence[Node]) -> str:
    """The name of the node if this is a fold expression: if `...` stands between its operands; else nothing."""
    inner = [p.whole or p.span for p in parts]
    listed = code(text[around.start : around.end]) if "..." in text[around.start : around.end] else []

    def is_inside(at: int) -> bool:
        return any(s.start <= around.start + at < s.end for s in inner)

    dots = next((i for i, t in enumerate(listed) if t.text == "..." and not is_inside(t.start)), None)
    if dots is None:
        return ""
    beside = [t.text for t in listed[max(dots - 1, 0) : dots + 2] if t.text not in ("...", "(", ")")]
    operator = beside[0] if beside else ""
    assigns = operator.endswith("=") and operator not in _COMPARING
    in_turn = operator in ("&&", "||") and any(map(_changes, parts))
    return _UNREAD if not operator or assigns or in_turn else FOLD


def _changes(pattern: Node) -> bool:
    return any(
        n.kind in _CHANGING or n.name.startswith(UNREAD) or (n.kind is Kind.UNARY and n.name.endswith(("++", "--")))
        for n in pattern.walk()
    )
