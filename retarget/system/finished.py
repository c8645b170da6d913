"""Products of other programs that are put into their place once they are whole."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path


def is_special(path: Path) -> bool:
    """Whether a device, a pipe or a socket stands at a path, such as /dev/null: nothing may take its place."""
    return path.exists() and not path.is_file() and not path.is_dir()


def scratch_parent(output: Path) -> Path | None:
    """Where the folder belongs in which a product is made: on the disk of its place. None: anywhere."""
    return None if is_special(output) else Path(os.path.realpath(output)).parent


def put(product: Path, output: Path) -> None:
    """Moves a product to its place. What a link names is replaced, not the link; a device gets the bytes.

    Raises OSError; IsADirectoryError where a folder stands there."""
    if output.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(output))
    if is_special(output):
        with open(product, "rb") as made, open(output, "wb") as device:
            shutil.copyfileobj(made, device)
    else:
        os.replace(product, os.path.realpath(output))
