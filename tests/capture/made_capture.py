"""Captures made of arrays, as a program would have left them: launches, with what they find and what they leave."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from retarget.capture.contents import (
    FORMAT,
    Capture,
    CapturedLaunch,
    CapturedObject,
    CapturedProcess,
    CapturedRegion,
    MemoryKind,
    Proof,
)
from retarget.capture.folder import CaptureFolder, written
from retarget.capture.memory_pieces import PIECE, PieceFolder
from retarget.targets.device import Array, Extents
from tests.values import replace

BASE = 0x7F12_3400_0000


@dataclass(frozen=True)
class MadeRegion:
    """An array before and after a launch; name: of a variable."""

    address: int
    before: Array
    after: Array
    name: str = ""
    kind: MemoryKind = MemoryKind.DEVICE


@dataclass(frozen=True)
class MadeLaunch:
    """arguments: addresses, and other values as numpy has them."""

    kernel: str
    grid: Extents
    block: Extents
    arguments: Sequence[int | Array | np.generic]
    memory: Sequence[MadeRegion]
    shared: int = 0
    why: str | None = ""  # of the proof; None: there is none
    varies: int = 0
    objects: tuple[CapturedObject, ...] = ()


def made_capture(folder: Path, launches: Sequence[MadeLaunch]) -> CaptureFolder:
    def make(pieces: PieceFolder, code: Path) -> Capture:
        code.mkdir()
        process = CapturedProcess("./app", "nvidia", "GPU", "sm_90", "1", len(launches), 0.1, True)
        all_ = tuple(_launch(l, pieces) for l in launches)
        proofs = tuple(Proof(n, l.why, 1.0, l.varies) for n, l in enumerate(launches) if l.why is not None)
        return replace(Capture(FORMAT, ("./app",), (process,), all_, (), ()), proofs=proofs)

    return written(folder, make)


def _launch(made: MadeLaunch, pieces: PieceFolder) -> CapturedLaunch:
    data, parameters = bytearray(), []
    for a in made.arguments:
        value = struct.pack("<Q", a) if isinstance(a, int) else a.tobytes()
        data += bytes(-len(data) % min(8, len(value)))
        parameters.append((len(data), len(value)))
        data += value
    memory = tuple(
        CapturedRegion(r.address, r.before.nbytes, MemoryKind.VARIABLE if r.name else r.kind, r.name,
                       _pieces(r.before, pieces), _pieces(r.after, pieces)) for r in made.memory
    )  # fmt: skip
    return CapturedLaunch(
        0, made.kernel, made.grid, made.block, made.shared, 1, 1, 0, "", tuple(parameters), data.hex(), memory,
        made.objects,
    )


def _pieces(array: Array, pieces: PieceFolder) -> tuple[str, ...]:
    data = array.tobytes()
    return tuple(pieces.keep(data[at : at + PIECE]) for at in range(0, len(data), PIECE))
