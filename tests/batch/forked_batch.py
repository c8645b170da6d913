"""A batch in a fork of this process, where Dask is imported once for all tests."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.command_line import Told, forked


def batch(*words: str | Path, env: dict[str, str] | None = None) -> Told:
    """Runs `retarget batch`."""
    import_module("retarget.batch.running")
    return forked("batch", *words, env=env)
