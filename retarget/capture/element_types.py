"""What memory holds, by the types of the sources: elements from where a kernel's pointers point on.

void k(float* out, Grid grid)      out's allocation: f4 from where `out` points on
struct Grid { int n; double* u; }  the allocation that grid.u points into: f8
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from retarget.capture.contents import CapturedLaunch, CapturedRegion
from retarget.capture.processor_replay import SourceType
from retarget.capture.symbol_names import symbol_name
from retarget.targets.device import Array

BFLOAT = "bf"  # bfloat16: the upper half of a float, which numpy lacks
_NUMBERS = {
    "bool": "u1", "char": "i1", "signed char": "i1", "unsigned char": "u1", "short": "i2", "unsigned short": "u2",
    "int": "i4", "unsigned int": "u4", "long": "i8", "unsigned long": "u8", "long long": "i8",
    "unsigned long long": "u8", "float": "f4", "double": "f8", "__half": "f2", "half": "f2", "_Float16": "f2",
    "__nv_bfloat16": BFLOAT, "__hip_bfloat16": BFLOAT,
}  # fmt: skip
_VECTOR = re.compile(r"(?:HIP_vector_type<(float|double), (\d)[uU]?>|(float|double)(\d))$")
_QUALIFIERS = re.compile(r"\b(?:const|volatile|__restrict(?:__)?|struct)\b")
_OF_ARRAY = re.compile(r"\(\*[^()]*\)(?:\[\d+\])+$")  # behind what a pointer to an array points to
_MOST_FOLLOWED = 1 << 16  # pointers in one place


@dataclass(frozen=True)
class NumberType:
    """A number in an element. dtype: of numpy, or `bf`; name: behind that of the element."""

    offset: int
    dtype: str
    name: str = ""

    @property
    def size(self) -> int:
        return 2 if self.dtype == BFLOAT else np.dtype(self.dtype).itemsize


@dataclass(frozen=True)
class ElementType:
    """size: bytes of one; numbers: what of it is known; pointers: where it holds some, and what they point to."""

    size: int
    numbers: tuple[NumberType, ...]
    pointers: tuple[tuple[int, ElementType], ...] = ()


@dataclass(frozen=True)
class PointerType:
    """depth: how often it is followed to reach an element, 0 for a plain value; element: None where nothing of it is
    known."""

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


def pointer_type(told: SourceType) -> PointerType:
    """
    >>> pointer_type(SourceType(8, 4, (), "const float *__restrict"))
    PointerType(depth=1, element=ElementType(size=4, numbers=(NumberType(offset=0, dtype='f4', name=''),), pointers=()))
    >>> pointer_type(SourceType(8, 16, (), "float4 *")).element.numbers[3].name
    '.w'
    """
    text = _QUALIFIERS.sub(" ", _OF_ARRAY.sub("*", told.text))
    base = " ".join(text.rstrip("*& ").split())
    depth = text.count("*", len(text.rstrip("*& ")))
    if vector := _VECTOR.match(base):
        kind, count = (vector[1], vector[2]) if vector[1] else (vector[3], vector[4])
        return PointerType(depth, _vector(_NUMBERS[kind], int(count)))
    if dtype := _NUMBERS.get(base):
        return PointerType(depth, _number(dtype))
    if depth > 1 or not told.fields:
        return PointerType(depth, None)
    numbers = (NumberType(f.offset, f"f{f.floating}", f", byte {f.offset}") for f in told.fields if not f.is_pointer)
    pointers = ((f.offset, _number(f"f{f.floating}")) for f in told.fields if f.is_pointer)
    return PointerType(depth, ElementType(told.element, tuple(numbers), tuple(pointers)))


def _number(dtype: str) -> ElementType:
    one = NumberType(0, dtype)
    return ElementType(one.size, (one,))


def _vector(dtype: str, count: int) -> ElementType:
    size = _number(dtype).size
    return ElementType(count * size, tuple(NumberType(i * size, dtype, f".{'xyzw'[i]}") for i in range(count)))


@dataclass
class MemoryTypes:
    """Gathers what the regions of a launch hold. before: what a region held, by its number."""

    regions: Sequence[CapturedRegion]
    before: Callable[[int], Array]
    _marks: dict[tuple[int, int], list[tuple[str, ElementType | None]]] = field(default_factory=dict)

    def segments(
        self,
        launch: CapturedLaunch,
        parameters: Sequence[PointerType],
        variables: Sequence[PointerType],
        names: Sequence[str],
    ) -> list[Segment]:
        """variables: types of the regions that are variables, by the number of the region. names: of parameters, as far
        as they are known."""
        whole = np.frombuffer(bytes.fromhex(launch.arguments), np.uint8)
        for at, ((offset, size), kind) in enumerate(zip(launch.parameters, parameters, strict=True)):
            name = names[at] if at < len(names) and names[at] else f"argument {at + 1}"
            self._follow(whole[offset : offset + size], kind, name)
        for i, r in enumerate(self.regions):
            if r.name:
                self._follow(self.before(i), variables[i], symbol_name(r.name).shown)
        return [s for i, r in enumerate(self.regions) for s in self._of_region(i, r, variables)]

    def _of_region(self, i: int, region: CapturedRegion, variables: Sequence[PointerType]) -> list[Segment]:
        if region.name:
            kind = variables[i]
            element = None if kind.depth else kind.element
            return [Segment(i, 0, region.size, symbol_name(region.name).shown, element)]
        own = sorted((first, i) for at, first in self._marks if at == i)
        starts = [first for first, _ in own]
        found = []
        if not starts or starts[0]:
            name = f"{region.size} bytes at {region.address:#x}"
            found.append(Segment(i, 0, starts[0] if starts else region.size, name, None))
        for first, end in zip(starts, [*starts[1:], region.size], strict=False):
            held = self._marks[i, first]
            kinds = {element for _, element in held}
            name = "/".join(dict.fromkeys(n for n, _ in held))
            found.append(Segment(i, first, end, name, next(iter(kinds)) if len(kinds) == 1 else None))
        return found

    def _follow(self, data: Array, kind: PointerType, name: str) -> None:
        """Notes where pointers lead that a value holds, or that values one after another hold."""
        if kind.depth:
            self._follow_all(data, 0, 8, PointerType(kind.depth - 1, kind.element), name)
        elif kind.element:
            for offset, element in kind.element.pointers:
                self._follow_all(data, offset, kind.element.size, PointerType(0, element), name)

    def _follow_all(self, data: Array, first: int, step: int, kind: PointerType, name: str) -> None:
        count = max(0, (data.size - first - 8) // step + 1)
        for n in range(min(count, _MOST_FOLLOWED)):
            at = first + n * step
            word = int.from_bytes(data[at : at + 8].tobytes(), "little")
            of_class = f", byte {first}" if step != 8 or first else ""
            self._mark(word, kind, f"{name}{f'[{n}]' if count > 1 else ''}{of_class}")

    @cached_property
    def _by_address(self) -> list[tuple[int, int]]:
        return sorted((r.address, i) for i, r in enumerate(self.regions) if not r.name)

    def _mark(self, address: int, kind: PointerType, name: str) -> None:
        """kind: of what lies at the address."""
        at = bisect_right(self._by_address, (address, len(self.regions))) - 1
        if at < 0:
            return
        i = self._by_address[at][1]
        first = address - self.regions[i].address
        if first >= self.regions[i].size:
            return
        held = self._marks.setdefault((i, first), [])
        mark = name, None if kind.depth else kind.element
        if mark not in held:
            held.append(mark)
            if kind.depth or (kind.element and kind.element.pointers):
                self._follow(self.before(i)[first:], kind, name)
