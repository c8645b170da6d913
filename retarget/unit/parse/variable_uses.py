"""Where a function declares and names its variables, each place with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from clang import cindex

from retarget.unit.parse.kinds import CURSORS, MEMBER, REF, UNEXPOSED, VARIABLE, children

_JUMPS = frozenset({CURSORS.LABEL_STMT, CURSORS.GOTO_STMT, CURSORS.INDIRECT_GOTO_STMT})


class Around(NamedTuple):
    """A cursor, how many come before it in its function, and what stands around it."""

    cursor: cindex.Cursor
    number: int
    outer: Around | None

    def chain(self) -> Iterator[Around]:
        place: Around | None = self
        while place is not None:
            yield place
            place = place.outer

    @property
    def is_read(self) -> bool:
        """Whether an implicit conversion around a reference loads it, or copies it."""
        kinds = [p.cursor._kind_id for p in self.chain()]
        return kinds[1:2] == [UNEXPOSED] or kinds[1:3] == [MEMBER, UNEXPOSED]


class Uses(NamedTuple):
    """By variable, in order; has_jumps: whether labels make that order uncertain."""

    declared: Mapping[int, Around]
    named: Mapping[int, Sequence[Around]]
    has_jumps: bool


def uses(function: cindex.Cursor) -> Uses:
    of_unit = vars(function._tu).setdefault("retarget_uses", {})  # a function may launch a hundred times
    if (known := of_unit.get(function.hash)) is None:
        known = of_unit[function.hash] = _uses(function)
    return cast(Uses, known)


def _uses(function: cindex.Cursor) -> Uses:
    declared, named, has_jumps = dict[int, Around](), dict[int, list[Around]](), False
    for place in _places(function):
        kind = place.cursor._kind_id
        has_jumps |= kind in _JUMPS
        if kind == VARIABLE:
            declared[place.cursor.hash] = place
        elif kind == REF and (target := place.cursor.referenced) is not None:
            named.setdefault(target.hash, []).append(place)
    return Uses(declared, named, has_jumps)


def _places(function: cindex.Cursor) -> Iterator[Around]:
    number, stack = 0, [Around(function, 0, None)]
    while stack:
        cursor, _, outer = stack.pop()
        place = Around(cursor, number, outer)
        number += 1
        yield place
        stack += [Around(child, 0, place) for child in reversed(children(cursor))]
