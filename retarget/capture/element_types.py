"""What memory holds, by the types of the sources: elements from where a kernel's pointers point on.

void k(float* out, Grid grid)      out's allocation: f4 from where `out` points on
struct Grid { int n; double* u; }  the allocation that grid.u points into: f8
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from retarget.capture.contents import CapturedLaunch, CapturedRegion
from retarget.capture.processor_replay import SourceType
from retarget.capture.symbol_names import symbol_name
from retarget.targets.device import Array

BFLOAT = "bf"  # bfloat16: the upper half of a float, which numpy lacks
_NUMBERS = {
    "bool": "u1", "char": "i1", "signed char": "i1", "unsigned char": "u1", "short": "i2", "unsigned short": "u2",
    "int": "i4", "unsigned int": "u4", "long": "i8", "unsigned long": "u8", "long long": "i8",
    "unsigned long long": "u8", "short int": "i2", "short unsigned int": "u2", "long int": "i8",
    "long unsigned int": "u8", "long long int": "i8", "long long unsigned int": "u8", "float": "f4",
    "double": "f8", "__half": "f2", "half": "f2", "_Float16": "f2",
    "__nv_bfloat16": BFLOAT, "__hip_bfloat16": BFLOAT,
}  # fmt: skip
_VECTOR = re.compile(r"(?:HIP_vector_type<(float|double), (\d)[uU]?>|(float|double)(\d))$")
_POINTER = 8  # bytes
_MOST_FOLLOWED = 1 << 17  # pointers of a launch


class NumberType(Struct, frozen=True):
    """A number in an element. dtype: of numpy, or `bf`; name: behind that of the element."""

    offset: int
    dtype: str
    name: str = ""

    @property
    def size(self) -> int:
        return 2 if self.dtype == BFLOAT else np.dtype(self.dtype).itemsize


class ElementType(Struct, frozen=True):
    """size: bytes of one; numbers: what of it is known; pointers: where it holds some, and the numbers of the types
    that they point to."""

    size: int
    numbers: tuple[NumberType, ...]
    pointers: tuple[tuple[int, int], ...] = ()


class Segment(Struct, frozen=True):
    """Bytes of a region that hold elements of one type, or of none that is known. name: how a reader calls it; first:
    where its elements begin in the region."""

    region: int
    first: int
    end: int
    name: str
    element: ElementType | None


class TypeTable:
    """The types of a launch, as its replay tells them."""

    def __init__(self, types: Sequence[SourceType]) -> None:
        self.types = types
        self._known: dict[int, ElementType | None] = {}

    def element(self, number: int) -> ElementType | None:
        """What memory of a type holds; None where nothing of it is known.

        >>> types = SourceType(4, None, (), "float"), SourceType(8, 0, (), "float *")
        >>> row = SourceType(16, None, ((0, 1), (12, 0)), "Row")
        >>> table = TypeTable((*types, SourceType(16, None, (), "float4"), row))
        >>> table.element(1), table.element(2).numbers[3].name
        (ElementType(size=8, numbers=(), pointers=((0, 0),)), '.w')
        >>> table.element(3)
        ElementType(size=16, numbers=(NumberType(offset=12, dtype='f4', name=', byte 12'),), pointers=((0, 0),))
        """
        if number not in self._known:
            self._known[number] = self._element(self.types[number])
        return self._known[number]

    def _element(self, told: SourceType) -> ElementType | None:
        if told.pointee is not None:
            return ElementType(told.size, (), ((0, told.pointee),))
        if vector := _VECTOR.match(told.text):
            kind, count = (vector[1], vector[2]) if vector[1] else (vector[3], vector[4])
            size, numbers = told.size // int(count), range(int(count))
            return ElementType(told.size, tuple(NumberType(i * size, _NUMBERS[kind], f".{'xyzw'[i]}") for i in numbers))
        if dtype := _NUMBERS.get(told.text):
            return ElementType(told.size, (NumberType(0, dtype),))
        fields = [(offset, self.types[number]) for offset, number in told.fields]
        known = ((offset, t) for offset, t in fields if t.text in _NUMBERS)
        pointers = tuple((offset, t.pointee) for offset, t in fields if t.pointee is not None)
        numbers_ = tuple(NumberType(offset, _NUMBERS[t.text], f", byte {offset}") for offset, t in known)
        return ElementType(told.size, numbers_, pointers) if numbers_ or pointers else None


@dataclass
class MemoryTypes:
    """Gathers what the regions of a launch hold. before: what a region held, by its number."""

    table: TypeTable
    regions: Sequence[CapturedRegion]
    before: Callable[[int], Array]
    _marks: dict[tuple[int, int], dict[int, str]] = field(default_factory=dict)  # types and names, by region and place
    _open: deque[tuple[Array, ElementType, str]] = field(default_factory=deque)  # values whose pointers are followed

    def segments(
        self, launch: CapturedLaunch, parameters: Sequence[int], variables: Sequence[int | None], names: Sequence[str]
    ) -> list[Segment]:
        """variables: types of the regions that are variables, by the number of the region. names: of parameters, as far
        as they are known."""
        whole = np.frombuffer(bytes.fromhex(launch.arguments), np.uint8)
        for at, ((offset, size), kind) in enumerate(zip(launch.parameters, parameters, strict=True)):
            name = names[at] if at < len(names) and names[at] else f"argument {at + 1}"
            self._enter(partial(whole.__getitem__, slice(offset, offset + size)), kind, name)
        for i, (r, variable) in enumerate(zip(self.regions, variables, strict=True)):
            if variable is not None:
                self._enter(partial(self.before, i), variable, symbol_name(r.name).shown)
        self._follow()
        return [s for i, r in enumerate(self.regions) for s in self._of_region(i, r, variables[i])]

    def _enter(self, data: Callable[[], Array], kind: int, name: str) -> None:
        """data: gives a value, which is read where pointers can be in it."""
        element = self.table.element(kind)
        if element and element.pointers:
            self._open.append((data(), element, name))

    def _follow(self) -> None:
        """Notes where pointers lead, and those in the memory there, and so on."""
        left = _MOST_FOLLOWED
        while self._open and left:
            data, element, name = self._open.popleft()
            count = min(data.size // element.size, left)
            for offset, kind in element.pointers:
                for n in range(count):
                    at = n * element.size + offset
                    one = f"{name}[{n}]" if count > 1 else name
                    if element.size > _POINTER:
                        one += f"(byte {offset})"
                    self._mark(int.from_bytes(data[at : at + _POINTER].tobytes(), "little"), kind, one)
            left -= count

    @cached_property
    def _by_address(self) -> list[tuple[int, int]]:
        return sorted((r.address, i) for i, r in enumerate(self.regions) if not r.name)

    def _mark(self, address: int, kind: int, name: str) -> None:
        """kind: of what lies at the address."""
        at = bisect_right(self._by_address, (address, len(self.regions))) - 1
        if at < 0:
            return
        i = self._by_address[at][1]
        first = address - self.regions[i].address
        held = self._marks.setdefault((i, first), {}) if first < self.regions[i].size else {kind: ""}
        if kind not in held:
            held[kind] = name
            self._enter(lambda: self.before(i)[first:], kind, name)

    def _of_region(self, i: int, region: CapturedRegion, variable: int | None) -> list[Segment]:
        if region.name:
            element = None if variable is None else self.table.element(variable)
            return [Segment(i, 0, region.size, symbol_name(region.name).shown, element)]
        found = [Segment(i, 0, region.size, f"{region.size} bytes at {region.address:#x}", None)]
        for first in sorted(first for at, first in self._marks if at == i):
            held = self._marks[i, first]
            element = self.table.element(next(iter(held))) if len(held) == 1 else None
            last = found[-1]
            if element and element == last.element and not (first - last.first) % element.size:
                continue
            found[-1] = replace(last, end=first)
            found.append(Segment(i, first, region.size, "/".join(dict.fromkeys(held.values())), element))
        return [s for s in found if s.first < s.end]
