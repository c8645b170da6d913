"""What code that only computes may do to a thread that would not run it.

    if (i >= n) return;
    int steps = halvings(n - i);    a loop that ends for those alone that the condition lets through
    bins[i >> 6] += 1;              an element that the thread's own array has for those alone

Harmless are branches, operators that give a value whatever they get, elements whose place is written as a number, and
calls of functions that do no more. All else is not: loops and jumps, divisions, recursion, promises to the compiler,
elements whose place is computed, an iterator's too; in called functions as well, and in those that no call shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from retarget.analysis import device_calls
from retarget.analysis.effects import EffectsOf
from retarget.unit.tree import UNREAD, Function, Kind, Node

_HARMLESS = frozenset({
    Kind.BLOCK, Kind.DECLARE, Kind.IF, Kind.SWITCH, Kind.CASE, Kind.DEFAULT, Kind.BREAK, Kind.RETURN, Kind.EMPTY,
    Kind.VARIABLE, Kind.NAME, Kind.BUILTIN, Kind.LITERAL, Kind.MEMBER, Kind.CONDITIONAL, Kind.LIST, Kind.LAMBDA,
    Kind.NONE,
})  # fmt: skip
_OPERATIONS = frozenset({Kind.UNARY, Kind.BINARY, Kind.ASSIGN})
_DIVIDING = frozenset({"/", "%", "/=", "%="})
_REACHING = frozenset({"at", "operator[]", "operator*"})  # of the library, an element whose place is computed
_PROMISES = ("__builtin_assume", "__builtin_unreachable")


@dataclass
class Hazards:
    """Finds them; by a function's identity, whether it has any."""

    effects: EffectsOf
    _known: dict[str, bool] = field(default_factory=dict)

    def within(self, node: Node, is_same: Callable[[Node], bool] = lambda place: False) -> bool:
        """Whether there are any in a node. is_same: whether all instances have a place of an element alike."""
        return any(self._of(n, is_same) for n in node.walk())

    def unshown(self, function: Function) -> bool:
        """Whether there are any in what runs in a function, and no call shows."""
        shown = {f.usr for n in function.body.walk() for f in self._called(n)}
        return any(self._in(usr) for usr in function.unshown - shown)

    def _of(self, node: Node, is_same: Callable[[Node], bool]) -> bool:
        held = self.effects.lambdas.get(node.variable) if node.kind in (Kind.CALL, Kind.NAME) else None
        if held is not None and self._in_lambda(node.variable, held):
            return True
        called = self._called(node)
        if any(self._in(f.usr) for f in called):
            return True
        if node.kind is Kind.INDEX:
            place = node.parts[-1]
            return place.kind is not Kind.LITERAL and not is_same(place)
        if node.kind in _OPERATIONS:
            return node.name in _DIVIDING
        if node.kind in (Kind.CALL, Kind.CONSTRUCT):
            return not (called or held is not None or _is_harmless(node))
        return node.kind not in _HARMLESS and (node.kind is not Kind.OTHER or node.name.startswith(UNREAD))

    def _in_lambda(self, key: str, held: Node) -> bool:
        if key not in self._known:
            self._known[key] = True  # while it is looked at: who comes here again recurs
            self._known[key] = self.within(held.parts[-1])
        return self._known[key]

    def _called(self, node: Node) -> tuple[Function, ...]:
        return self.effects.meant(node) if node.kind is Kind.CALL or node.callee else ()

    def _in(self, usr: str) -> bool:
        function = self.effects.functions.get(usr)
        if function is None:
            return False
        if usr not in self._known:
            self._known[usr] = True
            run = (function.body, *function.defaults)
            ends = any(self._in(end) for _, end in function.ends)
            self._known[usr] = ends or any(map(self.within, run)) or self.unshown(function)
        return self._known[usr]


def _is_harmless(call: Node) -> bool:
    """Whether a function without a body here gives a value whatever it gets."""
    if call.kind is Kind.CALL and call.name.startswith(_PROMISES):
        return False
    return call.name not in _REACHING and device_calls.computes(call.name, call.home)
