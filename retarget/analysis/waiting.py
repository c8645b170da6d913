"""Places where a thread waits for what another one writes.

Rules: a loop waits when what decides its end is read from memory, or exchanged by an atomic, and no statement of the
loop changes a variable that the condition names, unless the access is volatile or atomic in any case:
- a volatile load, or an atomic operation with a constant operand (`atomicCAS(&lock, 0, 1) != 0`), in the condition of a
  loop or of a jump out of it, or in a function that it calls. An atomic whose operands the loop computes retries an
  update, and waits for nobody;
- a plain load of one place in the condition of a loop whose body is empty or only fences.

`do ... while (0)` is no loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from retarget.analysis import device_calls
from retarget.analysis.dependence import jumps
from retarget.analysis.effects import EffectsOf, is_memory, is_volatile
from retarget.tree import LOOPS, Function, Kind, Node, Variable


def waits(function: Function, effects: EffectsOf) -> Iterator[Node]:
    """The loops of a function, and the calls of functions, that wait."""
    yield from _waiting_loops(function, effects)
    known: dict[str, bool] = {}
    for call in _calls(function):
        if any(_may_wait(f, effects, known) for f in effects.meant(call)):
            yield call


def _may_wait(function: Function, effects: EffectsOf, known: dict[str, bool]) -> bool:
    """Whether a function waits, or one that it calls. known: of those that were asked before."""
    if function.usr not in known:
        known[function.usr] = False  # where it is called again, its loops are looked at already
        inside = (f for call in _calls(function) for f in effects.meant(call))
        known[function.usr] = any(_waiting_loops(function, effects)) or any(
            _may_wait(f, effects, known) for f in inside
        )
    return known[function.usr]


def _waiting_loops(function: Function, effects: EffectsOf) -> Iterator[Node]:
    return (loop for loop in function.body.of(*LOOPS) if _waits(loop, function.variables, effects))


def _calls(function: Function) -> Iterator[Node]:
    return (n for n in function.body.walk() if n.kind is Kind.CALL or n.callee)


def _waits(loop: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> bool:
    if loop.kind is Kind.DO and loop.condition.name == "0":  # a macro's way to be one statement
        return False
    conditions = [loop.condition] if loop.kind is not Kind.EACH else []
    for jump, under in jumps(loop):
        if jump.kind in (Kind.BREAK, Kind.RETURN):
            conditions += under
    body = loop.parts[0] if loop.kind is Kind.DO else loop.parts[-1]
    set_inside = _set_inside(loop)
    for condition in conditions:
        exchanged = [condition, *(v for n in condition.of(Kind.NAME) for v in set_inside.get(n.variable, ()))]
        for node in (n for e in exchanged for n in e.walk()):
            if node.kind is Kind.CALL and device_calls.is_atomic(node.name) and _is_unchanged(node, set_inside):
                return True
            if node.kind is Kind.CALL and _asks(node, effects) and _is_unchanged(node, set_inside):
                return True
            if is_memory(node, variables) and is_volatile(node, variables):
                return True
        read = [n for n in condition.walk() if is_memory(n, variables)]
        if any(_is_unchanged(n, set_inside) for n in read) and _idle(body, variables, effects):
            return True
    return False


def _is_unchanged(node: Node, set_inside: Mapping[str, list[Node]]) -> bool:
    """Whether a load or a call names the same in every turn: then only another thread can change its answer."""
    return not any(n.variable in set_inside for n in node.of(Kind.NAME))


def _asks(call: Node, effects: EffectsOf) -> bool:
    """Whether a called function exchanges, or reads what others write."""
    return any(d.atomics or d.volatiles or d.unknown for d in map(effects.function, effects.meant(call)))


def _set_inside(loop: Node) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in loop.walk():
        if node.kind is Kind.ASSIGN and node.parts[0].kind is Kind.NAME:
            found.setdefault(node.parts[0].variable, []).append(node.parts[1])
        elif node.kind is Kind.UNARY and node.name.endswith(("++", "--")) and node.parts[0].kind is Kind.NAME:
            found.setdefault(node.parts[0].variable, [])
        elif node.kind is Kind.VARIABLE and node.parts:
            found.setdefault(node.variable, []).append(node.parts[0])
    return found


def _idle(body: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> bool:
    done = effects.of(body, variables)
    changes = any(n.kind in (Kind.ASSIGN, Kind.VARIABLE) or n.name.endswith(("++", "--")) for n in body.walk())
    fences = all(n.name in device_calls.FENCES for n in done.impure)
    return not changes and not done.stores and not done.atomics and not done.synchronises and fences
