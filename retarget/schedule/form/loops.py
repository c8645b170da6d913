"""Loops that all threads of a launch go through alike: their heads depend on no index, and no pragma says how often
they are unrolled."""

from __future__ import annotations

from retarget.schedule.form.subject import Subject
from retarget.source import brackets
from retarget.source.brackets import ROUND
from retarget.source.lexer import code
from retarget.unit.tree import Kind, Node

_NEAR = 2000  # bytes in front of a loop, in which the head of a statement around it begins
_BETWEEN = frozenset({";", "{", "}", "else", "do", ":"})
_HEADS = frozenset({"if", "for", "while", "switch", "constexpr"})


def uniform_loops(subject: Subject) -> tuple[Node, ...]:
    """The `for` loops of a kernel, as written in it, whose condition and step depend on no index."""
    return tuple(node for node in subject.function.body.of(Kind.FOR) if _is_uniform(subject, node))


def _is_uniform(subject: Subject, node: Node) -> bool:
    condition, step = node.parts[1], node.parts[2]
    if condition.kind is Kind.NONE or subject.dependence.of(condition) or subject.dependence.of(step):
        return False
    text, start = subject.quote.source.text, node.span.start
    spelled = text[start : start + len("for")] == "for"  # a macro's loop has no place of its own
    hinted = any("unroll" in line for line in subject.quote.leading(start)) or _is_marked(text, start)
    return spelled and not hinted


def _is_marked(text: str, start: int) -> bool:
    """Whether more than the head of another statement stands in front of one: `_Pragma`, a macro, an attribute."""
    before = [t for t in code(text[max(0, start - _NEAR) : start]) if not t.directive]
    if not before or before[-1].text in _BETWEEN:
        return False
    at = brackets.opening(before, len(before) - 1, ROUND, own_directive=False) if before[-1].text == ")" else None
    return not at or before[at - 1].text not in _HEADS
