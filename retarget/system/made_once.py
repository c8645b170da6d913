"""Files that are made once and kept: precompiled headers."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from retarget.system.tidy import tidy


class NotMade(Exception):
    """What makes a file could not."""


def made_once(place: Path, make: Callable[[Path], None], most: tuple[int, int] | None = None) -> Path | None:
    """The file at a place; where it is absent, `make(path)` makes it elsewhere, and it is moved there whole. None where
    `make` raises NotMade, or the file cannot be written. most: how many files, and bytes, its folder keeps."""
    try:
        if place.is_file():
            os.utime(place)  # what is used stays
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            make(Path(folder) / "made")
            os.replace(Path(folder) / "made", place)
    except (OSError, NotMade):
        return place if place.is_file() else None
    if most:
        with suppress(OSError):
            tidy(place.parent, *most)
    return place
