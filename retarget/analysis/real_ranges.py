"""Floating-point numbers as ranges: what literals, integers and clamps tell of an expression.

Rules: interval arithmetic over literals, integers of known ranges, sums, products, minima and maxima, and local
variables by all their definitions. What is not understood may be anything, and so may be what is not a number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from math import inf, isfinite

from retarget.analysis.integer_values import Flow
from retarget.analysis.ranges import is_floating, is_integer
from retarget.source.text import Span
from retarget.unit.tree import Kind, Node, Storage

Interval = tuple[float, float]
ANY: Interval = (-inf, inf)
_LEAST, _MOST = frozenset({"min", "fmin", "fminf"}), frozenset({"max", "fmax", "fmaxf"})
_KEPT = frozenset({"rint", "rintf", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc", "truncf"})
_POSITIVE = frozenset({"fabs", "fabsf", "abs"})
_DEEPEST = 12


def real_range(flow: Flow, node: Node, text: Callable[[Span], str], depth: int = 0) -> Interval:
    """text: what stands at a place."""
    if depth > _DEEPEST:
        return ANY
    if is_integer(node.type):
        found = flow.value(replace(node, casts=tuple(takewhile(is_integer, node.casts))))
        return float(found.low), float(found.high)
    if not is_floating(node.type):
        return ANY

    def inner(at: int) -> Interval:
        return real_range(flow, node.parts[at], text, depth + 1)

    match node.kind:
        case Kind.LITERAL:
            return _literal(text(node.span))
        case Kind.UNARY if node.name == "-":
            low, high = inner(0)
            return -high, -low
        case Kind.BINARY:
            return _finite(_combined(node.name, inner(0), inner(1)))
        case Kind.CONDITIONAL:
            return _joined([inner(1), inner(2)])
        case Kind.CALL if not node.callee:
            return _call(node, [inner(i) for i in range(len(node.parts))])
        case Kind.NAME:
            return _variable(flow, node, text, depth)
    return ANY


def _variable(flow: Flow, node: Node, text: Callable[[Span], str], depth: int) -> Interval:
    variable = flow.function.variables.get(node.variable)
    listed = flow.definitions(node.variable)
    known = variable is not None and variable.storage is Storage.LOCAL and bool(listed)
    if not known or any(d.operator != "=" for d in listed):
        return ANY
    return _joined([real_range(flow, d.value, text, depth + 1) for d in listed])


def _literal(text: str) -> Interval:
    try:
        value = float(text.rstrip("fFlL"))
    except ValueError:
        return ANY
    return value, value


def _joined(listed: list[Interval]) -> Interval:
    return min(low for low, _ in listed), max(high for _, high in listed)


def _finite(found: Interval) -> Interval:
    """What may overflow, or be made of infinities, may be no number."""
    return found if all(isfinite(v) and abs(v) < 1e38 for v in found) else ANY


def _combined(operator: str, a: Interval, b: Interval) -> Interval:
    if not all(map(isfinite, (*a, *b))):
        return ANY
    match operator:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "*":
            corners = [x * y for x in a for y in b]
            return min(corners), max(corners)
        case "/" if b[0] > 0 or b[1] < 0:
            corners = [x / y for x in a for y in b]
            return min(corners), max(corners)
    return ANY


def _call(node: Node, parts: list[Interval]) -> Interval:
    """A minimum or maximum with a number is one, whatever the other operand is."""
    if node.name in _LEAST and len(parts) == 2:
        return min(parts[0][0], parts[1][0]), min(parts[0][1], parts[1][1])
    if node.name in _MOST and len(parts) == 2:
        return max(parts[0][0], parts[1][0]), max(parts[0][1], parts[1][1])
    if node.name == "__saturatef":
        return 0.0, 1.0
    if node.name in _KEPT and len(parts) == 1:
        return parts[0][0] - 1, parts[0][1] + 1
    if node.name in _POSITIVE and len(parts) == 1:
        return 0.0, max(map(abs, parts[0]))
    return ANY
