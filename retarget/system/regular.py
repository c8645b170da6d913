"""Reading what a user names: no pipe or device, which would be waited for, or has no end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_bytes(path: str | Path) -> bytes:
    """What a file holds. Raises OSError, also for what is no regular file."""
    if is_endless(path):
        raise OSError(errno.EINVAL, "no regular file", str(path))
    return Path(path).read_bytes()


def is_endless(path: str | Path) -> bool:
    """Whether to read a file may have no end: a pipe, a socket, a device other than the null device."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) and not os.path.samefile(path, os.devnull)
