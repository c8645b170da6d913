"""Waits at libcu++'s barriers in a branch that only some lanes of a wave take.

Rules: a call waits where it waits at a barrier or for a stage of a pipeline, or calls a function of the program's that
does. It is divided where the condition of an `if`, a `?:`, a `switch` or a loop around it depends on the thread's
index. A comparison of `threadIdx.x` with a multiple of 64 divides no wave in a block of one row, or of rows of whole
waves. A block whose launches are not known, or are not seen, counts as one of one row where nothing names another axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from retarget.analysis.dependence import THREAD, Dependence, dependence
from retarget.analysis.effects import EffectsOf
from retarget.unit import Launch
from retarget.unit.tree import LOOPS, Function, Kind, Node

WAVE = 64
_WAITS = frozenset({"arrive_and_wait", "wait", "wait_parity", "consumer_wait", "producer_acquire"})
_OBJECTS = ("cuda::barrier<", "cuda::pipeline<")
_OF_BLOCK = ("threadIdx.", "blockDim.")
_COMPARED = frozenset({"<", ">="})


class DividedWait(NamedTuple):
    """A call, and the condition that decides which lanes come to it."""

    call: Node
    condition: Node


def divided_waits(functions: Sequence[Function], launches: Sequence[Launch]) -> Iterator[DividedWait]:
    """launches: of the kernels among the functions."""
    if not any(_is_wait(n) for f in functions for n in f.body.of(Kind.CALL)):
        return
    effects = EffectsOf({f.usr: f for f in functions})
    waiting = _waiting(functions, effects)
    has_rows = {f.usr: _has_rows(f, launches) for f in functions if f.is_kernel}
    for function in functions:
        known = None
        own = has_rows.get(function.usr, _names_rows(function) or any(has_rows.values()))
        for path in _calls(function.body):
            if _is_wait(path[-1]) or any(f.usr in waiting for f in effects.meant(path[-1])):
                known = known or dependence(function, effects)
                condition = next((c for c in _conditions(path) if _divides(c, known, own)), None)
                if condition is not None:
                    yield DividedWait(path[-1], condition)


def _is_wait(call: Node) -> bool:
    return call.name in _WAITS and bool(call.parts) and any(o in call.parts[0].type for o in _OBJECTS)


def _waiting(functions: Sequence[Function], effects: EffectsOf) -> set[str]:
    """The functions that wait, themselves or by others."""
    calls = {f.usr: tuple(f.body.of(Kind.CALL)) for f in functions}
    found = {usr for usr, made in calls.items() if any(map(_is_wait, made))}
    called = {usr: {f.usr for c in made for f in effects.meant(c)} for usr, made in calls.items()}
    while more := {usr for usr, meant in called.items() if usr not in found and meant & found}:
        found |= more
    return found


def _calls(body: Node) -> Iterator[tuple[Node, ...]]:
    """Each call with what it stands in, the outermost first."""
    waiting: list[tuple[Node, ...]] = [(body,)]
    while waiting:
        path = waiting.pop()
        if path[-1].kind is Kind.CALL:
            yield path
        waiting += [(*path, part) for part in path[-1].parts]


def _conditions(path: Sequence[Node]) -> Iterator[Node]:
    """What decides whether a thread comes to the end of a path, and how often."""
    for outer, inner in zip(path, path[1:], strict=False):
        if outer.kind in (Kind.IF, Kind.CONDITIONAL, Kind.SWITCH) and inner is not outer.parts[0]:
            yield outer.parts[0]
        elif outer.kind in LOOPS and outer.kind is not Kind.EACH:
            yield outer.condition


def _has_rows(kernel: Function, launches: Sequence[Launch]) -> bool:
    """Whether its blocks may have several rows that are no whole waves."""
    blocks = [launch.block for launch in launches if launch.kernel == kernel.usr]
    if not blocks or None in blocks:
        return _names_rows(kernel)
    return any(x % WAVE and y * z > 1 for x, y, z in filter(None, blocks))


def _names_rows(function: Function) -> bool:
    return any(n.name.endswith((".y", ".z")) and n.name.startswith(_OF_BLOCK) for n in function.body.of(Kind.BUILTIN))


def _divides(condition: Node, known: Dependence, has_rows: bool) -> bool:
    return bool(known.of(condition) & THREAD) and (has_rows or not _is_of_whole_waves(condition))


def _is_of_whole_waves(condition: Node) -> bool:
    if condition.kind is not Kind.BINARY or condition.name not in _COMPARED:
        return False
    left, right = condition.parts
    is_index = left.kind is Kind.BUILTIN and left.name == "threadIdx.x"
    return is_index and right.kind is Kind.LITERAL and right.name.isdecimal() and int(right.name) % WAVE == 0
