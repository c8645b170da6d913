"""Calls in an expression that may run in front of all else that its statement does.

    v = scale * sum_of_block(v) + bias;      -->      { float result = sum_of_block(v); v = scale * result + bias; }

Legal: the call runs in any case, and once; what else the statement does, but for an assignment at its end and for other
such calls, only computes with the thread's own variables, which the call cannot reach. Of what a declaration
initialises in front of it, the same holds, and its arguments name nothing of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct

from retarget.analysis.lvalues import is_memory
from retarget.schedule.form.expanding import macros_of
from retarget.schedule.form.subject import Subject
from retarget.source.lexer import NAME, tokens
from retarget.unit.tree import Kind, Node

_IN_TURN = frozenset({",", "&&", "||"})
_VALUES = frozenset({"+", "-", "!", "~"})
_LEAVES = frozenset({Kind.NAME, Kind.LITERAL, Kind.BUILTIN})


class InFront(Struct, frozen=True, dict=True):
    """For a kernel. waits: whether a call is one that is to stand by itself."""

    subject: Subject
    waits: Callable[[Node], bool]

    @cached_property
    def _held(self) -> frozenset[str]:
        """Variables that others may reach: by an address, a reference or a lambda."""
        body, known = self.subject.function.body, self.subject.function.variables
        held = [n for n in body.of(Kind.UNARY) if n.name == "&"]
        held += [n for n in body.of(Kind.VARIABLE) if n.variable in known and known[n.variable].is_reference]
        held += body.of(Kind.LAMBDA)
        return frozenset(name.variable for n in held for name in n.of(Kind.NAME))

    def of(self, statement: Node, call: Node) -> bool:
        """Whether a call may run in front of the statement that it stands in."""
        if self._by_macros(statement) or not self._keeps_variables(call):
            return False
        if statement.kind is Kind.DECLARE:
            at = next(i for i, v in enumerate(statement.parts) if any(n is call for n in v.walk()))
            own = {v.variable for v in statement.parts}
            named = any(n.variable in own for n in call.of(Kind.NAME))
            return not named and self._compute((p for v in statement.parts[: at + 1] for p in v.parts), call)
        if statement.kind is Kind.ASSIGN:
            target, value = statement.parts
            return not any(map(self.waits, target.of(Kind.CALL))) and self._computes(value, call)
        return statement.kind is Kind.CALL and self._computes(statement, call)

    def _by_macros(self, statement: Node) -> bool:
        """Whether a macro with arguments may write what it is given several times, or never."""
        unit = self.subject.unit
        macros = unit.once(macros_of)
        listed = [t.text for t in tokens(unit.text(statement.span)) if t.kind == NAME]
        return any(t in macros and ((m := macros[t]) is None or m.parameters is not None) for t in listed)

    def _keeps_variables(self, call: Node) -> bool:
        inner = self.subject.functions[call.callee]
        by_value = not any(p.type.endswith("&") for p in inner.parameters)
        return by_value and not any(n.name == "&" for n in call.of(Kind.UNARY)) and not any(call.of(Kind.ASSIGN))

    def _compute(self, nodes: Iterable[Node], call: Node) -> bool:
        return all(self._computes(n, call) for n in nodes)

    def _computes(self, node: Node, call: Node) -> bool:
        """Whether an expression, but for the call in it, only computes, and runs it in any case."""
        if node is call:
            return True
        if node.kind in _LEAVES:
            is_own = not is_memory(node, self.subject.function.variables)
            return is_own and (not node.variable or node.variable not in self._held)
        if node.kind is Kind.CALL:
            is_other = self.waits(node) and not any(n is call for n in node.walk())
            return (is_other or self._is_of_library(node)) and self._compute(node.parts, call)
        is_operator = node.kind is Kind.BINARY and node.name not in _IN_TURN
        is_operator |= node.kind is Kind.UNARY and node.name in _VALUES
        return is_operator and self._compute(node.parts, call)

    def _is_of_library(self, node: Node) -> bool:
        """Whether a call is one of a library's functions that compute."""
        done = self.subject.effects.of(node.but(parts=()), self.subject.function.variables)
        return bool(node.home) and not node.callee and not (done.writes or done.loads)
