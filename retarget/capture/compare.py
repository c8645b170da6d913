"""Whether an array is what the original gives: whole numbers exactly, others within a tolerance."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from retarget.targets.device import Array

POISON = 0xFF  # the byte that memory of fractions is filled with which nobody has written: NaN
WHOLE_POISON = 0xFE  # the same for other memory, and around all: programs write -1 and 255 often
_RELATIVE = {2: 1e-2, 4: 1e-5, 8: 1e-10}  # of numbers of so many bytes
_LEAST = {2: 0x0400, 4: 0x0080_0000, 8: 0x0010_0000_0000_0000}  # bits of the smallest normal number of so many bytes
_AT_ONCE = 1 << 22  # elements
_FEW = 0.01  # of all elements
_SAMPLED = 1 << 20  # elements by which the size of numbers is judged


class Extremes(Struct, frozen=True):
    """What runs of the original gave: the least and the most of each element, in one array where all gave the same;
    `scale`: the size of its numbers, the median of those that are not 0, which a few large ones do not move."""

    low: Array
    high: Array
    scale: float

    @property
    def compared(self) -> int:
        """How many elements are held to something: whole numbers that vary are not."""
        if self.low is self.high or self.low.dtype.kind in "fc":
            return int(self.low.size)
        return int(np.count_nonzero(self.low == self.high))


def span(runs: list[Array]) -> Extremes:
    """Of runs of the original, on arrays of one dimension."""
    first = runs[0]
    if all(_same(first, r) for r in runs[1:]):
        return Extremes(first, first, _scale(first))
    if first.dtype.kind not in "fc":
        varies = np.any([r != first for r in runs[1:]], axis=0)
        high = first.copy()
        high[varies] = _other(first[varies])
        return Extremes(first, high, 0.0)
    parts = [_real(r) for r in runs]
    low, high = np.fmin.reduce(parts), np.fmax.reduce(parts)
    return Extremes(low.view(first.dtype), high.view(first.dtype), _scale(first))


def fault(
    wanted: Extremes,
    found: Array,
    relative: float | None = None,
    absolute: float | None = None,
    is_poisoned: bool = True,
) -> str:
    """What is wrong with an array, or nothing: how many elements differ, and the first of them. is_poisoned: it held
    poison, so that what still does was not written."""
    if wanted.low is wanted.high and _same(wanted.low, found):
        return ""
    low, high, given = _real(wanted.low), _real(wanted.high), _real(found)
    if relative is None:
        relative = _RELATIVE.get(low.dtype.itemsize, 0.0)
    wrong, first = 0, -1
    for at in range(0, given.size, _AT_ONCE):
        part = slice(at, at + _AT_ONCE)
        bad = np.flatnonzero(~_agrees(low[part], high[part], given[part], relative, absolute or 0.0, wanted.scale))
        if bad.size and first < 0:
            first = at + int(bad[0])
        wrong += int(bad.size)
    if not wrong:
        return ""
    parts = max(1, given.size // max(1, found.size))  # of one element: a complex number has two
    holds, wants = (bool(_poisoned(a[first : first + 1])[0]) for a in (given, low))
    untouched = is_poisoned and holds and not wants
    what = "nothing is written" if untouched else f"{given[first]!s} instead of {low[first]!s}"
    return f"[{first // parts}]: {what}; {wrong // parts or 1} of {found.size} elements differ"


def subnormal(wanted: Array, found: Array, varying: Array, relative: float | None = None) -> str:
    """What is no normal number on either side has to be the same: it may be a whole number. Where such numbers are few,
    they may differ in the last digits: whole numbers that would pass then are large, and few as well. varying: which
    may differ all the same."""
    if wanted.dtype.kind != "f" or wanted.dtype.itemsize not in _LEAST:
        return ""
    least, bits = _LEAST[wanted.dtype.itemsize], [a.view(f"u{a.dtype.itemsize}") for a in (wanted, found)]
    sizes = [b & np.array(np.iinfo(b.dtype).max >> 1, b.dtype) for b in bits]
    odd = [(s < least) & (s > 0) for s in sizes]
    either = odd[0] | odd[1]
    wrong = np.flatnonzero(either & (bits[0] != bits[1]) & ~varying)
    if wrong.size and np.count_nonzero(either) <= _FEW * found.size:
        room = _RELATIVE[wanted.dtype.itemsize] if relative is None else relative
        one, other = (a[wrong].astype(np.float64) for a in (wanted, found))
        wrong = wrong[~(np.abs(one - other) <= room * np.abs(one))]
    if not wrong.size:
        return ""
    at = int(wrong[0])
    return f"[{at}]: {found[at]!s} instead of {wanted[at]!s}; {wrong.size} of {found.size} elements differ"


def _agrees(low: Array, high: Array, found: Array, relative: float, absolute: float, scale: float) -> Array:
    if low.dtype.kind != "f":
        same: Array = (found == low) | (low != high)
        return same
    with np.errstate(invalid="ignore", over="ignore"):
        size = np.maximum(np.abs(low), np.abs(high)).astype(np.float64)
        room = relative * (size + scale) + absolute
        near = (found >= low - room) & (found <= high + room)
    absent = np.isnan(found) & np.isnan(low) & (~_poisoned(low) | _poisoned(found))
    made: Array = near | (found == low) | absent
    return made


def _same(one: Array, other: Array) -> bool:
    return one.size == other.size and bool(np.array_equal(one.view("u1"), other.view("u1")))


def _real(array: Array) -> Array:
    """Complex numbers as pairs, truths and structures as bytes."""
    if array.dtype.kind == "c":
        return array.view(f"f{array.dtype.itemsize // 2}")
    return array if array.dtype.kind in "fiu" else array.view("u1")  # numpy takes all bytes but 0 for one truth


def _other(values: Array) -> Array:
    """Values that these are not."""
    return (~values.view("u1")).view(values.dtype)


def _scale(array: Array) -> float:
    real = _real(array)
    if real.dtype.kind != "f":
        return 0.0
    some = np.abs(real[:: 1 + real.size // _SAMPLED].astype(np.float64))
    some = some[np.isfinite(some) & (some > 0)]
    return float(np.median(some)) if some.size else 0.0


def _poisoned(array: Array) -> Array:
    byte = POISON if array.dtype.kind == "f" else WHOLE_POISON
    bits = np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")
    made: Array = bits == int.from_bytes(bytes([byte]) * array.dtype.itemsize, "little")
    return made
