"""What code that only computes may do to a thread that would not run it.

    if (i >= n) return;
    int steps = halvings(n - i);    a loop that ends for those alone that the condition lets through
    bins[i >> 6] += 1;              an element that the thread's own array has for those alone

Rules: loops and jumps, divisions, recursion, promises to the compiler, and elements whose place is computed; in called
functions too, and in those that no call shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from retarget.analysis.effects import EffectsOf
from retarget.unit.tree import LOOPS, Function, Kind, Node

_DIVIDING = frozenset({"/", "%", "/=", "%="})
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
        if node.kind in (*LOOPS, Kind.GOTO) or node.name in _DIVIDING:
            return True
        if node.kind is Kind.INDEX:
            place = node.parts[-1]
            return place.kind is not Kind.LITERAL and not is_same(place)
        if node.kind is Kind.CALL and node.name.startswith(_PROMISES):
            return True
        held = self.effects.lambdas.get(node.variable) if node.kind in (Kind.CALL, Kind.NAME) else None
        return (held is not None and self._in_lambda(node.variable, held)) or any(
            self._in(f.usr) for f in self._called(node)
        )

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
