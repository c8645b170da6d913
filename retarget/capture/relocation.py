"""Memory at new addresses: every word that points into captured memory is moved with it.

    captured   | a |  gap  | b |         | c |
    placed     | a | guard | b |   ...   | c |     what lies near each other stays so

A pointer to the end of an array that touches the next one means either; at the same distance, both are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from retarget.targets.device import Array

_NEAR = 2 << 20  # bytes between allocations that are placed as one
_AT_ONCE = 1 << 21  # bytes, which a cache holds
GUARD = 64 << 10  # bytes around each placed group


class AddressRange(Struct, frozen=True):
    """Bytes of the program's memory."""

    address: int
    size: int

    @property
    def end(self) -> int:
        return self.address + self.size


class Group(Struct, frozen=True):
    """Allocations that lie near each other, and where they are placed. base: of the guard in front of them."""

    spans: tuple[AddressRange, ...]
    base: int

    @property
    def moved(self) -> int:
        return self.base + GUARD - self.spans[0].address

    @property
    def size(self) -> int:
        return self.spans[-1].end - self.spans[0].address + 2 * GUARD

    def gaps(self) -> tuple[AddressRange, ...]:
        """What lies around the allocations, at their new places."""
        ends = [self.base, *(s.end + self.moved for s in self.spans)]
        starts = [*(s.address + self.moved for s in self.spans), self.base + self.size]
        return tuple(AddressRange(e, s - e) for e, s in zip(ends, starts, strict=True) if s > e)


def grouped(spans: Sequence[AddressRange]) -> list[tuple[AddressRange, ...]]:
    """Spans that lie near each other, in order.

    >>> [len(g) for g in grouped([AddressRange(1 << 40, 8), AddressRange(0, 8), AddressRange(4096, 8)])]
    [2, 1]
    """
    made: list[list[AddressRange]] = []
    for span in sorted(spans, key=lambda s: s.address):
        if made and span.address - made[-1][-1].end <= _NEAR:
            made[-1].append(span)
        else:
            made.append([span])
    return [tuple(g) for g in made]


def placed(spans: Sequence[AddressRange], allocate: Callable[[int], int]) -> list[Group]:
    """Places spans in new memory."""
    found = []
    for several in grouped(spans):
        empty = Group(several, 0)
        found.append(Group(several, allocate(empty.size)))
    return found


class Relocation(Struct, frozen=True):
    """starts, ends: of spans of the program's memory, in order; moved: by how much each one is."""

    starts: Array
    ends: Array
    moved: Array

    @staticmethod
    def of(moves: Sequence[tuple[AddressRange, int]]) -> Relocation:
        """moves: spans, and their new addresses."""
        ordered = sorted(moves, key=lambda m: m[0].address)
        starts = np.array([s.address for s, _ in ordered], np.uint64)
        ends = np.array([s.end for s, _ in ordered], np.uint64)
        moved = np.array([to for _, to in ordered], np.uint64) - starts  # modulo 2**64
        return Relocation(starts, ends, moved)

    def apply(self, data: Array) -> Array:
        """Bytes with their words moved, the same array where there are none; word: eight bytes, aligned. data: uint8,
        whose first byte is aligned."""
        made, end = data, data.size // 8 * 8
        for start in range(0, end if self.starts.size else 0, _AT_ONCE):
            part = slice(start, min(start + _AT_ONCE, end))
            words = made[part].view(np.uint64)
            near = np.flatnonzero(words - self.starts[0] <= self.ends.max() - self.starts[0])  # modulo 2**64
            at = np.searchsorted(self.starts, words[near], side="right") - 1
            inside = words[near] <= self.ends[at]
            if np.any(inside):
                made = data.copy() if made is data else made
                words = made[part].view(np.uint64)
                words[near[inside]] += self.moved[at[inside]]
        return made
