"""Memory that a replay on the processor wrote, against what the program got: element by element, of the types that the
sources give it.

    void k(float* out, const int* in)      out's allocation: f4 from where `out` points on; in's: i4

A float has a tolerance (compare.py), whole numbers and what has no known type have none. A word that is no normal
number as a float may be a whole number of an allocation that holds several arrays: it has none either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from retarget.capture.compare import Extremes, fault, span
from retarget.capture.contents import CapturedLaunch, CapturedRegion
from retarget.capture.processor_replay import SourceType
from retarget.capture.symbol_names import symbol_name
from retarget.targets.device import Array

_WHOLE = {
    "bool": "u1", "char": "i1", "signed char": "i1", "unsigned char": "u1", "short": "i2", "unsigned short": "u2",
    "int": "i4", "unsigned int": "u4", "long": "i8", "unsigned long": "u8", "long long": "i8",
    "unsigned long long": "u8",
}  # fmt: skip
_FLOATS = {"float": "f4", "double": "f8", "__half": "f2", "half": "f2", "__nv_bfloat16": "bf", "__hip_bfloat16": "bf",
           "_Float16": "f2"}  # fmt: skip
_VECTOR = re.compile(r"(?:HIP_vector_type<(float|double), (\d)[uU]?>|(float|double)(\d))$")
_BFLOAT = "bf"  # bfloat16: the upper half of a float, which numpy lacks
_BFLOAT_RELATIVE = 1e-2
_UNKNOWN = 4  # bytes that are compared at once where no type is known
_LEAST = {"f2": 0x0400, "f4": 0x0080_0000, "f8": 0x0010_0000_0000_0000}  # bits of the smallest normal number


@dataclass(frozen=True)
class ElementType:
    """dtype: of numpy, or `bf`; count: of such numbers in an element; is_class: whose members no vector's names have."""

    dtype: str
    count: int = 1
    is_class: bool = False

    @property
    def size(self) -> int:
        """Of one number, in bytes."""
        return 2 if self.dtype == _BFLOAT else np.dtype(self.dtype).itemsize


@dataclass(frozen=True)
class PointerType:
    """depth: how often it is followed to reach an element, 0 for a plain value; element: None where it has no type
    that numbers have."""

    depth: int
    element: ElementType | None


@dataclass(frozen=True)
class Segment:
    """Bytes of a region that hold elements of one type, or of none that is known. name: how a reader calls it; first:
    where its elements begin in the region."""

    region: int
    first: int
    end: int
    name: str
    element: ElementType | None


@dataclass(frozen=True)
class SegmentVerdict:
    """what: is wrong with a region, nothing where it is right; varies: elements that are not compared, or within their
    range alone, as they differ between orders of the original's threads."""

    what: str
    varies: int = 0


def pointer_type(told: SourceType) -> PointerType:
    """
    >>> pointer_type(SourceType(8, 16, 0, "const float4 *__restrict"))
    PointerType(depth=1, element=ElementType(dtype='f4', count=4, is_class=False))
    >>> pointer_type(SourceType(8, 24, 4, "Body *"))
    PointerType(depth=1, element=ElementType(dtype='f4', count=6, is_class=True))
    """
    text = re.sub(r"\b(?:const|volatile|__restrict(?:__)?|struct)\b", " ", told.text)
    base = " ".join(text.rstrip("*& ").split())
    depth = text.count("*", len(text.rstrip("*& ")))
    if vector := _VECTOR.match(base):
        kind, count = (vector[1], vector[2]) if vector[1] else (vector[3], vector[4])
        return PointerType(depth, ElementType(_FLOATS[kind], int(count)))
    if dtype := _WHOLE.get(base) or _FLOATS.get(base):
        return PointerType(depth, ElementType(dtype))
    if not told.floating or depth > 1:
        return PointerType(depth, None)
    return PointerType(depth, ElementType(f"f{told.floating}", told.element // told.floating, is_class=True))


def segments(
    launch: CapturedLaunch,
    regions: Sequence[CapturedRegion],
    parameters: Sequence[PointerType],
    variables: Sequence[PointerType],
    names: Sequence[str],
    before: Callable[[int], Array],
) -> list[Segment]:
    """variables: types of the regions that are variables, by the number of the region. before: what a region held in
    the program."""
    marks: dict[tuple[int, int], list[tuple[str, ElementType | None]]] = {}
    memory = [(i, r) for i, r in enumerate(regions) if not r.name]
    whole = bytes.fromhex(launch.arguments)
    for at, ((offset, size), kind) in enumerate(zip(launch.parameters, parameters, strict=True)):
        name = names[at] if at < len(names) and names[at] else f"argument {at + 1}"
        if kind.depth and size == 8:
            _mark(int.from_bytes(whole[offset : offset + 8], "little"), kind, name, memory, before, marks)
    found = []
    for i, r in enumerate(regions):
        own = sorted((first, held) for (region, first), held in marks.items() if region == i)
        if r.name:
            kind = variables[i]
            found.append(Segment(i, 0, r.size, symbol_name(r.name).shown, None if kind.depth else kind.element))
            continue
        if not own or own[0][0]:
            found.append(Segment(i, 0, own[0][0] if own else r.size, f"{r.size} bytes at {r.address:#x}", None))
        ends = [*(first for first, _ in own[1:]), r.size] if own else []
        for (first, held), end in zip(own, ends, strict=True):
            kinds = {element for _, element in held}
            element = next(iter(kinds)) if len(kinds) == 1 else None
            found.append(Segment(i, first, end, "/".join(dict.fromkeys(n for n, _ in held)), element))
    return found


def _mark(
    address: int,
    kind: PointerType,
    name: str,
    memory: Sequence[tuple[int, CapturedRegion]],
    before: Callable[[int], Array],
    marks: dict[tuple[int, int], list[tuple[str, ElementType | None]]],
) -> None:
    """Notes where a pointer leads, and where pointers there do."""
    for i, r in memory:
        if not r.address <= address < r.address + r.size:
            continue
        first = address - r.address
        held = marks.setdefault((i, first), [])
        element = kind.element if kind.depth == 1 else None
        if (name, element) in held:
            return
        held.append((name, element))
        if kind.depth > 1:
            inner = before(i)[first : first + (r.size - first) // 8 * 8].copy().view(np.uint64)
            for n, word in enumerate(inner[: 1 << 16]):
                _mark(int(word), PointerType(kind.depth - 1, kind.element), f"{name}[{n}]", memory, before, marks)


def judge(
    segment: Segment, wanted: Array, found: Array, orders: Sequence[Array], relative: float | None = None
) -> SegmentVerdict:
    """One segment's bytes. wanted: what the program got; orders: what the original gave in several orders of its
    threads, where the program's own replays varied; relative: the tolerance of floats, else that of compare.py."""
    element = segment.element or ElementType(f"u{_UNKNOWN}")
    whole = wanted.size // element.size * element.size
    parts = (slice(0, whole), element), (slice(whole, wanted.size), ElementType("u1"))
    what, varies = "", 0
    for part, kind in parts:
        if part.start == part.stop:
            continue
        told, more = _judged(kind, wanted[part], found[part], [o[part] for o in orders], relative)
        varies += more
        what = what or _told(segment, kind if segment.element else None, part.start, told)
    return SegmentVerdict(what, varies)


def _judged(
    kind: ElementType, wanted: Array, found: Array, orders: Sequence[Array], relative: float | None
) -> tuple[str, int]:
    if np.array_equal(wanted, found) and not orders:
        return "", 0
    if kind.dtype == _BFLOAT:
        relative = relative or _BFLOAT_RELATIVE
    right, given, *others = (_numbers(a, kind) for a in (wanted, found, *orders))
    varying = np.zeros(right.size, bool)
    for other in others[1:]:
        varying |= _bits(other) != _bits(others[0])
    known = span([right])
    if varying.any() and right.dtype.kind == "f":
        known = span([right, *others])
    elif varying.any():
        known = Extremes(right, np.where(varying, ~_bits(right), _bits(right)).view(right.dtype), 0.0)
    told = fault(known, given, relative, is_poisoned=False)
    return told or _subnormal(kind, right, given, varying), int(np.count_nonzero(varying))


def _subnormal(kind: ElementType, wanted: Array, found: Array, varying: Array) -> str:
    """What is no normal number on either side has to be the same: it may be a whole number."""
    least = _LEAST.get(kind.dtype)
    if least is None:
        return ""
    bits = (_bits(wanted), _bits(found))
    sign = np.array(np.iinfo(bits[0].dtype).max >> 1, bits[0].dtype)
    odd = [((b & sign) < least) & ((b & sign) > 0) for b in bits]
    wrong = np.flatnonzero((odd[0] | odd[1]) & (bits[0] != bits[1]) & ~varying)
    if not wrong.size:
        return ""
    at = int(wrong[0])
    return f"[{at}]: {found[at]!s} instead of {wanted[at]!s}; {wrong.size} of {found.size} elements differ"


def _numbers(data: Array, kind: ElementType) -> Array:
    data = np.ascontiguousarray(data)
    if kind.dtype == _BFLOAT:
        return (data.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return data.view(kind.dtype)


def _bits(numbers: Array) -> Array:
    return numbers.view(f"u{numbers.dtype.itemsize}")


def _told(segment: Segment, kind: ElementType | None, start: int, told: str) -> str:
    """A fault by the names of what it is in. kind: None where it is not known; start: of the part, in the segment."""
    if not told:
        return ""
    number, _, rest = told[1:].partition("]")
    if kind is None or start:
        at = segment.first + start + int(number) * (1 if start else _UNKNOWN)
        return f"{segment.name}, byte {at}{rest}; nobody says of what type"
    index, part = divmod(int(number), kind.count)
    member = "" if kind.count == 1 else f", number {part + 1}" if kind.is_class else f".{'xyzw'[part]}"
    return f"{segment.name}[{index}]{member}{rest}"
