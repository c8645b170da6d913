"""Counters that several loops share, declared by each loop, in a text that only the coarsened kernel is made of.

    int i;
    for (i = 0; i < n; i++) ...             for (int i = 0; i < n; i++) ...
    for (i = threadIdx.x; i < n; i++) ...   -->    for (int i = threadIdx.x; i < n; i++) ...

What one loop counts then says nothing of another: the first is the same for all threads, and may hold a barrier.

Legal: every use of the variable stands in a loop that sets it first, and its address is not taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.dependence import Dependence
from retarget.schedule.refusal import RULE
from retarget.source.text import Edit
from retarget.unit import Unit
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_COUNTS = frozenset({"int", "unsigned int", "long", "unsigned long", "short", "unsigned short", "long long",
                     "unsigned long long", "char", "unsigned char"})  # fmt: skip


def narrowing(unit: Unit, function: Function, dependence: Dependence) -> tuple[Edit, ...]:
    """Edits of the unit's text that declare such counters in the heads of their loops, where one differs by index."""
    if any(function.body.of(Kind.GOTO, Kind.LABEL)):
        return ()
    counters = [v for v in function.variables.values() if v.canonical in _COUNTS and dependence.variables.get(v.key)]
    return tuple(e for v in counters for e in _declared(unit, function, v))


def _declared(unit: Unit, function: Function, variable: Variable) -> Iterator[Edit]:
    loops = list(_outermost(function.body, variable.key))
    if variable.storage is not Storage.LOCAL or len(loops) < 2:
        return
    inside = {id(n) for loop in loops for n in loop.walk()}
    uses = [n for n in function.body.walk() if n.variable == variable.key and n.kind is not Kind.VARIABLE]
    hidden = any(n.kind is Kind.VARIABLE and n.name == variable.name for loop in loops for n in loop.walk())
    if hidden or any(id(n) not in inside for n in uses) or _is_handed_on(function.body, variable.key):
        return
    source = unit.by_path[function.span.path]
    starts = [loop.parts[0].span for loop in loops]
    if all(s.path == source.path and source.text.startswith(variable.name, s.start) for s in starts):
        yield from (Edit(source.span(s.start, s.start), f"{variable.type} ", RULE) for s in starts)


def _outermost(node: Node, key: str) -> Iterator[Node]:
    """The loops that set a variable in their heads before anything reads it, without those in others."""
    if node.kind is Kind.FOR and _sets(node.parts[0], key):
        yield node
        return
    for part in node.parts:
        yield from _outermost(part, key)


def _sets(initial: Node, key: str) -> bool:
    if initial.kind is not Kind.ASSIGN or initial.name != "=" or initial.parts[0].kind is not Kind.NAME:
        return False
    return initial.parts[0].variable == key and all(n.variable != key for n in initial.parts[1].walk())


def _is_handed_on(body: Node, key: str) -> bool:
    """Whether a variable's address is taken, or a lambda, an assembly or a reference may hold it."""
    holders = (n for n in body.walk() if n.kind in (Kind.LAMBDA, Kind.ASM) or (n.kind is Kind.UNARY and n.name == "&"))
    return any(n.variable == key for holder in holders for n in holder.walk())
