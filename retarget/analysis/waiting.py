"""Places where a thread waits for what another one writes.

Rules: a loop waits when what decides its end is read from memory, or exchanged by an atomic, and no statement of the
loop changes a variable that the condition names, unless the access is volatile or atomic in any case:
- a volatile load, or an atomic operation with a constant operand (`atomicCAS(&lock, 0, 1) != 0`), in the condition of a
  loop or of a jump out of it, or in a function that it calls. An atomic whose operands the loop computes retries an
  update, and waits for nobody;
- the same in a condition that decides, inside of the loop, whether a variable of the end's condition is set, or whether
  a `continue` goes round what sets it or ends the loop;
- a plain load of one place in the condition of a loop whose body is empty or only fences.

What a `goto` to a label in front of it repeats is a loop. `do ... while (0)` is no loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from retarget.analysis import device_calls
from retarget.analysis.effects import EffectsOf
from retarget.analysis.jumps import jumps
from retarget.analysis.lvalues import is_memory, is_volatile
from retarget.unit.tree import LOOPS, Function, Kind, Node, Variable


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
    loops = (*function.body.of(*LOOPS), *_jumps_back(function.body))
    return (loop for loop in loops if _waits(loop, function.variables, effects))


def _jumps_back(body: Node) -> Iterator[Node]:
    """What jumps to labels in front of them repeat, as endless loops that only jumps leave."""
    labels = {n.name: n.span.start for n in body.of(Kind.LABEL)}
    for jump in body.of(Kind.GOTO):
        first = labels.get(jump.name, 0)
        if first <= jump.span.start:
            repeated = tuple(_between(body, first, jump.span.end))
            none = Node(Kind.NONE, jump.span)
            yield Node(Kind.WHILE, jump.span, (none, Node(Kind.BLOCK, jump.span, repeated)))


def _between(node: Node, first: int, last: int) -> Iterator[Node]:
    """The outermost nodes that begin in a range of the text."""
    if first <= node.span.start < last:
        yield node
        return
    for part in node.parts:
        yield from _between(part, first, last)


def _calls(function: Function) -> Iterator[Node]:
    return (n for n in function.body.walk() if n.kind is Kind.CALL or n.callee)


def _waits(loop: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> bool:
    if loop.kind is Kind.DO and loop.condition.name == "0":  # a macro's way to be one statement
        return False
    conditions = [loop.condition] if loop.kind is not Kind.EACH else []
    taken = list(jumps(loop))
    ends = [under for jump, under in taken if jump.kind is not Kind.CONTINUE]
    skips = [condition for jump, under in taken if jump.kind is Kind.CONTINUE for condition in under]
    conditions += [condition for under in ends for condition in under]
    conditions += skips if ends else []
    body = loop.parts[0] if loop.kind is Kind.DO else loop.parts[-1]
    set_inside: dict[str, list[Node]] = {}
    for part in loop.parts:
        _set_inside(part, skips if part is body else [], set_inside)
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


def _set_inside(node: Node, under: list[Node], found: dict[str, list[Node]]) -> None:
    """The variables that are set, with the values, and with the conditions that decide whether it is done."""
    if node.kind is Kind.ASSIGN and node.parts[0].kind is Kind.NAME:
        found.setdefault(node.parts[0].variable, []).extend((node.parts[1], *under))
    elif node.kind is Kind.UNARY and node.name.endswith(("++", "--")) and node.parts[0].kind is Kind.NAME:
        found.setdefault(node.parts[0].variable, []).extend(under)
    elif node.kind is Kind.VARIABLE and node.parts:
        found.setdefault(node.variable, []).extend((node.parts[0], *under))
    if node.kind in (Kind.IF, Kind.WHILE, Kind.FOR, Kind.SWITCH, Kind.CONDITIONAL):
        under = [*under, node.condition]
    elif node.kind is Kind.BINARY and node.name in ("&&", "||"):
        under = [*under, node.parts[0]]
    for part in node.parts:
        _set_inside(part, under, found)


def _idle(body: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> bool:
    done = effects.of(body, variables)
    changes = any(n.kind in (Kind.ASSIGN, Kind.VARIABLE) or n.name.endswith(("++", "--")) for n in body.walk())
    fences = all(n.name in device_calls.FENCES for n in done.impure)
    return not changes and not done.stores and not done.atomics and not done.synchronises and fences
