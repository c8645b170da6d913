"""The git repository around the working folder."""

from __future__ import annotations

import os
import subprocess


def git(*words: str) -> str | None:
    """What git prints; None where it fails, or is not there."""
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False)
    except OSError:
        return None
    return os.fsdecode(done.stdout) if done.returncode == 0 else None


def repository_files(pattern: str, with_new: bool = False) -> list[str] | None:
    """The files here and below that git knows, and with_new those that it would not ignore, as seen from here. None
    outside of a repository."""
    new = ("--others", "--exclude-standard") if with_new else ()
    told = git("ls-files", "-z", "--cached", *new, "--", pattern)
    return None if told is None else sorted({path for path in told.split("\0") if path})
