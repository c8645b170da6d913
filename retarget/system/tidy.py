"""Keeps a folder of remembered things small."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PERIOD = 60.0  # seconds


def tidy(folder: Path, most_files: int, most_bytes: int) -> None:
    """Removes the oldest files of a folder, and folders with all in them, beyond so many or so many bytes.

    Several processes may do so at once, and read and write what is there: a file that is gone is one less to remove.
    """
    size = 0
    for number, (_, path, own) in enumerate(sorted(_entries(folder), reverse=True)):
        size += own
        if number >= most_files or size > most_bytes:
            with suppress(OSError):
                os.unlink(path) if os.path.isfile(path) else shutil.rmtree(path)


def tidy_at_times(folder: Path, most_files: int, most_bytes: int) -> None:
    """Does so once a minute, for a folder that each run writes to: to look at all its files takes longer than to write
    one."""
    mark = folder.with_name(f"{folder.name}.tidied")
    with suppress(OSError):
        if abs(time.time() - mark.stat().st_mtime) < _PERIOD:
            return
    with suppress(OSError):
        mark.touch()
    tidy(folder, most_files, most_bytes)


def _entries(folder: Path) -> Iterator[tuple[int, str, int]]:
    """Time, path and size of each file and folder; a folder's size is that of the files in it."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                size = found.st_size
                if entry.is_dir(follow_symlinks=False):
                    size = sum(own for _, _, own in _entries(Path(entry.path)))
                yield found.st_mtime_ns, entry.path, size
