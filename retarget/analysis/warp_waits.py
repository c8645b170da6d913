"""Loops in which a lane may wait for another lane of its warp: where lanes run in lockstep, they have no end.

Rules: a loop waits where what decides its end is an exchange that offers the same values in each turn
(`atomicCAS(&lock, 0, 1)`), or a volatile load; the conditions count under which it sets a variable that decides, too:
compilers take the branch that sets it out of the loop. It waits for its own warp where the function changes that memory
in the loop, behind it, or in another branch than the loop's. Lanes that come one at a time wait for other warps alone:
below a condition that lets one lane of a warp through, in blocks of one thread, and where all calls come so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from retarget.analysis import device_calls
from retarget.analysis.guards import changes, under
from retarget.analysis.integer_values import DeviceProgram
from retarget.analysis.jumps import jumps
from retarget.analysis.lvalues import is_memory, is_volatile
from retarget.unit.tree import LOOPS, Function, Kind, Node, Storage

WARP = 32
_EXCHANGES = frozenset({"atomicCAS", "atomicExch"})
_READS = frozenset({"atomicAdd", "atomicOr", "atomicMax", "atomicSub", "atomicXor"})  # of nothing
_SCOPES = ("_block", "_system")


class Wait(Struct, frozen=True):
    """A loop, what it waits by, and what lets it go on, where that is seen."""

    function: Function
    loop: Node
    by: Node
    released: Node | None


def warp_waits(program: DeviceProgram) -> Iterator[Wait]:
    for flow in program.flows.values():
        function = flow.function
        volatile = ("volatile" in t for t in (*_types(function), *(n.type for n, _ in flow.nodes)))
        exchanges = (_scoped(n.name) in _EXCHANGES | _READS for n, _ in flow.nodes if n.kind is Kind.CALL)
        if not any(exchanges) and not any(volatile):
            continue
        for path in _loops(function):
            if (found := _waiting(function, path)) and not _alone(program, function, path):
                yield found


def _types(function: Function) -> Iterator[str]:
    return (v.canonical for v in function.variables.values())


def _paths(node: Node) -> Iterator[tuple[Node, ...]]:
    """Each node with those that it stands in, the outermost first."""
    waiting: list[tuple[Node, ...]] = [(node,)]
    while waiting:
        path = waiting.pop()
        yield path
        waiting += [(*path, part) for part in reversed(path[-1].parts)]


def _loops(function: Function) -> list[tuple[Node, ...]]:
    """The loops that hold something to wait by, each with what it stands in."""
    paths = list(_paths(function.body))
    holding = {id(n) for p in paths if _may_be_offered(p[-1]) or _is_awaited(p[-1], function) for n in p}
    return [p for p in paths if p[-1].kind in LOOPS and id(p[-1]) in holding]


def _waiting(function: Function, path: Sequence[Node]) -> Wait | None:
    loop = path[-1]
    if _works_through(loop, function):
        return None
    changed = _changed(loop)
    for decided, node in ((e, n) for e in _deciding(loop) for n in e.walk()):
        is_exchange = _is_exchange(node, changed)
        retries = any(n.variable in changed and not _is_awaited(n, function) for n in decided.of(Kind.NAME))
        if not is_exchange and (retries or not _is_awaited(node, function)):
            continue
        base = _base(node.parts[0] if is_exchange else node)
        writes = [p for p in _paths(function.body) if p[-1] is not node and _writes(p[-1], base, function)]
        if not is_exchange and any(_is_in_each_turn(w, path) for w in writes):
            continue
        later = [w for w in writes if _may_follow(w, path)]
        if later or (is_exchange and not writes and _scoped(node.name) in _EXCHANGES):
            return Wait(function, loop, node, later[0][-1] if later else None)
    return None


def _works_through(loop: Node, function: Function) -> bool:
    """Whether a loop goes through elements by its counter, and ends with the last one: who stores what lets it end
    early is not waited for."""
    if loop.kind is not Kind.FOR or len(loop.parts) != 4:
        return False
    _, condition, increment, body = loop.parts
    bounded = {g.variable for g in under((), condition, True, body) if g.operator != "=="} & _changed(increment)
    bounded -= changes(condition)
    bounded -= {p.variable for call in loop.of(Kind.CALL) for p in call.parts}  # which may take it by reference
    bounded -= {n.variable for v in loop.of(Kind.VARIABLE) if _is_reference(v, function) for n in v.of(Kind.NAME)}
    return any(
        name.variable in bounded and _is_own(name, function)
        for element in body.of(Kind.INDEX)
        for name in element.parts[-1].of(Kind.NAME)
    )


def _is_own(name: Node, function: Function) -> bool:
    variable = function.variables.get(name.variable)
    return variable is not None and variable.storage is Storage.LOCAL and not variable.is_volatile


def _is_reference(declared: Node, function: Function) -> bool:
    variable = function.variables.get(declared.variable)
    return variable is None or variable.is_reference


def _deciding(loop: Node) -> list[Node]:
    """The expressions that decide when a loop ends."""
    found = [] if loop.kind is Kind.EACH else [loop.condition]
    for jump, conditions in jumps(loop):
        if jump.kind in (Kind.BREAK, Kind.RETURN):
            found += conditions
    named = {n.variable for e in found for n in e.of(Kind.NAME)}
    for path in _paths(loop):
        node = path[-1]
        target = node.parts[0] if node.kind is Kind.ASSIGN else node
        if node.kind in (Kind.ASSIGN, Kind.VARIABLE) and target.variable in named and node.parts:
            found.append(node.parts[-1])
            found += [n.parts[0] for n in path[1:-1] if n.kind is Kind.IF]
    more = {n.variable for e in found for n in e.of(Kind.NAME)} - named
    for node in loop.of(Kind.VARIABLE, Kind.ASSIGN):
        target = node.parts[0] if node.kind is Kind.ASSIGN else node
        if target.variable in more and node.parts:
            found.append(node.parts[-1])
    return found


def _changed(loop: Node) -> frozenset[str]:
    """The variables that a loop changes."""
    found = {n.variable for n in loop.of(Kind.VARIABLE)}
    for node in loop.of(Kind.ASSIGN, Kind.UNARY):
        if (node.kind is Kind.ASSIGN or node.name.endswith(("++", "--"))) and node.parts[0].kind is Kind.NAME:
            found.add(node.parts[0].variable)
    return frozenset(found)


def _scoped(name: str) -> str:
    return next((name.removesuffix(s) for s in _SCOPES if name.endswith(s)), name)


def _may_be_offered(node: Node) -> bool:
    """Whether a node is an exchange, or an atomic operation that only reads."""
    if node.kind is not Kind.CALL or not device_calls.is_atomic(node.name) or not node.parts:
        return False
    name = _scoped(node.name)
    return name in _EXCHANGES or (name in _READS and len(node.parts) == 2 and node.parts[1].name == "0")


def _is_exchange(node: Node, changed: frozenset[str]) -> bool:
    """Whether an atomic operation asks the same in each turn: only another thread can change its answer."""
    return _may_be_offered(node) and not any(n.variable in changed for part in node.parts for n in part.of(Kind.NAME))


def _is_awaited(node: Node, function: Function) -> bool:
    """A volatile load."""
    return is_memory(node, function.variables) and is_volatile(node, function.variables)


def _base(node: Node) -> str:
    """What names the memory: a variable, or a member."""
    for part in node.walk():
        if part.kind is Kind.NAME and part.variable:
            return part.variable
        if part.kind is Kind.MEMBER and not any(True for _ in part.of(Kind.NAME)):
            return part.name
    return ""


def _writes(node: Node, base: str, function: Function) -> bool:
    if node.kind is Kind.CALL and device_calls.is_atomic(node.name) and node.parts:
        return _base(node.parts[0]) == base
    is_changed = node.kind is Kind.ASSIGN or (node.kind is Kind.UNARY and node.name.endswith(("++", "--")))
    return is_changed and is_memory(node.parts[0], function.variables) and _base(node.parts[0]) == base


def _may_follow(write: Sequence[Node], loop: Sequence[Node]) -> bool:
    """Whether a lane may come to a write while, or after, another one is in the loop."""
    if write[-1].span.start > loop[-1].span.start:
        return True
    fork = next((i for i, (a, b) in enumerate(zip(write, loop, strict=False)) if a is not b), None)
    return fork is None or write[fork - 1].kind is Kind.IF  # in the loop, of one macro with it, or in another branch


def _is_in_each_turn(write: Sequence[Node], loop: Sequence[Node]) -> bool:
    """Whether the lane itself writes there whenever it goes round."""
    return (
        len(write) > len(loop)
        and write[len(loop) - 1] is loop[-1]
        and not any(n.kind is Kind.IF for n in write[len(loop) :])
    )


# Lanes that come one at a time


def _alone(program: DeviceProgram, function: Function, path: Sequence[Node], seen: tuple[str, ...] = ()) -> bool:
    if any(_lets_one_through(function, *g) for g in _conditions(path)):
        return True
    threads = program.blocks.get(function.usr)
    if threads and threads[0] * threads[1] * threads[2] == 1:
        return True
    calls = program.calls.get(function.usr, [])
    if function.is_kernel or not calls or function.usr in seen or function.name in program.free:
        return False
    return all(
        _alone(program, c.caller.function, p, (*seen, function.usr))
        for c in calls
        for p in _paths(c.caller.function.body)
        if p[-1] is c.node
    )


def _conditions(path: Sequence[Node]) -> Iterator[tuple[Node, bool]]:
    """The conditions around the end of a path, and whether they hold there; those of earlier jumps too."""
    for outer, inner in zip(path, path[1:], strict=False):
        if outer.kind is Kind.IF and inner is not outer.parts[0]:
            yield outer.parts[0], inner is outer.parts[1]
        elif outer.kind is Kind.BLOCK:
            for part in outer.parts:
                if part is inner:
                    break
                if part.kind is Kind.IF and _leaves(part.parts[1]):
                    yield part.parts[0], False


def _leaves(node: Node) -> bool:
    last = node.parts[-1] if node.kind is Kind.BLOCK and node.parts else node
    return last.kind in (Kind.RETURN, Kind.BREAK, Kind.CONTINUE)


def _lets_one_through(function: Function, condition: Node, holds: bool) -> bool:
    if condition.kind is Kind.UNARY and condition.name == "!":
        inner = condition.parts[0]
        return _tells_lanes(function, inner) if holds else _lets_one_through(function, inner, True)
    if condition.kind is Kind.BINARY and condition.name == ("&&" if holds else "||"):
        return any(_lets_one_through(function, p, holds) for p in condition.parts)
    if condition.kind is Kind.BINARY and condition.name == ("==" if holds else "!="):
        return any(_tells_lanes(function, p) for p in condition.parts)
    if condition.kind is Kind.BINARY and condition.name == ("<" if holds else ">="):
        return condition.parts[1].name == "1" and _tells_lanes(function, condition.parts[0])
    is_thread = condition.kind in (Kind.NAME, Kind.BINARY) and not holds
    return is_thread and _tells_lanes(function, condition)


def _tells_lanes(function: Function, node: Node, depth: int = 0) -> bool:
    """Whether a value differs from lane to lane of a warp; what nobody knows is taken for a lane that was elected."""
    if node.kind is Kind.BUILTIN:
        return node.name == "threadIdx.x"
    if node.kind is Kind.NAME and depth < 8:
        given = [d.parts[-1] for d in _definitions(function, node.variable)]
        return all(_tells_lanes(function, g, depth + 1) for g in given) and bool(given)
    if node.kind is Kind.BINARY and node.name in ("+", "-"):
        return any(_tells_lanes(function, p, depth) for p in node.parts)
    if node.kind is Kind.BINARY and node.name in ("&", "%"):
        least = WARP - (node.name == "&")
        right = node.parts[1]
        is_warp = right.name.isdigit() and int(right.name) >= least and (int(right.name) - least) % WARP == 0
        return (is_warp or right.kind in (Kind.NAME, Kind.BUILTIN)) and _tells_lanes(function, node.parts[0], depth)
    return node.kind in (Kind.CALL, Kind.OTHER)


def _definitions(function: Function, key: str) -> Iterator[Node]:
    for node in function.body.of(Kind.VARIABLE, Kind.ASSIGN):
        target = node.parts[0] if node.kind is Kind.ASSIGN else node
        if target.kind in (Kind.NAME, Kind.VARIABLE) and target.variable == key and node.parts:
            yield node
