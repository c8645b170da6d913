"""Folders that are laid out once and kept: whether all that was put there is there as it was.

    .retarget-sums      1f2e3d4c-755 bin/nvcc
                        > lib64 lib
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path

_SUMS = ".retarget-sums"


def seal(folder: Path) -> None:
    """Notes what a folder holds. Raises OSError."""
    (folder / _SUMS).write_text("".join(f"{line}\n" for line in _lines(folder)))


def is_sealed(folder: Path) -> bool:
    """Whether a folder that was sealed holds the same files and links, readable, executable where they were. What came
    later does no harm."""
    try:
        wanted = (folder / _SUMS).read_text().splitlines()
        return bool(wanted) and not set(wanted) - set(_lines(folder))
    except (OSError, UnicodeDecodeError):
        return False


def _lines(folder: Path) -> Iterator[str]:
    for path in sorted(p for p in folder.rglob("*") if p.name != _SUMS):
        name = path.relative_to(folder)
        if path.is_symlink():
            yield f"> {os.readlink(path)} {name}"
        elif path.is_file():
            yield f"{zlib.crc32(path.read_bytes()):08x}-{stat.S_IMODE(path.stat().st_mode):o} {name}"
