"""Lanes of a warp that talk through shared memory with no barrier between them.

Such code counts on the lanes running in step. A *hazard* is a pair of accesses to one array, with no barrier
between, one of them a store, at indices that differ, both by lanes of one warp: under `tid < 32`, in a block of at
most 32 threads, or through a volatile pointer. A barrier for the warp between the two makes it right on any width.

*Exact*: where the barriers can be put. Each statement of the hazards stands in straight-line code (its conditions
and loop heads are the same in all lanes), or in one lane-dependent `if` after which the lanes are together again;
a statement that reads a neighbour's element and stores into its own is split: load, barrier, store, barrier.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.analysis.lane_values import ASSIGNMENTS, WARP, integer
from retarget.analysis.shared_accesses import Event, Position, SharedAccess, ThreadGuard, WalkedFunction
from retarget.analysis.shared_arrays import Array
from retarget.analysis.statements import Statement, commas
from retarget.source.brackets import SQUARE, closing
from retarget.source.lexer import NAME, Token


class Hazard(Struct, frozen=True):
    """`before` leaves what `after` meets; `guard` is the condition that holds the lanes to one warp, if one does."""

    before: SharedAccess
    after: SharedAccess
    guard: ThreadGuard | None


class Barrier(Struct, frozen=True):
    """A barrier for the warp after `anchor`; where `load` is given, its tokens are read before the statement `inner`,
    which is the anchor or stands in it, and a barrier stands between. `braces`: the anchor is no direct part of a
    block."""

    anchor: Statement
    braces: bool
    load: tuple[int, int] | None = None
    within: Statement | None = None

    @property
    def inner(self) -> Statement:
        return self.within or self.anchor


def hazards(events: Iterable[Event], *, one_warp: bool) -> list[Hazard]:
    """`one_warp`: all threads that run the function at a time are of one warp, or are called so."""
    found: dict[tuple[int, int], Hazard] = {}
    listed = list(events)
    met = {e.array.name for e in listed if e is not None and (e.varies or _lane(e))}  # of others no two lanes meet
    since: defaultdict[str, list[SharedAccess]] = defaultdict(list)  # by array
    for event in listed:
        if event is None:
            since.clear()
            continue
        if event.array.name not in met:
            continue
        for before in since[event.array.name]:
            if _meet(before, event) and (one_warp or _in_warp(before, event)):
                found.setdefault((before.first, event.first), Hazard(before, event, warp_guard(before, event)))
        since[event.array.name].append(event)
    # A store after a neighbour's load alone is kept in order by what is stored, and is no sign of a missing barrier.
    handed_on = {h.before.array for h in found.values() if h.before.writes and h.after.reads}
    return [h for h in found.values() if h.before.array in handed_on]


def _meet(before: SharedAccess, after: SharedAccess) -> bool:
    if not (before.writes or after.writes):
        return False
    if not ((before.writes and after.reads) or (before.reads and after.writes)) or not before.meets(after):
        return False
    if before.statement is after.statement and not _repeats(before, after):
        return False
    if _lane(before) and _lane(before) == _lane(after):
        return False
    if before.index == after.index:
        return _hands_out(before, after)
    return before.varies or after.varies


def _repeats(before: SharedAccess, after: SharedAccess) -> bool:
    """Whether two accesses of one statement are of two iterations: the store of one, the loads of the next."""
    return before.writes and not after.writes


def _hands_out(before: SharedAccess, after: SharedAccess) -> bool:
    """One lane stores an element that is the same for all, and all read it."""
    return (
        bool(_lane(before)) and not _lane(after) and before.writes and after.reads and "<" not in "".join(before.index)
    )


def _lane(access: SharedAccess) -> frozenset[str]:
    """What singles one lane out around an access."""
    return frozenset(g.equal for g in access.place.guards if g.equal)


def _in_warp(before: SharedAccess, after: SharedAccess) -> bool:
    return before.array.is_volatile or warp_guard(before, after) is not None


def warp_guard(before: SharedAccess, after: SharedAccess) -> ThreadGuard | None:
    """The warp guard around both, or around the later one where the earlier has its own."""
    bounds = [[g for g in a.place.guards if _is_one_warp(g)] for a in (before, after)]
    return bounds[0][0] if bounds[0] and bounds[1] else None


def _is_one_warp(guard: ThreadGuard) -> bool:
    """Whether a condition lets lanes of the first warp through alone: `tid < 32`, `tid == 0`."""
    return guard.below is not None or (guard.equal.isdigit() and int(guard.equal) < WARP)


def barriers(
    function: WalkedFunction, found: Sequence[Hazard], accesses: Sequence[SharedAccess]
) -> tuple[Barrier, ...] | None:
    """The barriers that make these hazards of one array right, or None where that is not certain.

    accesses: all accesses of the function to the array.
    """
    placed: dict[int, Barrier] = {}
    for hazard in found:
        for access in (hazard.before, hazard.after):
            barrier = _behind_loop(function, hazard) if access is hazard.before else None
            barrier = barrier or _after(function, access, accesses)
            is_last = access is hazard.after and not (access.writes and _of_caller(function, access))
            if access is hazard.after and (barrier is None or (is_last and barrier.load is None)):
                continue  # nothing has to follow it
            if barrier is None:
                return None
            placed[barrier.anchor.first] = barrier
    return tuple(placed.values()) if _apart(function, placed.values()) else None


def _of_caller(function: WalkedFunction, access: SharedAccess) -> bool:
    """Whether a function was given the array: who called it may read what it stores last."""
    return access.array.is_parameter and access.array.name not in function.in_global


def _behind_loop(function: WalkedFunction, hazard: Hazard) -> Barrier | None:
    """The barrier behind a loop that only reads what is stored outside of it."""
    loop = hazard.before.place.loop
    if hazard.before.writes or loop is None or loop.first <= hazard.after.first <= loop.last:
        return None
    return Barrier(loop, False) if function.code[loop.last].text in (";", "}") else None


def _apart(function: WalkedFunction, placed: Iterable[Barrier]) -> bool:
    spans = sorted((b.anchor.first, b.anchor.last) for b in placed)
    return all(one[1] < other[0] for one, other in zip(spans, spans[1:], strict=False))


def _after(function: WalkedFunction, access: SharedAccess, accesses: Sequence[SharedAccess]) -> Barrier | None:
    place = access.place
    anchor = place.anchor
    if anchor is None or function.code[anchor.last].text not in (";", "}"):
        return None
    if access.writes and _has_comma(function, anchor):
        return None  # what is behind a comma comes after it
    if place.in_lambda and function.code[anchor.first].text == "return":
        return None  # what follows the call comes after it
    same = list({a.first: a for a in accesses if a.statement is access.statement}.values())
    if place.is_uniform:
        if access.statement is not anchor:
            return None  # in a condition or a loop head
        return _split(function, anchor, place, same)
    if not _is_plain_branch(function, anchor, access):
        return None
    apart = _split(function, access.statement, place, same)
    if apart is None or apart.load is None:
        return Barrier(anchor, not place.in_block)  # one access of all lanes comes before the next anyway
    return replace(apart, anchor=anchor, within=access.statement)


def _has_comma(function: WalkedFunction, anchor: Statement) -> bool:
    """Whether a comma stands in no bracket of a simple statement."""
    return anchor.kind == "simple" and len(commas(function.code, anchor.first, anchor.last)) > 1


def _is_plain_branch(function: WalkedFunction, anchor: Statement, access: SharedAccess) -> bool:
    """`if (lane >= d) s[i] += s[i - d];`: no loop, no jump, and one statement on shared memory inside."""
    if anchor.kind != "if" or len(anchor.parts) != 1:
        return False
    body = anchor.parts[0]
    inner = body.parts if body.kind == "block" else (body,)
    words = {t.text for t in function.code[anchor.first : anchor.last + 1]}
    touching = [s for s in inner if any(t.text in function.arrays for t in function.code[s.first : s.last + 1])]
    is_simple = all(s.kind == "simple" for s in inner) and not words & {"return", "break", "continue", "goto"}
    return is_simple and touching == [access.statement] and not _hidden(function, access.statement)


def _split(function: WalkedFunction, anchor: Statement, place: Position, same: list[SharedAccess]) -> Barrier | None:
    if _hidden(function, anchor):
        return None
    own = next((a for a in same if a.writes), None)
    if own is None:
        return Barrier(anchor, not place.in_block) if place.in_block else None
    below = min((g.below for g in place.guards if g.below), default=WARP)
    foreign = [a for a in same if not a.writes and a.index != own.index and not _beyond(function, a, own, below)]
    if not foreign:
        return Barrier(anchor, not place.in_block)
    words = {t.text for t in function.code[anchor.first : anchor.last + 1]}
    if len(foreign) > 1 or own.first != anchor.first or words & {"?", "&&", "||", "++", "--"}:
        return None
    if _assigned(function, anchor) & {t.text for t in function.code[foreign[0].first : foreign[0].last + 1]}:
        return None
    return Barrier(anchor, not place.in_block, (foreign[0].first, foreign[0].last))


def _beyond(function: WalkedFunction, foreign: SharedAccess, own: SharedAccess, below: int) -> bool:
    """Whether the element lies as far away from the own one as there are lanes here: none of them stores there."""
    head, plus, offset = foreign.index[-1].rpartition(" + ")
    distance = function.values.constants.get(offset, integer(offset))
    return bool(plus) and (*foreign.index[:-1], head) == own.index and distance is not None and distance >= below


def _hidden(function: WalkedFunction, statement: Statement) -> bool:
    """Whether a shared array is handed on whole in a statement: what is done with it there is not seen."""
    code, shared = function.code, function.arrays.keys() - function.in_global
    named = (i for i in range(statement.first, statement.last) if code[i].text in shared)
    return any(code[i - 1].text == "&" or not _is_indexed(function, i) for i in named)


def _is_indexed(function: WalkedFunction, at: int) -> bool:
    """Whether an array's name is all that is needed, or indices follow: `s[x]`, `(*row)[x]`."""
    words = [t.text for t in function.code[at - 1 : at + 3]]
    if words[2] == "." and function.arrays[words[1]].is_element:
        while function.code[at + 1].text == ".":
            at += 2
        return function.code[at + 1].text not in ("(", ")", ",")  # nor a method, or a member that is handed on
    return words[2] == "[" or words[::2] + words[3:] == ["*", ")", "["] or function.arrays[words[1]].is_element


def _assigned(function: WalkedFunction, statement: Statement) -> set[str]:
    code: Sequence[Token] = function.code
    return {
        code[i - 1].text
        for i in range(statement.first + 1, statement.last)
        if code[i].text in ASSIGNMENTS and code[i - 1].kind == NAME
    }


def lockstep_loops(function: WalkedFunction, statement: Statement) -> list[tuple[Statement, Array]]:
    """Loops that store into an array and repeat until the store is still there: no lane's store may come between
    another's store and its check."""
    found = []
    if statement.kind == "do" and statement.head_last >= statement.head_first:
        head = {t.text for t in function.code[statement.head_first : statement.head_last + 1]}
        for name in sorted(head & function.arrays.keys()):
            if _stores(function, statement.parts[0], name):
                found.append((statement, function.arrays[name]))
    for part in statement.parts:
        found += lockstep_loops(function, part)
    return found


def _stores(function: WalkedFunction, body: Statement, name: str) -> bool:
    code = function.code
    opened = [i for i in range(body.first, body.last) if code[i].text == name and code[i + 1].text == "["]
    return any(_stored_at(code, i + 1) for i in opened)


def _stored_at(code: Sequence[Token], bracket: int) -> bool:
    end = closing(code, bracket, SQUARE, own_directive=False)
    return end is not None and end + 1 < len(code) and code[end + 1].text in ASSIGNMENTS
