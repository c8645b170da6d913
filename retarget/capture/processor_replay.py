"""What a replay on the processor reads and writes: files of the runtime's `replay.cpp`, of 64-bit numbers and bytes.

    request   kernel, grid (3), block (3), shared, count of arguments, each: size, bytes; count of regions,
              each: address, size, kind, variable; count of objects, each: handle, whether it is a surface, and of
              linear memory, address, extents (3), pitch, slice, bytes, channels, kind of number, whether it filters,
              takes and gives numbers from 0 to 1, modes (3), border (4); then what each region held before
    result    outcome, detail, count of parameters, each: number of its type; for each region: address, number of
              its type; the handle of each object; count of types, each: size, number of what it points to,
              count of fields, each: offset, number of its type; a size, a text; then what each region holds

Addresses in a request are the program's, in a result those of the replay. All bits set: no type, no variable.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from enum import IntEnum
from pathlib import Path

import numpy as np
from msgspec import Struct

from retarget.capture.contents import (
    CapturedLaunch,
    CapturedObject,
    CapturedRegion,
    ImageElement,
    ImageKind,
    MemoryKind,
)
from retarget.capture.memory_pieces import PieceFolder
from retarget.capture.replay_text import ReplayedKernel
from retarget.targets.device import Array

_NONE = (1 << 64) - 1  # the number of no variable, and of no type
_KINDS = {MemoryKind.DEVICE: 0, MemoryKind.MANAGED: 1, MemoryKind.HOST: 2, MemoryKind.VARIABLE: 0}  # as memory.h has it
_ELEMENTS = tuple(ImageElement)  # as images.h numbers them
_TYPE = re.compile(r"\[(?:with )?\w+ = (.*)\]$", re.DOTALL)


class ReplayOutcome(IntEnum):
    """As replay.cpp numbers them."""

    DONE = 0
    LAUNCH_FAILS = 1
    OTHER_PARAMETERS = 2
    OTHER_VARIABLE = 3
    CONSTANT_VARIABLE = 4
    NO_ROOM = 5
    WRITES_OUTSIDE = 6


class SourceType(Struct, frozen=True):
    """A type of the sources, as the compiler spells it; other types are numbers in a table. size: bytes, 0 where that
    is not known; pointee: what it points to; fields: scalars in a class that tells them, by their offsets."""

    size: int
    pointee: int | None
    fields: tuple[tuple[int, int], ...]
    text: str


class ReplayResult(Struct, frozen=True):
    """types: a table, by whose numbers parameters and elements go. Of the regions that the replay was given: addresses,
    types of the elements of variables, contents. handles: of its objects."""

    outcome: ReplayOutcome
    detail: int
    types: tuple[SourceType, ...]
    parameters: tuple[int, ...]
    addresses: tuple[int, ...]
    elements: tuple[int | None, ...]
    contents: tuple[Array, ...]
    handles: tuple[int, ...] = ()


def replayed_regions(launch: CapturedLaunch, kernel: ReplayedKernel) -> tuple[CapturedRegion, ...]:
    """All memory, and the variables that the sources have."""
    known = {v.linked for v in kernel.variables}
    return tuple(r for r in launch.memory if r.kind is not MemoryKind.VARIABLE or r.name in known)


def write_request(path: Path, launch: CapturedLaunch, kernel: ReplayedKernel, pieces: PieceFolder) -> None:
    """Raises InputError where the capture is damaged."""
    numbers = [v.linked for v in kernel.variables]
    whole = bytes.fromhex(launch.arguments)
    with path.open("wb") as file:

        def put(*values: int) -> None:
            file.write(struct.pack(f"<{len(values)}Q", *values))

        put(kernel.number, *launch.grid, *launch.block, launch.shared, len(launch.parameters))
        for offset, size in launch.parameters:
            put(size)
            file.write(whole[offset : offset + size])
        regions = replayed_regions(launch, kernel)
        put(len(regions))
        for r in regions:
            variable = numbers.index(r.name) if r.kind is MemoryKind.VARIABLE else _NONE
            put(r.address, r.size, _KINDS[r.kind], variable)
        put(len(launch.objects))
        for o in launch.objects:
            put(*_object(o))
        for r in regions:
            for piece in r.before:
                file.write(pieces.read(piece))


def _object(o: CapturedObject) -> tuple[int, ...]:
    return (
        o.handle, o.kind is ImageKind.SURFACE, o.kind is ImageKind.LINEAR, o.address, *o.extents, o.pitch, o.slice,
        o.bytes, o.channels, _ELEMENTS.index(o.element), o.filters, o.is_normalised, o.reads_normalised, *o.modes,
        *o.border,
    )  # fmt: skip


def read_result(path: Path, regions: Sequence[CapturedRegion], objects: int = 0) -> ReplayResult:
    """Raises OSError, and ValueError for what no replay writes."""
    data = np.memmap(path, np.uint8, "r")
    at = 0

    def numbers(count: int) -> tuple[int, ...]:
        nonlocal at
        if at + 8 * count > data.size:
            raise ValueError(f"{path} is cut short")
        found = struct.unpack(f"<{count}Q", data[at : at + 8 * count].tobytes())
        at += 8 * count
        return found

    def kind() -> SourceType:
        nonlocal at
        size, pointee, count = numbers(3)
        fields = tuple((offset, number) for offset, number in (numbers(2) for _ in range(count)))
        (length,) = numbers(1)
        text = bytes(data[at : at + length]).decode("utf-8", "replace")
        at += length
        named = _TYPE.search(text)
        spelled = re.sub(r"\s*\*", " *", named[1]) if named else ""
        return SourceType(size, None if pointee == _NONE else pointee, fields, spelled)

    outcome, detail, count = numbers(3)
    parameters = numbers(count)
    places = [numbers(2) for _ in regions]
    handles = numbers(objects)
    types = tuple(kind() for _ in range(numbers(1)[0]))
    contents = tuple(_contents(data, at, regions)) if outcome == ReplayOutcome.DONE else ()
    addresses, elements = tuple(a for a, _ in places), tuple(None if k == _NONE else k for _, k in places)
    return ReplayResult(ReplayOutcome(outcome), detail, types, parameters, addresses, elements, contents, handles)


def _contents(data: Array, at: int, regions: Sequence[CapturedRegion]) -> Iterator[Array]:
    if at + sum(r.size for r in regions) != data.size:
        raise ValueError("a replay's result has another size than its memory")
    for r in regions:
        yield data[at : at + r.size]
        at += r.size
