"""What a compiler tells of a command that makes no file."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from retarget.unit.parse.environment import searched

TIME_LIMIT = 120.0  # seconds


def told_by(words: Sequence[str]) -> tuple[int | None, str]:
    """Exit status and messages; no status where time ran out."""
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            timeout=TIME_LIMIT, env={**os.environ, **searched(), "LC_ALL": "C.UTF-8"}, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stderr.decode("utf-8", "replace")


def crashed(text: str) -> bool:
    """Whether clang came to grief itself: then it has not told all."""
    return "frontend command failed" in text
