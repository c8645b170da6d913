"""Which bytes of a launch's memory it reads and stores, each counted once."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod

import numpy as np

from retarget.targets.device import Array
from retarget.tuning.kernel.thread_values import Pointer

_ALL = tuple(range(6))
_NOBODY, _SEVERAL = -1, -2
_LARGEST = 1 << 30  # bytes of a region that is looked at


class TouchedRegion:
    """A region that is only read, or only written, or both. owner: then, the one thread that has to do with an element,
    so that what it reads first was there before the launch."""

    def __init__(self, size: int, is_both: bool) -> None:
        self.size, self.is_both = size, is_both
        self._unit = 0  # bytes of an element of the arrays
        self._read = self._stored = np.zeros(0, bool)
        self._owner = np.zeros(0, np.int32)

    def take(self, start: Array, size: int, threads: Array | None, is_store: bool) -> bool:
        """Accesses of so many bytes, at these offsets, which are multiples of it apart. threads: by their numbers.
        Gives False where some are not in the region, or that is too large."""
        if not start.size:
            return True
        if self.size > _LARGEST or int(start.min()) < 0 or int(start.max()) + size > self.size:
            return False
        self._split(gcd(size, int(start.flat[0]), self.size, self._unit))
        for at in range(size // self._unit):
            index = start // self._unit + at
            if threads is not None:
                self._own(index, threads)
            if is_store:
                self._stored[index] = True
            else:
                self._read[index[~self._stored[index]] if self.is_both else index] = True
        return True

    def _split(self, unit: int) -> None:
        """Elements become so small."""
        if unit == self._unit:
            return
        if not self._unit:
            self._read, self._stored = np.zeros(self.size // unit, bool), np.zeros(self.size // unit, bool)
            self._owner = np.full(self.size // unit if self.is_both else 0, _NOBODY, np.int32)
        else:
            times = self._unit // unit
            several = (self._read, self._stored, self._owner)
            self._read, self._stored, self._owner = (np.repeat(a, times) for a in several)
        self._unit = unit

    def _own(self, index: Array, threads: Array) -> None:
        before = self._owner[index]
        self._owner[index] = threads  # of several at once, one stays
        other = (self._owner[index] != threads) | ((before != _NOBODY) & (before != threads))
        self._owner[index[other]] = _SEVERAL

    @property
    def _known_read(self) -> Array:
        """Elements that were read, though not of what the launch itself may have stored there."""
        return self._read & (self._owner >= 0) if self.is_both else self._read

    @property
    def stored(self) -> int:
        """Bytes."""
        return int(np.count_nonzero(self._stored)) * self._unit

    @property
    def read(self) -> int:
        """Bytes."""
        return int(np.count_nonzero(self._known_read)) * self._unit

    def read_at(self) -> Array:
        """Those bytes, by their offsets."""
        return np.flatnonzero(np.repeat(self._known_read, self._unit))

    def stored_at(self) -> Array:
        return np.flatnonzero(np.repeat(self._stored, self._unit))

    @property
    def is_clear(self) -> bool:
        """Whether these are all bytes that are read."""
        return not self.is_both or not bool(np.any(self._read & (self._owner < 0)))


class TouchedMemory:
    """Hears of accesses, as a LaunchWalk tells them. threads: of the launch, along each axis."""

    def __init__(self, regions: Sequence[TouchedRegion], threads: tuple[int, ...]) -> None:
        self.regions, self.is_inside = regions, True
        self._threads = threads
        self._numbers: Array | None = None
        self._there: dict[tuple[int, tuple[int, ...]], tuple[Array, Array]] = {}  # the arrays are kept: by identity

    def cost(self, at: Pointer, is_there: Array) -> int:
        if self.regions[at.region].is_both:
            return 2 * prod(self._threads)
        return int(at.offset.size) + (0 if self._key(at, is_there) in self._there else int(is_there.size))

    def read(self, at: Pointer, is_there: Array) -> None:
        self._take(at, is_there, False)

    def stored(self, at: Pointer, is_there: Array) -> None:
        self._take(at, is_there, True)

    def _take(self, at: Pointer, is_there: Array, is_store: bool) -> None:
        region = self.regions[at.region]
        if region.is_both:
            if self._numbers is None:
                self._numbers = np.arange(prod(self._threads), dtype=np.int32).reshape(self._threads)
            start, there = (np.broadcast_to(a, self._threads) for a in (at.offset, is_there))
            self.is_inside &= region.take(start[there], at.size, self._numbers[there], is_store)
            return
        key = self._key(at, is_there)
        if key not in self._there:
            self._there[key] = is_there, np.asarray(is_there.any(axis=key[1], keepdims=True))
        start, there = np.broadcast_arrays(at.offset, self._there[key][1])
        self.is_inside &= region.take(start[there], at.size, None, is_store)

    def _key(self, at: Pointer, is_there: Array) -> tuple[int, tuple[int, ...]]:
        """Along axes on which the place does not depend, one thread that is there is enough."""
        return id(is_there), tuple(k for k in _ALL if at.offset.shape[k] == 1 and is_there.shape[k] > 1)
