"""Keeps a folder of remembered things small."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def tidy(folder: Path, most_files: int, most_bytes: int) -> None:
    """Removes the oldest files of a folder beyond so many files or bytes.

    Several processes may do so at once, and read and write what is there: a file that is gone is one less to remove.
    """
    size = 0
    for number, (_, path, own) in enumerate(sorted(_files(folder), reverse=True)):
        size += own
        if number >= most_files or size > most_bytes:
            with suppress(OSError):
                os.unlink(path)


def _files(folder: Path) -> Iterator[tuple[int, str, int]]:
    """Time, path and size of each file."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                yield found.st_mtime_ns, entry.path, found.st_size
