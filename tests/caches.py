"""Caches of tests: what is built is shared by all of a run, what is remembered is a test's own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

BUILT = ("preamble", "compilers", "device-libraries", "hip-preamble", "hip-runtime", "host", "capture")  # named by all that they are made of


def with_builds_of(shared: Path, own: Path, built: Sequence[str] = BUILT) -> Path:
    """A cache that remembers nothing, and holds what the shared one has built, or will."""
    own.mkdir(parents=True, exist_ok=True)
    for name in built:
        (shared / name).mkdir(parents=True, exist_ok=True)
        if not (own / name).exists():
            with suppress(FileExistsError):  # another process of the run was first
                (own / name).symlink_to((shared / name).resolve())
    return own
