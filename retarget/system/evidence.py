"""What a bug of ours leaves behind for its report: a file that nothing removes."""

from __future__ import annotations

import os
import sys
import tempfile

from retarget import __version__


def keep(text: str) -> str:
    """Writes a text to a file, with what was asked; returns the file's path."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="retarget-bug-", suffix=".txt", delete=False, encoding="utf-8", errors="surrogateescape"
    ) as file:
        file.write(f"retarget {__version__}\n{sys.argv}\n{os.getcwd()}\n\n{text}")
    return file.name
