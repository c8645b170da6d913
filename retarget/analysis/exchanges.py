"""Threads that read elements of shared memory which others store, with no barrier between and no condition that holds
them to one warp.

The index stored at is the thread's or the lane's number besides what is the same for its neighbours; the index read
at is another thread's by a constant, or by what a condition on the lane bounds. *Of a warp*: such a condition, or one
row of the array for each warp, says that lanes of one warp are meant; else threads of several warps race.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from retarget.analysis.lane_values import BY_WARP, WARP, Holds, tells_lane
from retarget.analysis.shared_accesses import Event, SharedAccess, WalkedFunction
from retarget.analysis.sums import NUMBER, Sum, Sums, Term, difference

_NUMBERS = (Holds.THREAD, Holds.LANE)
_LANE = Term("<lane>", Holds.LANE)
_COMPARISONS = frozenset({"<", "<=", ">", ">="})
_MIXING = frozenset({"^", "&", "|", "<<", ">>", "%", "/"})


class Exchange(Struct, frozen=True):
    """`before` stores what another thread's `after` reads."""

    before: SharedAccess
    after: SharedAccess
    of_warp: bool


class _Unlike(NamedTuple):
    """The indices that differ, stored and read, and by what the first does; whether another lane of the warp's row is
    meant; whether it may be another thread's; whether none differs."""

    indices: tuple[tuple[Sum, Sum], ...]
    shift: Sum
    is_row: bool
    is_near: bool
    is_same: bool
    common: tuple[Sum, ...]


@dataclass
class Pairs:
    """What is asked of a function's pairs of accesses, kept: unrolled by hand, it has millions of them."""

    function: WalkedFunction
    sums: Sums
    _unlike: dict[tuple[str, tuple[str, ...], tuple[str, ...]], _Unlike] = field(default_factory=dict)
    _bounds: dict[tuple[int, int], tuple[bool, bool]] = field(default_factory=dict)
    _heads: dict[int, frozenset[tuple[int, int]]] = field(default_factory=dict)

    def unlike(self, before: SharedAccess, after: SharedAccess) -> _Unlike:
        key = before.array.name, before.index, after.index
        if key not in self._unlike:
            stored, read = self.sums.index(before.parts), self.sums.index(after.parts)
            found = tuple((one, other) for one, other in zip(stored, read, strict=False) if difference(one, other))
            shift = difference(found[0][1], found[0][0]) if found else {}
            is_row = bool(found) and (self._in_rows(stored, found) or (len(found) == 1 and _in_flat_rows(*found[0])))
            is_even = all(_is_even(part) for part in stored) and (not found or _is_shifted(before, found[0][0], shift))
            is_near = len(stored) == len(read) and (is_row or (len(found) <= 1 and is_even))
            self._unlike[key] = _Unlike(
                found, shift, is_row, is_near, not found and len(stored) == len(read), stored[: len(read)]
            )
        return self._unlike[key]

    def _in_rows(self, stored: tuple[Sum, ...], found: Sequence[tuple[Sum, Sum]]) -> bool:
        """Whether each warp has its rows, and a lane stores or reads another one's element there: `s[w][l ^ 1]`, what
        another index holds (`s[w][r][l]`, `s[w][l][r]`), what is read as text alone (`s[AT(w, l + 1)]`), or what bits
        are made of (`j = i ^ step`)."""
        by_warp = any(Holds.WARP_INDEX in self._mentioned(term) for part in stored for term in part)
        shifts = [difference(*pair) for pair in found]
        if not by_warp or any(term.held is Holds.WARP_INDEX for shift in shifts for term in shift):
            return False
        row = self.function.values.row or WARP
        return any(
            any(times % row for times in shift.values())  # else the lane's own next one
            and (
                1 in (one.get(_LANE), other.get(_LANE))
                or self._by_lane(one) != self._by_lane(other)
                or any(map(self._is_mixed, shift))
            )
            for (one, other), shift in zip(found, shifts, strict=True)
        )

    def _is_mixed(self, term: Term) -> bool:
        """Whether a term, or what its name is given anywhere, is made of a lane's bits."""
        if term.held is not Holds.DERIVED:
            return False
        given = (t.text for right in self.sums.stores(term.text) for t in right)
        return not _MIXING.isdisjoint((*given, *term.text.split()))

    def _mentioned(self, term: Term) -> frozenset[Holds]:
        """What a term is made of, by the words of one that is read as text alone."""
        if term.held is not Holds.DERIVED:
            return frozenset({term.held})
        values, words = self.function.values, term.text.split()
        indices = {"x": Holds.LANE, "y": Holds.WARP_INDEX, "z": Holds.WARP_INDEX} if values.row else {}
        own = (indices.get(axis) for word, axis in zip(words, words[2:], strict=False) if word == "threadIdx")
        return frozenset(h for h in (*own, *(values.held.get(w) for w in words)) if h)

    def _by_lane(self, index: Sum) -> frozenset[str]:
        """Of the terms that are read as text alone, the arguments that tell a lane."""
        texts = (part for t in index if t.held is Holds.DERIVED for part in t.text.split(" , "))
        return frozenset(p for p in texts if Holds.LANE in self._mentioned(Term(p, Holds.DERIVED)))

    def is_same(self, before: SharedAccess, read: SharedAccess) -> bool:
        return before.member == read.member and self.unlike(before, read).is_same

    def heads(self, access: SharedAccess) -> frozenset[tuple[int, int]]:
        """Conditions around an access, and what stands before a `?` in its statement."""
        if access.first not in self._heads:
            around = {(branch.head_first, branch.head_last) for branch, _ in access.place.arms}
            words = range(access.statement.first, access.first)
            chosen = {(access.statement.first, i - 1) for i in words if self.function.code[i].text == "?"}
            self._heads[access.first] = frozenset(around | chosen)
        return self._heads[access.first]

    def bounds(self, head: tuple[int, int]) -> tuple[bool, bool]:
        """Whether a condition tells a lane, and whether it compares."""
        if head not in self._bounds:
            words = self.function.code[head[0] : head[1] + 1]
            tells = tells_lane(words, self.function.values)
            self._bounds[head] = tells, any(t.text in _COMPARISONS for t in words)
        return self._bounds[head]

    def by_lane(self, before: SharedAccess, after: SharedAccess) -> bool:
        """Whether a condition around either access bounds the lane; around both, one that picks lanes
        (`lane % 2 == 0`) may leave each its own elements."""
        one, other = self.heads(before), self.heads(after)
        told = ((head, *self.bounds(head)) for head in one | other)
        return any(tells and (head in one ^ other or compares) for head, tells, compares in told)


def exchanges(function: WalkedFunction, events: Iterable[Event], sums: Sums) -> list[Exchange]:
    found = list(_exchanges(function, events, sums))
    # A store after a neighbour's load alone is kept in order by what is stored, and is no sign of a missing barrier.
    handed_on = {e.before.array for e in found if e.before.writes and e.of_warp}
    return [e for e in found if e.before.writes or e.before.array in handed_on]


def _exchanges(function: WalkedFunction, events: Iterable[Event], sums: Sums) -> Iterator[Exchange]:
    pairs = Pairs(function, sums)
    stores: defaultdict[str, list[SharedAccess]] = defaultdict(list)  # by array, since the last barrier
    reads: defaultdict[str, dict[int, SharedAccess]] = defaultdict(dict)
    for event in events:
        if event is None:
            stores.clear()
            reads.clear()
            continue
        name = event.array.name
        if event.reads:
            yield from reversed(list(_read(pairs, stores[name], event)))
        if event.writes:
            yield from _overwritten(pairs, reads[name].values(), event)
            stores[name].append(event)
        else:
            reads[name][event.first] = event


def _read(pairs: Pairs, stores: Sequence[SharedAccess], read: SharedAccess) -> Iterator[Exchange]:
    """From the last store to the last one by which the thread itself stored what it reads."""
    is_own = any(before.place.is_uniform and pairs.is_same(before, read) for before in stores)
    for before in reversed(stores):
        unlike = pairs.unlike(before, read)
        is_near = unlike.is_near and not (before.is_handed_on and read.is_handed_on)
        of_warp = _exchange(pairs, before, read, unlike) if is_near else _of_handed_row(before, read, unlike)
        if of_warp or (of_warp is not None and not is_own):
            yield Exchange(before, read, of_warp)
        if before.place.is_uniform and pairs.is_same(before, read):
            return


def _overwritten(pairs: Pairs, reads: Iterable[SharedAccess], store: SharedAccess) -> Iterator[Exchange]:
    """What lanes of a warp read before another one stores there: the next values of a loop, say."""
    for read in reads:
        if read.statement is not store.statement:
            unlike = pairs.unlike(store, read)
            if unlike.is_near and _exchange(pairs, store, read, unlike):
                yield Exchange(read, store, True)


def _exchange(pairs: Pairs, before: SharedAccess, after: SharedAccess, unlike: _Unlike) -> bool | None:
    """Whether lanes of one warp are meant; None where no exchange is seen."""
    if before.is_moved or after.is_moved or is_apart(before, after) or not before.meets(after):
        return None
    stored = pairs.sums.index(before.parts)
    if unlike.is_same:
        return True if _hands_out(before, after, stored) else None
    if unlike.is_row:
        return True
    shift = unlike.shift
    distance = abs(shift.get(NUMBER, 0))
    if pairs.by_lane(before, after):
        return True if len(shift) > 1 or NUMBER not in shift or distance < WARP else None
    is_near = len(shift) == 1 and 0 < distance < WARP
    return False if is_near and before.place.is_uniform and not before.place.guards else None


def _of_handed_row(before: SharedAccess, after: SharedAccess, unlike: _Unlike) -> bool | None:
    """What a function is handed a warp's row for: to read what lanes stored there, or to store what they read."""
    is_row = before.is_handed_on or after.is_handed_on
    by_warp = any(t.held is Holds.WARP_INDEX for part in unlike.common for t in part)
    return True if is_row and by_warp and not unlike.indices and not is_apart(before, after) else None


def _is_shifted(before: SharedAccess, one: Sum, shift: Sum) -> bool:
    """Whether an index is another thread's, by a shift that is the same for all. A parameter may point to the own
    element: `p[0] += p[-1]`."""
    is_own = any(_is_number(term) for term in one) or (before.array.is_parameter and not any(t != NUMBER for t in one))
    return is_own and all(term.held is Holds.NOTHING for term in shift)


def _in_flat_rows(one: Sum, other: Sum) -> bool:
    """Whether one index is the thread's, and the other one another thread's of its warp: `s[t]` and `s[w * 32 + i]`,
    where `w * 32 + lane` is t."""
    rows = _flat_row(one), _flat_row(other)
    if rows[0] is None or rows[1] is None or rows[0][0] is rows[1][0]:
        return False
    thread, warp = (rows[0][1], rows[1][1]) if rows[1][0] else (rows[1][1], rows[0][1])
    return bool(difference(warp, {**thread, _LANE: 1}))


def _flat_row(index: Sum) -> tuple[bool, Sum] | None:
    """Whether an index begins where its warp's elements do, or at the thread's own one, and what it is besides."""
    threads = [t for t, times in index.items() if t.held is Holds.THREAD and times == 1]
    rows = {Holds.OF_WARP: 1, Holds.WARP_INDEX: WARP}
    warps = [t for t, times in index.items() if rows.get(t.held) == times]
    lane = index.get(_LANE)
    begins = bool(threads and lane == -1) or bool(warps and not threads)
    if not begins and (len(threads) != 1 or warps or lane):
        return None
    dropped = {*threads, *warps, *([_LANE] if threads else [])}
    return begins, {term: times for term, times in index.items() if term not in dropped}


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
        and all(term.held in BY_WARP for term in rest)
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


def is_apart(before: SharedAccess, after: SharedAccess) -> bool:
    """Whether two accesses stand in different arms of one branch."""
    arms = {branch.first: arm for branch, arm in before.place.arms}
    return any(arms.get(branch.first, arm) != arm for branch, arm in after.place.arms)
