"""What a replay on the processor reads and writes: files of the runtime's `replay.cpp`, of 64-bit numbers and bytes.

    request   kernel, grid (3), block (3), shared, count of arguments, each: size, bytes; count of regions,
              each: address, size, kind, variable; then what each held before
    result    outcome, detail, count of parameters, each: a type; for each region: address, a type;
              then what each holds
    a type    its size, that of what it points to, count of fields of that, each: offset, bytes of a floating-point
              number, whether it points to some; a size, a text

Addresses in a request are the program's, in a result those of the replay.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np

from retarget.capture.contents import CapturedLaunch, CapturedRegion, MemoryKind
from retarget.capture.memory_pieces import PieceFolder
from retarget.capture.replay_text import ReplayedKernel
from retarget.targets.device import Array

_IN_MEMORY = (1 << 64) - 1  # the number of no variable
_KINDS = {MemoryKind.DEVICE: 0, MemoryKind.MANAGED: 1, MemoryKind.HOST: 2, MemoryKind.VARIABLE: 0}  # as memory.h has it
_TYPE = re.compile(r"\[(?:with )?\w+ = (.*)\]$", re.DOTALL)


class ReplayOutcome(IntEnum):
    """As replay.cpp numbers them."""

    DONE = 0
    LAUNCH_FAILS = 1
    OTHER_PARAMETERS = 2
    OTHER_VARIABLE = 3
    CONSTANT_VARIABLE = 4
    NO_ROOM = 5


@dataclass(frozen=True)
class SourceField:
    """A floating-point number in a class, or what points to some. floating: bytes of one."""

    offset: int
    floating: int
    is_pointer: bool


@dataclass(frozen=True)
class SourceType:
    """A type of the sources, as the compiler spells it. size: bytes; element: of what it is, or points to, 0 where that
    has none; fields: of that, where it is a class that tells them."""

    size: int
    element: int
    fields: tuple[SourceField, ...]
    text: str


@dataclass(frozen=True)
class ReplayResult:
    """Of the regions that a replay was given: addresses, types of their elements (of variables), contents."""

    outcome: ReplayOutcome
    detail: int
    parameters: tuple[SourceType, ...]
    addresses: tuple[int, ...]
    elements: tuple[SourceType, ...]
    contents: tuple[Array, ...]


def replayed_regions(launch: CapturedLaunch, kernel: ReplayedKernel) -> tuple[CapturedRegion, ...]:
    """All memory, and the variables that the sources have."""
    known = dict(kernel.variables)
    return tuple(r for r in launch.memory if r.kind is not MemoryKind.VARIABLE or r.name in known)


def write_request(path: Path, launch: CapturedLaunch, kernel: ReplayedKernel, pieces: PieceFolder) -> None:
    """Raises InputError where the capture is damaged."""
    numbers = [name for name, _ in kernel.variables]
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
            variable = numbers.index(r.name) if r.kind is MemoryKind.VARIABLE else _IN_MEMORY
            put(r.address, r.size, _KINDS[r.kind], variable)
        for r in regions:
            for piece in r.before:
                file.write(pieces.read(piece))


def read_result(path: Path, regions: Sequence[CapturedRegion]) -> ReplayResult:
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
        size, element, count = numbers(3)
        given = (numbers(3) for _ in range(count))
        fields = tuple(SourceField(offset, floating, bool(pointer)) for offset, floating, pointer in given)
        (length,) = numbers(1)
        text = bytes(data[at : at + length]).decode("utf-8", "replace")
        at += length
        named = _TYPE.search(text)
        return SourceType(size, element, fields, named[1] if named else "")

    outcome, detail, count = numbers(3)
    parameters = tuple(kind() for _ in range(count))
    places = [(numbers(1)[0], kind()) for _ in regions]
    contents = tuple(_contents(data, at, regions)) if outcome == ReplayOutcome.DONE else ()
    addresses, elements = tuple(a for a, _ in places), tuple(k for _, k in places)
    return ReplayResult(ReplayOutcome(outcome), detail, parameters, addresses, elements, contents)


def _contents(data: Array, at: int, regions: Sequence[CapturedRegion]) -> Iterator[Array]:
    if at + sum(r.size for r in regions) != data.size:
        raise ValueError("a replay's result has another size than its memory")
    for r in regions:
        yield data[at : at + r.size]
        at += r.size
