"""What a program says that failed for want of space, as ours would: by the system's own words."""

from __future__ import annotations

import errno
import os

_WORDS = (os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT))


def is_full(said: str) -> bool:
    return any(words in said for words in _WORDS)
