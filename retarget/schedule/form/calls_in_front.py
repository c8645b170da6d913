"""Calls in an expression that may run in front of all else that its statement does.

    v = scale * sum_of_block(v) + bias;      -->      { float result = sum_of_block(v); v = scale * result + bias; }

    v = a[i] + sum_of_block(v);              -->      { const float before = a[i]; float result = sum_of_block(v);
                                                        v = before + result; }

Legal: the call runs in any case, and once; what else the statement does, but for an assignment at its end and for other
such calls, only computes and reads. What it reads of memory, or of variables that others may reach, stands in front of
the call where it did so in the text, and is a number or an address. Of what a declaration initialises in front of the
call, the same holds; the call's arguments, and what is read in front, name nothing of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from retarget.analysis.lvalues import is_memory, is_volatile, root
from retarget.schedule.form.expanding import macros_of
from retarget.schedule.form.spelling import SCALAR
from retarget.schedule.form.subject import Subject
from retarget.source.lexer import NAME, code, tokens
from retarget.unit.tree import Kind, Node

_IN_TURN = frozenset({",", "&&", "||"})
_VALUES = frozenset({"+", "-", "!", "~"})
_LEAVES = frozenset({Kind.NAME, Kind.LITERAL, Kind.BUILTIN})
_PLACES = frozenset({Kind.NAME, Kind.INDEX, Kind.MEMBER, Kind.UNARY})
_NO_BITS = frozenset({"float", "double", "int", "bool"})  # what a bit-field of one of these becomes in an expression


class InFront(Struct, frozen=True, dict=True):
    """For a kernel. waits: whether a call is one that is to stand by itself."""

    subject: Subject
    waits: Callable[[Node], bool]

    @cached_property
    def _held(self) -> frozenset[str]:
        """Variables that others may reach: by an address, a reference, an object that holds one, or a lambda."""
        body, known = self.subject.function.body, self.subject.function.variables
        held = [n for n in body.of(Kind.UNARY) if n.name == "&"]
        held += [n for n in body.of(Kind.VARIABLE) if n.variable in known and known[n.variable].is_reference]
        held += body.of(Kind.LAMBDA)
        named = (name.variable for n in held for name in n.of(Kind.NAME))
        return frozenset(named).union(*self.subject.dependence.aliases.values())

    def of(self, statement: Node, call: Node) -> bool:
        """Whether a call may run in front of the statement that it stands in."""
        if self._by_macros(statement) or not self._keeps_variables(call):
            return False
        if statement.kind is Kind.DECLARE:
            own = {v.variable for v in statement.parts}
            early = (call, *self.read_before(statement, call))
            named = any(n.variable in own for node in early for n in node.of(Kind.NAME))
            return not named and self._compute(_given(statement, call), call)
        if statement.kind is Kind.ASSIGN and any(map(self.waits, statement.parts[0].of(Kind.CALL))):
            return False
        return statement.kind in (Kind.ASSIGN, Kind.CALL) and self._compute(_given(statement, call), call)

    def read_before(self, statement: Node, call: Node) -> tuple[Node, ...]:
        """What the statement reads in front of the call: the outermost such expressions."""
        return tuple(n for value in _given(statement, call) for n in self._read(value, call))

    def _read(self, node: Node, call: Node) -> Iterator[Node]:
        if node is call or node.outer.start >= call.outer.start:
            return
        if self._is_read(node):
            yield node
            return
        for part in node.parts:
            yield from self._read(part, call)

    def _is_read(self, node: Node) -> bool:
        """Whether an expression is an lvalue whose value the call may change; arrays give their addresses unseen."""
        is_address = node.kind is Kind.NAME and node.type.endswith("]")
        is_place = node.kind in _PLACES and (node.kind is not Kind.UNARY or node.name == "*") and not is_address
        whole = node
        while whole.kind is Kind.MEMBER and whole.parts:
            whole = whole.parts[0]
        is_held = whole.kind is Kind.INDEX or (node.kind is not Kind.UNARY and root(node).variable in self._held)
        return is_place and (is_held or is_memory(node, self.subject.function.variables))

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
        if self._is_read(node):
            return self._can_be_kept(node)
        if node.kind in _LEAVES:
            return True
        if node.kind is Kind.MEMBER:
            return self._compute(node.parts, call)
        if node.kind is Kind.CALL:
            is_other = self.waits(node) and not any(n is call for n in node.walk())
            return (is_other or self._is_of_library(node)) and self._compute(node.parts, call)
        if node.kind in (Kind.LIST, Kind.CONSTRUCT):
            done = self.subject.effects.of(node.but(parts=()), self.subject.function.variables)
            return not (done.writes or done.loads) and self._compute(node.parts, call)
        is_operator = node.kind is Kind.BINARY and node.name not in _IN_TURN
        is_operator |= node.kind is Kind.UNARY and node.name in _VALUES
        return is_operator and self._is_pure(node) and self._compute(node.parts, call)

    def _can_be_kept(self, node: Node) -> bool:
        """Whether a variable can take a value that is read: a number or an address, by an expression that does no more
        and that no macro begins or ends."""
        variables = self.subject.function.variables
        kind = node.type.removeprefix("const ")
        is_plain = kind in _NO_BITS if node.kind is Kind.MEMBER else bool(SCALAR.fullmatch(kind))
        if not is_plain or is_volatile(node, variables) or node.callee:
            return False
        words = code(self.subject.unit.text(node.span))
        macros = self.subject.unit.once(macros_of)
        is_spelled = bool(words) and words[0].text not in macros and words[-1].text not in macros
        changes = any(n.kind is Kind.ASSIGN or n.name.endswith(("++", "--")) for n in node.of(Kind.ASSIGN, Kind.UNARY))
        return is_spelled and not changes and not self.subject.effects.of(node, variables).writes

    def _is_pure(self, node: Node) -> bool:
        """Whether an operator is the language's, or one of the user's that only computes."""
        if not node.callee:
            return True
        called = self.subject.functions.get(node.callee)
        changing = called is None or any(p.type.endswith("&") and "const" not in p.type for p in called.parameters)
        return not changing and not self.subject.effects.of(node.but(parts=()), {}).writes

    def _is_of_library(self, node: Node) -> bool:
        """Whether a call is one of a library's functions that compute."""
        done = self.subject.effects.of(node.but(parts=()), self.subject.function.variables)
        return bool(node.home) and not node.callee and not (done.writes or done.loads)


def _given(statement: Node, call: Node) -> tuple[Node, ...]:
    """The expressions of a statement that run no later than its call's own."""
    if statement.kind is Kind.DECLARE:
        at = next(i for i, v in enumerate(statement.parts) if any(n is call for n in v.walk()))
        return tuple(p for v in statement.parts[: at + 1] for p in v.parts)
    return statement.parts[1:] if statement.kind is Kind.ASSIGN else (statement,)
