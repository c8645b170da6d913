"""What the variables of a device function get: each definition, by `&` where it is not seen how one changes.

    v = 3; v += n;                                             `= 3`, `+= n`
    int& r = v; (c ? v : w) = n; auto f = [&] { v = n; };      v by `&`
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from retarget.analysis.assignments import lvalues
from retarget.analysis.guards import Guards, changes
from retarget.unit.tree import Kind, Node

_BY_REFERENCE = frozenset({"swap", "exchange", "tie", "forward", "move"})


class Definition(Struct, frozen=True):
    """A variable gets `value` (NONE: nothing that is understood) by `operator`: `=`, `+=`, `++`, ..."""

    operator: str
    value: Node
    guards: Guards


class Definitions:
    """Of a function, by variable. passed: the calls that a variable is handed to; counted from the last argument."""

    def __init__(self, nodes: Iterable[tuple[Node, Guards]]) -> None:
        self._known: dict[str, list[Definition]] = {}
        self.passed: dict[str, list[tuple[Node, int]]] = {}
        for node, guards in nodes:
            self._define(node, guards)

    def of(self, variable: str) -> list[Definition]:
        return self._known.get(variable, [])

    def _define(self, node: Node, guards: Guards) -> None:
        if node.kind is Kind.VARIABLE and node.parts:
            if node.type.endswith("&") and not node.type.startswith("const "):
                self._unclear(node.parts[0], guards)
            self._add(node.variable, "=", node.parts[0], guards)
        elif node.kind is Kind.ASSIGN and node.parts[0].kind is Kind.NAME:
            self._add(node.parts[0].variable, node.name, node.parts[1], guards)
        elif node.kind is Kind.ASSIGN:
            self._unclear(node.parts[0], guards)
        elif node.kind is Kind.UNARY and node.parts:
            operator = node.name.removeprefix("post")
            if operator in ("++", "--", "&") and node.parts[0].kind is Kind.NAME:
                self._add(node.parts[0].variable, operator, _nothing(node), guards)
            elif operator in ("++", "--", "&"):
                self._unclear(node.parts[0], guards)
        elif node.kind is Kind.LAMBDA:  # who holds it may call it anywhere
            for key in changes(node) - {v.variable for v in node.of(Kind.VARIABLE)}:
                self._add(key, "&", _nothing(node), ())
        elif node.kind is Kind.ASM:
            for name in node.of(Kind.NAME):
                self._add(name.variable, "&", _nothing(node), guards)
        elif node.kind in (Kind.OTHER, Kind.CONSTRUCT) or (node.kind is Kind.CALL and node.name in _BY_REFERENCE):
            for part in node.parts:
                self._unclear(part, guards)
        elif node.kind is Kind.CALL:
            for at, part in enumerate(node.parts):
                for lvalue in (l for l in lvalues(part) if l.kind is Kind.NAME):
                    self.passed.setdefault(lvalue.variable, []).append((node, len(node.parts) - at))

    def _unclear(self, target: Node, guards: Guards) -> None:
        """What may change by way of an lvalue: each variable that it may mean."""
        for lvalue in lvalues(target):
            if lvalue.kind is Kind.NAME:
                self._add(lvalue.variable, "&", _nothing(target), guards)

    def _add(self, variable: str, operator: str, value: Node, guards: Guards) -> None:
        self._known.setdefault(variable, []).append(Definition(operator, value, guards))


def _nothing(node: Node) -> Node:
    return Node(Kind.NONE, node.span)
