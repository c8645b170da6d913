"""Pieces of memory as files, each called by its digest, so that what does not change is stored once.

FOLDER/ab/abcdef...       as it was
FOLDER/ab/abcdef....zst   compressed, where that pays
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np

from retarget.errors import InputError, MissingTool
from retarget.system.cores import cores
from retarget.targets.device import Array

PIECE = 256 << 10  # bytes, except for the last one of a region: as templates/capture/recorder.h has it
LOT = 64  # pieces that one thread reads or writes
_TRIED = 16 << 10  # bytes of a piece by which it is judged whether compression pays
_PAYS = 0.7  # of the size, or less
_LEVEL = 1  # of zstandard: as fast as a disk

_Given = TypeVar("_Given")
_Got = TypeVar("_Got")

try:
    import zstandard
except ImportError:
    what = "zstandard, which compresses captures, is missing"
    raise MissingTool(what, "pip install 'zstandard>=0.22,<1'") from None


def digest_of(data: bytes | memoryview) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class PieceFolder:
    """Raises OSError as files do. What it has read is taken for whole when it is read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._whole: set[str] = set()

    def keep(self, data: bytes) -> str:
        """Writes a piece, unless it is there; gives its digest."""
        return self._keep(data, zstandard.ZstdCompressor(level=_LEVEL))

    def keep_all(self, several: Sequence[bytes]) -> list[str]:
        """The same of many, by threads: what takes the time holds no lock of Python's."""
        return [name for lot in _side_by_side(self._keep_lot, _lots(several)) for name in lot]

    def _keep_lot(self, several: Sequence[bytes]) -> list[str]:
        press = zstandard.ZstdCompressor(level=_LEVEL)  # none for several threads
        return [self._keep(data, press) for data in several]

    def _keep(self, data: bytes, press: zstandard.ZstdCompressor) -> str:
        name = digest_of(data)
        place = self._place(name)
        if self.holds(name):
            return name
        place.parent.mkdir(parents=True, exist_ok=True)
        if len(press.compress(data[:_TRIED])) <= _PAYS * min(len(data), _TRIED):
            _pressed(place).write_bytes(press.compress(data))
        else:
            place.write_bytes(data)
        return name

    def holds(self, name: str) -> bool:
        place = self._place(name)
        return place.exists() or _pressed(place).exists()

    def read(self, name: str, most: int = PIECE) -> bytes:
        """most: bytes that it can have. Raises InputError where it is not what its name says."""
        room = bytearray(most)
        size = self._read(name, memoryview(room), zstandard.ZstdDecompressor())
        return bytes(room[:size])

    def joined(self, names: Sequence[str], size: int) -> Array:
        """Of many pieces, `size` bytes together, by threads. Raises InputError as `read` does."""
        made = np.empty(size, np.uint8)
        lots = [(lot, made.data[at * LOT * PIECE :]) for at, lot in enumerate(_lots(names))]
        filled = sum(_side_by_side(self._read_lot, lots))
        if filled != size:
            raise InputError(f"{self.folder}: the pieces of {size} bytes have {filled}: capture again")
        return made

    def _read_lot(self, lot: tuple[Sequence[str], memoryview]) -> int:
        """Fills the room from its start; gives the bytes that were read."""
        names, room = lot
        expand, at = zstandard.ZstdDecompressor(), 0  # none for several threads
        for name in names:
            at += self._read(name, room[at : at + PIECE], expand)
        return at

    def _read(self, name: str, room: memoryview, expand: zstandard.ZstdDecompressor) -> int:
        place = self._place(name)
        try:
            size = _filled(place, room, expand)
        except FileNotFoundError:
            raise InputError(f"{place}: a piece of the capture is missing: capture again") from None
        except zstandard.ZstdError:
            size = -1
        if size < 0 or (name not in self._whole and digest_of(room[:size]) != name):
            raise InputError(f"{place}: a piece of the capture is damaged: capture again")
        self._whole.add(name)
        return size

    def bytes(self) -> int:
        """On the disk."""
        return sum(size for path in self._files() for size in [path.stat().st_size])

    def keep_only(self, names: set[str]) -> None:
        for path in list(self._files()):
            if path.stem not in names:
                path.unlink()
                with suppress(OSError):
                    path.parent.rmdir()

    def _files(self) -> Iterator[Path]:
        return self.folder.glob("??/*")

    def _place(self, name: str) -> Path:
        return self.folder / name[:2] / name


def _pressed(place: Path) -> Path:
    return place.with_name(f"{place.name}.zst")


def _filled(place: Path, room: memoryview, expand: zstandard.ZstdDecompressor) -> int:
    """Reads a piece, or its compressed form, which the room has to hold; gives its bytes, -1 where there are more.
    Raises FileNotFoundError, ZstdError."""
    try:
        with open(place, "rb", buffering=0) as file:
            return (file.readinto(room) or 0) if os.fstat(file.fileno()).st_size <= len(room) else -1
    except FileNotFoundError:
        data = expand.decompress(_pressed(place).read_bytes(), max_output_size=len(room))
    if len(data) > len(room):
        return -1
    room[: len(data)] = data
    return len(data)


def _lots(several: Sequence[_Given]) -> list[Sequence[_Given]]:
    return [several[at : at + LOT] for at in range(0, len(several), LOT)]


def _side_by_side(work: Callable[[_Given], _Got], lots: Sequence[_Given]) -> list[_Got]:
    if len(lots) < 2:
        return [*map(work, lots)]
    with ThreadPoolExecutor(min(len(lots), cores())) as pool:
        return [*pool.map(work, lots)]
