"""All threads of a launch, walked at once through a kernel's statements: which elements of its arguments' arrays they
read and store, as far as indices and conditions follow from the launch and its numbers alone.

    if (i < n) y[i] = a * x[i];      i: an array over all threads; n: of the arguments; x, y: regions
                                     reads of x and stores of y at i, by the threads with i < n

What is told has happened for sure. A branch on what is not understood (`thread_values.py`) may or may not run, so that
nothing in it is told, and nothing behind it that it may jump over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from retarget.targets.device import Array
from retarget.tuning.kernel.needed_values import NotUnderstood
from retarget.tuning.kernel.thread_values import OPAQUE, Pointer, ThreadValues, unqualified
from retarget.tuning.kernel.whole_numbers import converted
from retarget.unit.tree import Kind, Node


class LaunchWalk(ThreadValues):
    """After `walk`, `is_whole` says whether all accesses of the launch were told."""

    _ends: list[tuple[list[Array], list[Array]]]  # of the loops around: threads at break, and at continue

    def walk(self) -> None:
        self._ends, self.is_object_needed = [], False
        try:
            self._run(self.function.body, np.ones((1,) * 6, bool))
        except NotUnderstood:
            self.is_whole = False

    def _run(self, node: Node, active: Array) -> Array:
        """Gives the threads that go on behind it."""
        kind = node.kind
        if kind in (Kind.EMPTY, Kind.NONE) or not active.any():
            return active
        if kind is Kind.BLOCK:
            for part in node.parts:
                active = self._run(part, active)
            return active
        if kind is Kind.DECLARE:
            for variable in node.parts:
                self._declare(variable, active)
            return active
        if kind is Kind.IF:
            return self._branch(node, active)
        if kind in (Kind.FOR, Kind.WHILE, Kind.DO):
            return self._loop(node, active)
        if kind is Kind.RETURN:
            return active & False
        if kind in (Kind.BREAK, Kind.CONTINUE) and self._ends:
            self._ends[-1][kind is Kind.CONTINUE].append(active)
            return active & False
        if kind in OPAQUE or kind in (Kind.BREAK, Kind.CONTINUE):
            raise NotUnderstood
        for part in node.parts if node.kind is Kind.BINARY and node.name == "," else (node,):
            with self.reading(self.needed.is_needed(part)):
                self.value(part, active)
        return active

    def _declare(self, node: Node, active: Array) -> None:
        if node.kind is not Kind.VARIABLE:
            if node.name != "type":  # which does nothing
                raise NotUnderstood
            return
        declared = self.function.variables[node.variable]
        if declared.is_reference:  # its initialiser is not read
            self.is_whole = False
            return
        self.known.pop(node.variable, None)
        if not node.parts:
            return
        is_all = self.needed.has_all(node.variable, unqualified(declared.canonical))
        with self.reading(self.needed.is_needed(node), is_all):
            made = self.value(node.parts[0], active)
        if isinstance(made, Pointer):
            alike = declared.is_pointer and unqualified(declared.canonical) == f"{made.element} *"
            self.known[node.variable] = made if alike else None
        else:
            self.known[node.variable] = converted(made, unqualified(declared.canonical))

    def _branch(self, node: Node, active: Array) -> Array:
        condition, then, other = node.parts
        with self.reading(self.needed.decides(node)):
            holds = self.truth(self.value(condition, active))
        if holds is None:
            self.skip(then)
            self.skip(other)
            return active
        return self._run(then, self.both(active, holds)) | self._run(other, self.both(active, ~holds))

    def _loop(self, node: Node, active: Array) -> Array:
        with self.reading(self.needed.decides(node)):
            return self._turns(node, active)

    def _turns(self, node: Node, active: Array) -> Array:
        if node.kind is Kind.FOR:
            first, _, increment, body = node.parts
            active = self._run(first, active)
        else:
            increment, body = node, node.parts[node.kind is Kind.WHILE]
        left, inside, is_first = active & False, active, node.kind is Kind.DO
        while inside.any():
            if not is_first and node.condition.kind is not Kind.NONE:
                holds = self.truth(self.value(node.condition, inside))
                if holds is None:
                    self.skip(node)
                    return active
                if not holds.all():
                    left = left | self.both(inside, ~holds)
                inside = self.both(inside, holds)
            is_first = False
            breaks, continues = list[Array](), list[Array]()
            self._ends.append((breaks, continues))
            inside = _any([self._run(body, inside), *continues])
            self._ends.pop()
            left = _any([left, *breaks])
            if increment is not node:
                self._run(increment, inside)
            self.spend(1)
        return left


def _any(several: Sequence[Array]) -> Array:
    return reduce(np.logical_or, several)
