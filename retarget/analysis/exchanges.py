"""Threads that read elements of shared memory which others store, with no barrier between and no condition that holds
them to one warp.

The index stored at is the thread's or the lane's number besides what is the same for its neighbours; the index read
at is another thread's by a constant, or by what a condition on the lane bounds. *Of a warp*: such a condition, or one
row of the array for each warp, says that lanes of one warp are meant; else threads of several warps race.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from retarget.analysis.lane_values import WARP, Holds, tells_lane
from retarget.analysis.shared_accesses import Event, SharedAccess, WalkedFunction
from retarget.analysis.sums import NUMBER, Sum, Sums, Term, difference

_NUMBERS = (Holds.THREAD, Holds.LANE)
_COMPARISONS = frozenset({"<", "<=", ">", ">="})


@dataclass(frozen=True)
class Exchange:
    """`before` stores what another thread's `after` reads."""

    before: SharedAccess
    after: SharedAccess
    of_warp: bool


def exchanges(function: WalkedFunction, events: Iterable[Event], sums: Sums) -> Iterator[Exchange]:
    stores: defaultdict[str, list[SharedAccess]] = defaultdict(list)  # by array, since the last barrier
    for event in events:
        if event is None:
            stores.clear()
            continue
        if event.reads:
            yield from reversed(list(_read(function, sums, stores[event.array.name], event)))
        if event.writes:
            stores[event.array.name].append(event)


def _read(
    function: WalkedFunction, sums: Sums, stores: Sequence[SharedAccess], read: SharedAccess
) -> Iterator[Exchange]:
    """From the last store to the last one by which the thread itself stored what it reads."""
    for before in reversed(stores):
        of_warp = _exchange(function, sums, before, read)
        if of_warp is not None:
            yield Exchange(before, read, of_warp)
        if _covers(sums, before, read):
            return


def _exchange(function: WalkedFunction, sums: Sums, before: SharedAccess, after: SharedAccess) -> bool | None:
    """Whether lanes of one warp are meant; None where no exchange is seen."""
    if _apart(before, after) or before.is_moved or after.is_moved:
        return None
    stored, read = sums.index(before.parts), sums.index(after.parts)
    unlike = [(one, other) for one, other in zip(stored, read, strict=False) if difference(one, other)]
    if len(stored) != len(read) or len(unlike) > 1 or not all(_is_even(part) for part in stored):
        return None
    by_lane = _by_lane(function, before, after)
    if not unlike:
        return True if _hands_out(before, after, stored) else None
    one, other = unlike[0]
    rows = any(term.held is Holds.WARP_INDEX for part in stored for term in part)
    if rows and _residual(one, other) == {Term("<lane>", Holds.LANE): 1}:
        return True
    return _shifted(one, other, by_lane, before)


def _shifted(one: Sum, other: Sum, by_lane: bool, before: SharedAccess) -> bool | None:
    """Whether an index is another thread's, by a shift that is the same for all. A parameter may point to the own
    element: `p[0] += p[-1]`."""
    shift = difference(other, one)
    is_own = any(_is_number(term) for term in one) or (before.array.is_parameter and not any(t != NUMBER for t in one))
    if any(term.held is not Holds.NOTHING for term in shift) or not is_own:
        return None
    distance = abs(shift.get(NUMBER, 0))
    if by_lane:
        return True if len(shift) > 1 or NUMBER not in shift or distance < WARP else None
    is_near = len(shift) == 1 and 0 < distance < WARP
    return False if is_near and before.place.is_uniform and not before.place.guards else None


def _residual(one: Sum, other: Sum) -> Sum:
    return {term: times for term, times in one.items() if other.get(term) != times}


def _is_number(term: Term) -> bool:
    return term.held in _NUMBERS


def _is_even(part: Sum) -> bool:
    """Whether an index goes on by one from thread to thread: no multiple of a thread's number, nothing made of it."""
    varying = {term: times for term, times in part.items() if term.held is not Holds.NOTHING}
    numbers = [term for term in varying if _is_number(term) and not _is_outer(term)]
    rest = [term for term in varying if term not in numbers and not _is_outer(term)]
    return (
        len(numbers) <= 1
        and all(varying[term] == 1 for term in numbers)
        and all(term.held is Holds.WARP_INDEX for term in rest)
    )


def _is_outer(term: Term) -> bool:
    """Made of `threadIdx.y` or `.z`, which neighbours along x share."""
    words = term.text.split(" ")
    at = [i for i, word in enumerate(words[:-2]) if word == "threadIdx"]
    return bool(at) and all(words[i + 2] in ("y", "z") for i in at) and len(words) > 3


def _hands_out(before: SharedAccess, after: SharedAccess, stored: tuple[Sum, ...]) -> bool:
    """One lane of each warp stores its warp's element, and all read it."""
    lanes = [{g.equal for g in a.place.guards if g.equal and g.symbol == "<lane>"} for a in (before, after)]
    by_warp = any(term.held is Holds.WARP_INDEX for part in stored for term in part)
    return by_warp and bool(lanes[0]) and not lanes[1]


def _by_lane(function: WalkedFunction, before: SharedAccess, after: SharedAccess) -> bool:
    """Whether a condition around either access, or before a `?` in its statement, bounds the lane; around both, one
    that picks lanes (`lane % 2 == 0`) may leave each its own elements."""
    heads = [set(_heads(function, access)) for access in (before, after)]
    alone = heads[0] ^ heads[1]
    return any(
        tells_lane(function.code[first : last + 1], function.values)
        and ((first, last) in alone or _compares(function, first, last))
        for first, last in heads[0] | heads[1]
    )


def _heads(function: WalkedFunction, access: SharedAccess) -> Iterator[tuple[int, int]]:
    yield from ((branch.head_first, branch.head_last) for branch, _ in access.place.arms)
    for i in range(access.statement.first, access.first):
        if function.code[i].text == "?":
            yield access.statement.first, i - 1


def _compares(function: WalkedFunction, first: int, last: int) -> bool:
    return any(t.text in _COMPARISONS for t in function.code[first : last + 1])


def _apart(before: SharedAccess, after: SharedAccess) -> bool:
    """Whether two accesses stand in different arms of one branch."""
    arms = {branch.first: arm for branch, arm in before.place.arms}
    return any(arms.get(branch.first, arm) != arm for branch, arm in after.place.arms)


def _covers(sums: Sums, other: SharedAccess, read: SharedAccess) -> bool:
    """Whether the thread itself stored the element that it reads."""
    return (
        other.place.is_uniform
        and len(other.parts) == len(read.parts)
        and not any(difference(a, b) for a, b in zip(sums.index(other.parts), sums.index(read.parts), strict=True))
    )
