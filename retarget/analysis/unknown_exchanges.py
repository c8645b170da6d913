"""Lanes that exchange values by paths to memory that are not followed, with no barrier between.

What one access stores, a later one may read: they may be of one array, and the later index tells another lane than the
earlier one, or one lane alone stores. *Of a warp*: an index, or a condition around one of the two, names a lane or a
warp.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from retarget.analysis.exchanges import Exchange, Pairs, is_apart
from retarget.analysis.lane_values import BY_WARP, SAME_IN_WARPS, WARP, Holds, constant, tells_lane
from retarget.analysis.shared_accesses import Event, SharedAccess, WalkedFunction
from retarget.analysis.shared_arrays import Part
from retarget.analysis.sums import Sums
from retarget.analysis.warp_synchronous import warp_guard

_Index = frozenset[tuple[object, object]]


def unknown_exchanges(function: WalkedFunction, events: Iterable[Event], sums: Sums) -> list[Exchange]:
    """Of each access, the last store of another lane that it may read."""
    found: dict[int, Exchange] = {}
    accesses = _Accesses(function, sums)
    stores: list[SharedAccess] = []
    for event in events:
        if event is None:
            stores.clear()
            continue
        if event.array.name in function.in_global and not event.is_unknown:
            continue
        if event.reads and (before := accesses.exchanged(stores, event)):
            exchange = Exchange(before, event, accesses.is_of_lanes(before, event))
            if exchange.of_warp or event.first not in found:
                found[event.first] = exchange
        if event.writes:
            stores.append(event)
    return list(found.values())


class _Accesses:
    """What is asked of a function's accesses."""

    def __init__(self, function: WalkedFunction, sums: Sums) -> None:
        self._function, self._sums = function, sums
        self._pairs = Pairs(function, sums)
        self._indices: dict[int, frozenset[_Index]] = {}
        self._told: dict[tuple[int, int], bool] = {}

    def exchanged(self, stores: Sequence[SharedAccess], read: SharedAccess) -> SharedAccess | None:
        """The last store that another lane reads."""
        return next((s for s in reversed(stores) if self._may_meet(s, read) and self._is_exchange(s, read)), None)

    def _may_meet(self, before: SharedAccess, read: SharedAccess) -> bool:
        is_followed = not any(a.is_unknown or a.is_moved or a.is_loose for a in (before, read))
        if is_followed or is_apart(before, read) or before.first == read.first:
            return False
        if before.reached == read.reached == {read.array.name} and not before.meets(read):
            return False  # two members of an object that is handed in
        return self._lambda(before) in (None, self._lambda(read)) and not _of(before).isdisjoint(_of(read))

    def _lambda(self, access: SharedAccess) -> tuple[int, int] | None:
        """The lambda in whose body an access stands, which does not run there."""
        return next((ends for ends in self._function.paths.lambdas if ends[0] <= access.first < ends[1]), None)

    def _is_exchange(self, before: SharedAccess, read: SharedAccess) -> bool:
        stored, taken = self._lanes(before), self._lanes(read)
        one, other = ({g.equal for g in a.place.guards if g.equal} for a in (before, read))
        if one & other:
            return False  # one lane does both
        lone = one - other
        if not (lone or stored or self._is_picked(before)):
            return False  # all lanes store the same
        is_own = stored >= taken if taken else not (stored and read.parts)
        return bool(lone) or not is_own

    def _is_picked(self, access: SharedAccess) -> bool:
        """Whether a condition picks lanes."""
        return any(self._pairs.bounds(head)[0] for head in self._pairs.heads(access))

    def _lanes(self, access: SharedAccess) -> frozenset[_Index]:
        """Its indices that differ from lane to lane."""
        if access.first not in self._indices:
            self._indices[access.first] = self._lanes_of(access)
        return self._indices[access.first]

    def _lanes_of(self, access: SharedAccess) -> frozenset[_Index]:
        if access.is_unknown and access.is_handed_on:
            return frozenset({frozenset({("handed", access.first)})})  # whichever the function takes
        path = self._function.paths.unknown.get(access.array.name) if access.is_unknown else None
        if path and not path.is_object and any(map(self._tells_lane, path.given)):  # it leads to the lane's own place
            parts = access.parts or (((access.last, access.last),),)
            return frozenset({frozenset(((access.array.name, n), tuple(self._sum(p))) for n, p in enumerate(parts))})
        return frozenset(self._sum(part) for part in access.parts if any(map(self._varies, part)))

    def _sum(self, part: Part) -> _Index:
        return frozenset(self._sums.index((part,))[0].items())

    def _given(self, access: SharedAccess) -> tuple[tuple[int, int], ...]:
        path = self._function.paths.unknown.get(access.array.name) if access.is_unknown else None
        return path.given if path else ()

    def _varies(self, ends: tuple[int, int]) -> bool:
        words = [t.text for t in self._function.code[slice(*ends)]]
        held = self._function.values.held
        of_lane = (w for w in words if "warp" not in w.lower())
        is_other = (w == "threadIdx" or held.get(w, Holds.NOTHING) not in SAME_IN_WARPS for w in of_lane)
        return self._tells_lane(ends) or any(is_other)

    def is_of_lanes(self, before: SharedAccess, read: SharedAccess) -> bool:
        is_told = self._tells(before) or self._tells(read) or self._pairs.by_lane(before, read)
        return is_told or warp_guard(before, read) is not None

    def _tells(self, access: SharedAccess) -> bool:
        """Whether an index, or what a path is set to, tells a lane or a warp."""
        ends = (*(pair for part in access.parts for pair in part), *self._given(access))
        return access.array.is_volatile or any(self._tells_lane(e) or self._tells_warp(e) for e in ends)

    def _tells_lane(self, ends: tuple[int, int]) -> bool:
        if ends not in self._told:
            self._told[ends] = self._names_lane(ends)
        return self._told[ends]

    def _names_lane(self, ends: tuple[int, int]) -> bool:
        values, words = self._function.values, list(self._function.code[slice(*ends)])
        for name in {t.text for t in words} & self._function.of_bits:
            words += [t for right in self._sums.stores(name) for t in right]
        steps = (constant([n], values.constants) or WARP for t, n in pairwise(words) if t.text == "^")
        is_near = any(0 < step < WARP for step in steps)  # `t ^ 1`
        return is_near or tells_lane(words, values) or any("lane" in t.text.lower() for t in words)

    def _tells_warp(self, ends: tuple[int, int]) -> bool:
        words = self._function.code[slice(*ends)]
        held = self._function.values.held
        return any(held.get(t.text) in BY_WARP or "warp" in t.text.lower() for t in words)


def _of(access: SharedAccess) -> frozenset[str]:
    return access.reached or frozenset({access.array.name})
