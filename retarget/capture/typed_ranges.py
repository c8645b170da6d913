"""What memory consists of, as far as a kernel's signature tells: elements of a type, from an offset on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from retarget.targets.device import Array


class NumberLayout(Struct, frozen=True, dict=True):
    """size: bytes of an element; fields: the numbers in it, as offsets and numpy's names of their types, such as
    (4, "f4"). What lies between them is padding, which no one compares."""

    size: int
    fields: tuple[tuple[int, str], ...]

    @cached_property
    def _dtype(self) -> np.dtype[np.void]:
        names = [f"f{at}" for at in range(len(self.fields))]
        offsets, formats = [o for o, _ in self.fields], [f for _, f in self.fields]
        return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": self.size})

    def columns(self, data: Array) -> Iterator[Array]:
        """The numbers of each field. data: bytes of whole elements."""
        if self.fields == ((0, self.fields[0][1]),) and np.dtype(self.fields[0][1]).itemsize == self.size:
            yield data.view(self.fields[0][1])
            return
        rows = data.view(self._dtype)
        yield from (np.ascontiguousarray(rows[name]) for name in self._dtype.names or ())


def plain(dtype: str) -> NumberLayout:
    """Numbers side by side."""
    return NumberLayout(np.dtype(dtype).itemsize, ((0, dtype),))


BYTES = plain("u1")


class TypedRange(Struct, frozen=True):
    """Bytes of a region that hold elements of one type. name: of the parameter that points to the first; empty where
    nothing tells their type."""

    start: int
    end: int
    type: NumberLayout
    name: str = ""


def typed_ranges(size: int, pointed: Sequence[tuple[int, NumberLayout | None, str]]) -> tuple[TypedRange, ...]:
    """A region of so many bytes, into which pointers lead. pointed: the offset of each, the type of what it points to,
    where that is known, and its name. Elements reach from a pointer to the next one; where two pointers to one place
    are of different types, and in front of the first, nothing is known.

    >>> [(r.start, r.end, r.name) for r in typed_ranges(16, [(4, plain("f4"), "a")])]
    [(0, 4, ''), (4, 16, 'a')]
    >>> [r.type.size for r in typed_ranges(10, [(0, plain("f4"), "a")])]
    [4, 1]
    """
    kinds: dict[int, dict[NumberLayout, str]] = {}
    for offset, kind, name in pointed:
        if 0 <= offset < size:
            kinds.setdefault(offset, {}).setdefault(kind or BYTES, name)
    starts = sorted({0, *kinds})
    made: list[TypedRange] = []
    for start, end in zip(starts, [*starts[1:], size], strict=True):
        found = kinds.get(start, {BYTES: ""})
        kind = next(iter(found)) if len(found) == 1 else BYTES
        name = " or ".join(dict.fromkeys(found.values()))
        whole = start + (end - start) // kind.size * kind.size
        if whole > start:
            made.append(TypedRange(start, whole, kind, name))
        if whole < end:
            made.append(TypedRange(whole, end, BYTES, name))
    return tuple(made)
