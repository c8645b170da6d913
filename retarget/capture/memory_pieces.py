"""Pieces of memory as files, each called by its digest, so that what does not change is stored once.

FOLDER/ab/abcdef...       as it was
FOLDER/ab/abcdef....zst   compressed, where that pays
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from retarget.errors import InputError, MissingTool
from retarget.system.cores import cores

PIECE = 256 << 10  # bytes, except for the last one of a region: as templates/capture/recorder.h has it
_LOT = 64  # pieces that one thread reads
_TRIED = 16 << 10  # bytes of a piece by which it is judged whether compression pays
_PAYS = 0.7  # of the size, or less
_LEVEL = 1  # of zstandard: as fast as a disk

try:
    import zstandard
except ImportError:
    what = "zstandard, which compresses captures, is missing"
    raise MissingTool(what, "pip install 'zstandard>=0.22,<1'") from None


def digest_of(data: bytes | memoryview) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class PieceFolder:
    """Raises OSError as files do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._press = zstandard.ZstdCompressor(level=_LEVEL)

    def keep(self, data: bytes) -> str:
        """Writes a piece, unless it is there; gives its digest."""
        name = digest_of(data)
        place = self._place(name)
        if self.holds(name):
            return name
        place.parent.mkdir(parents=True, exist_ok=True)
        if len(self._press.compress(data[:_TRIED])) <= _PAYS * min(len(data), _TRIED):
            _pressed(place).write_bytes(self._press.compress(data))
        else:
            place.write_bytes(data)
        return name

    def holds(self, name: str) -> bool:
        place = self._place(name)
        return place.exists() or _pressed(place).exists()

    def read(self, name: str, most: int = PIECE) -> bytes:
        """most: bytes that it can have. Raises InputError where it is not what its name says."""
        return self._read(name, most, zstandard.ZstdDecompressor())

    def _read(self, name: str, most: int, expand: zstandard.ZstdDecompressor) -> bytes:
        place = self._place(name)
        try:
            if place.exists():
                data = place.read_bytes()
            else:
                data = expand.decompress(_pressed(place).read_bytes(), max_output_size=most)
        except FileNotFoundError:
            raise InputError(f"{place}: a piece of the capture is missing: capture again") from None
        except zstandard.ZstdError:
            data = b""
        if digest_of(data) != name:
            raise InputError(f"{place}: a piece of the capture is damaged: capture again")
        return data

    def joined(self, names: Sequence[str]) -> bytearray:
        """Of many pieces, by threads: what takes the time holds no lock of Python's."""
        lots = [names[at : at + _LOT] for at in range(0, len(names), _LOT)]
        if len(lots) < 2:
            return self._lot(names)
        with ThreadPoolExecutor(min(len(lots), cores())) as pool:
            return bytearray().join(pool.map(self._lot, lots))

    def _lot(self, names: Sequence[str]) -> bytearray:
        expand = zstandard.ZstdDecompressor()  # none for several threads
        return bytearray().join(self._read(name, PIECE, expand) for name in names)

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
