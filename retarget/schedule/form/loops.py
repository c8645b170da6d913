"""Loops that all threads of a launch go through alike: their heads depend on no index, and no pragma says how often
they are unrolled."""

from __future__ import annotations

from retarget.schedule.form.subject import Subject
from retarget.unit.tree import Kind, Node


def uniform_loops(subject: Subject) -> tuple[Node, ...]:
    """The `for` loops of a kernel, as written in it, whose condition and step depend on no index."""
    return tuple(node for node in subject.function.body.of(Kind.FOR) if _is_uniform(subject, node))


def _is_uniform(subject: Subject, node: Node) -> bool:
    condition, step = node.parts[1], node.parts[2]
    if condition.kind is Kind.NONE or subject.dependence.of(condition) or subject.dependence.of(step):
        return False
    text, start = subject.quote.source.text, node.span.start
    spelled = text[start : start + len("for")] == "for"  # a macro's loop has no place of its own
    return spelled and not any("unroll" in line for line in subject.quote.leading(start))
