"""Memory that a replay on the processor wrote, against what the program got: element by element, as `element_types.py`
has them.

A floating-point number has a tolerance (compare.py), whole numbers and what has no known type have none. A word that is
no normal number may be a whole number of an allocation that holds several arrays: it has none either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct

from retarget.capture.compare import Extremes, fault, span, subnormal
from retarget.capture.element_types import BFLOAT, ElementType, NumberType, Segment
from retarget.targets.device import Array

_BFLOAT_RELATIVE = 1e-2
_WORD, _BYTE = NumberType(0, "u4"), NumberType(0, "u1")


class SegmentVerdict(Struct, frozen=True):
    """fault: what is wrong with a segment, empty where it is right; varies: numbers that differ between orders of the
    original's threads, so that they are not compared, or within their range alone."""

    fault: str
    varies: int = 0


class _Column(Struct, frozen=True):
    """Numbers of a segment: how they are taken out of its bytes, and what each is called."""

    dtype: str
    taken: Callable[[Array], Array]
    name: Callable[[int], str]


def judge(
    segment: Segment, wanted: Array, found: Array, orders: Sequence[Array], relative: float | None = None
) -> SegmentVerdict:
    """One segment's bytes. wanted: what the program got; orders: what the original gave in several orders of its
    threads, where the program's own replays varied; relative: the tolerance of floats, else that of compare.py."""
    if np.array_equal(wanted, found) and not orders:
        return SegmentVerdict("")
    what, varies = "", 0
    for column in _columns(segment, wanted.size):
        numbers = [_numbers(column.taken(a), column.dtype) for a in (wanted, found, *orders)]
        tolerance = _BFLOAT_RELATIVE if column.dtype == BFLOAT and relative is None else relative
        told, more = _judged(numbers[0], numbers[1], numbers[2:], tolerance)
        varies += more
        if told and not what:
            number, _, rest = told[1:].partition("]")
            what = column.name(int(number)) + rest
    return SegmentVerdict(what, varies)


def _columns(segment: Segment, size: int) -> Iterator[_Column]:
    element = segment.element
    whole = size // (element.size if element else _WORD.size) * (element.size if element else _WORD.size)
    if whole and element is None:
        yield _Column(_WORD.dtype, lambda a: a[:whole], lambda i: _byte(segment, i * _WORD.size))
    elif whole and element and _is_full(element):
        yield _whole_elements(segment, element, whole)
    elif whole and element:
        yield from _fields(segment, element, whole)
    if whole < size:
        yield _Column(_BYTE.dtype, lambda a: a[whole:], lambda i: _byte(segment, whole + i))


def _is_full(element: ElementType) -> bool:
    """Whether it is numbers of one type, and nothing between them."""
    return len({n.dtype for n in element.numbers}) == 1 and sum(n.size for n in element.numbers) == element.size


def _whole_elements(segment: Segment, element: ElementType, whole: int) -> _Column:
    numbers = sorted(element.numbers, key=lambda n: n.offset)

    def name(i: int) -> str:
        return f"{segment.name}[{i // len(numbers)}]{numbers[i % len(numbers)].name}"

    return _Column(numbers[0].dtype, lambda a: a[:whole], name)


def _fields(segment: Segment, element: ElementType, whole: int) -> Iterator[_Column]:
    """One of each number, and one of all bytes beside these."""
    others = np.ones(element.size, bool)
    for n in element.numbers:
        own = slice(n.offset, n.offset + n.size)
        others[own] = False
        yield _Column(
            n.dtype,
            lambda a, own=own: a[:whole].reshape(-1, element.size)[:, own].ravel(),  # type: ignore[misc]
            lambda i, n=n: f"{segment.name}[{i}]{n.name}",  # type: ignore[misc]
        )
    places = np.flatnonzero(others)
    if places.size:
        yield _Column(
            _BYTE.dtype,
            lambda a: a[:whole].reshape(-1, element.size)[:, places].ravel(),
            lambda i: f"{segment.name}[{i // places.size}], byte {places[i % places.size]}",
        )


def _byte(segment: Segment, at: int) -> str:
    return f"{segment.name}, byte {segment.first + at} (of no known type)"


def _numbers(data: Array, dtype: str) -> Array:
    data = np.ascontiguousarray(data)
    if dtype == BFLOAT:
        return (data.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return data.view(dtype)


def _judged(wanted: Array, found: Array, orders: Sequence[Array], relative: float | None) -> tuple[str, int]:
    varying = np.zeros(wanted.size, bool)
    for other in orders[1:]:
        varying |= _bits(other) != _bits(orders[0])
    known = span([wanted])
    if varying.any() and wanted.dtype.kind == "f":
        known = span([wanted, *orders])
    elif varying.any():
        known = Extremes(wanted, np.where(varying, ~_bits(wanted), _bits(wanted)).view(wanted.dtype), 0.0)
    told = fault(known, found, relative, is_poisoned=False)
    return told or subnormal(wanted, found, varying), int(np.count_nonzero(varying))


def _bits(numbers: Array) -> Array:
    return numbers.view(f"u{numbers.dtype.itemsize}")
