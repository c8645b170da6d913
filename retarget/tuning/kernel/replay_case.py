"""Launches on which variants are judged and timed: those of a capture, and cases made by hand, which are a capture too.

What a process needs that replays them is a folder with their memory, and these values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from retarget.capture.compare import POISON, WHOLE_POISON
from retarget.capture.contents import FORMAT, Capture, CapturedLaunch, CapturedRegion, MemoryKind
from retarget.capture.memory_pieces import PIECE, PieceFolder
from retarget.capture.typed_ranges import BYTES, NumberLayout, TypedRange, plain
from retarget.targets.device import Array
from retarget.tuning.kernel.arguments import Buffer, Ready
from retarget.tuning.launch_records import Size

_FIRST, _APART = 0xFFF9 << 48, 1 << 40  # addresses of a case's arrays: no number that a program computes with
_WORD = 8


class ArrayFile(Struct, frozen=True):
    """An array of one dimension in a file of its own."""

    path: str
    dtype: str

    def array(self) -> Array:
        """Its contents, read as they are looked at."""
        return np.memmap(self.path, np.dtype(self.dtype), "r")


def saved_array(data: Array, path: Path) -> ArrayFile:
    if data.dtype.names is not None:  # a structure is its bytes
        data = data.view(np.dtype(f"V{data.dtype.itemsize}"))
    data.tofile(path)
    return ArrayFile(str(path), data.dtype.str)


class RegionRule(Struct, frozen=True):
    """How a region is judged. is_written: whether the kernel may write it; is_poisoned: it does nothing else with it,
    so that it starts as poison; is_compared: whether what it holds afterwards counts."""

    types: tuple[TypedRange, ...]
    is_written: bool = True
    is_poisoned: bool = False
    is_compared: bool = True

    @property
    def poison(self) -> int:
        """The byte that it starts as: where it holds fractions, that of NaN."""
        return POISON if any(np.dtype(f).kind in "fc" for t in self.types for _, f in t.type.fields) else WHOLE_POISON

    @property
    def is_judged(self) -> bool:
        """What the kernel must not write has to stay as it is."""
        return self.is_compared or not self.is_written


class ReplayCase(Struct, frozen=True):
    """A launch, and a rule for each region of its memory. instance: the arguments of the kernel's template, as the
    demangler spells them, or None for the only instance; expected: by region, what the original itself has to give;
    stands_for: of the program's run, milliseconds of launches by their sizes; nothing: itself. digest: of all that the
    kernel is given. is_scrambled: its fractions are replaced by others."""

    name: str
    launch: CapturedLaunch
    rules: tuple[RegionRule, ...]
    digest: str
    instance: tuple[str, ...] | None = None
    relative: float | None = None
    absolute: float | None = None
    expected: Mapping[int, ArrayFile] = field(default_factory=dict)
    stands_for: tuple[tuple[Size, float], ...] = ()
    is_scrambled: bool = False

    @property
    def is_captured(self) -> bool:
        """Whether a program's own result is known."""
        return bool(self.launch.code) and not self.is_scrambled

    @property
    def scrambled(self) -> ReplayCase:
        """The same launch with other numbers, on which variants are judged and not timed."""
        return replace(self, name=f"{self.name}, other numbers", stands_for=(), is_scrambled=True)

    @property
    def size(self) -> Size:
        return self.launch.grid, self.launch.block


def by_hand(case: Ready, kernel: str, folder: Path) -> ReplayCase:
    """A case as a captured launch. folder: of a capture, which takes its arrays."""
    pieces = PieceFolder(folder / "memory")
    digest = hashlib.blake2b(digest_size=16)
    digest.update(repr((case.name, case.grid, case.block, case.shared, case.relative, case.absolute)).encode())
    regions: list[CapturedRegion] = []
    rules: list[RegionRule] = []
    parameters: list[tuple[int, int]] = []
    arguments = bytearray()
    expected: dict[int, ArrayFile] = {}
    for argument in case.arguments:
        given = argument
        if isinstance(argument, Buffer):
            number = len(regions)
            regions.append(_region(argument, _FIRST + (number + 1) * _APART, pieces))
            is_poisoned = argument.is_written and not argument.is_read
            rules.append(RegionRule(_types(argument), argument.is_written, is_poisoned, argument.is_compared))
            if argument.name in case.expected:
                wanted = case.expected[argument.name]
                expected[number] = saved_array(wanted, folder / f"expected-{digest.hexdigest()[:8]}-{number}")
            digest.update(f"{argument.data.dtype}{argument.is_compared}{regions[-1].before}".encode())
            given = regions[-1].address.to_bytes(_WORD, "little")
        assert isinstance(given, bytes)
        parameters.append((len(arguments), len(given)))
        arguments += given + bytes(-len(given) % _WORD)
        digest.update(given)
    launch = CapturedLaunch(
        0, kernel, case.grid, case.block, case.shared, 1, 1, 0, "", tuple(parameters), arguments.hex(), tuple(regions)
    )
    return ReplayCase(
        case.name, launch, tuple(rules), digest.hexdigest(), None, case.relative, case.absolute, expected
    )  # fmt: skip


def _region(buffer: Buffer, address: int, pieces: PieceFolder) -> CapturedRegion:
    data = buffer.data.view("u1").data
    before = tuple(pieces.keep(bytes(data[at : at + PIECE])) for at in range(0, len(data), PIECE))
    return CapturedRegion(address, len(data), MemoryKind.DEVICE, buffer.name, before, ())


def _types(buffer: Buffer) -> tuple[TypedRange, ...]:
    dtype = buffer.data.dtype
    if dtype.names is not None:
        dtype = np.dtype(f"V{dtype.itemsize}")
    kind: NumberLayout = plain(dtype.str) if dtype.itemsize else BYTES
    return (TypedRange(0, int(buffer.data.nbytes), kind, buffer.name),)


def of_cases(cases: tuple[ReplayCase, ...]) -> Capture:
    """The capture that cases made by hand are."""
    return Capture(FORMAT, (), (), tuple(c.launch for c in cases), (), ())
