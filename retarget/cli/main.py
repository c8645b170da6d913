"""The command line. The first lines answer an unchanged run from memory, before anything heavy is imported."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper

from retarget.system import cache, exits, streams


def main() -> None:
    """Entry point of `retarget`."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")  # nobody wants to hear of it
    try:
        os.getcwd()
    except OSError as error:
        sys.stderr.write(f"retarget: error: the working folder is gone ({error.strerror}): change to another one\n")
        raise SystemExit(exits.INPUT) from None
    try:
        _answered()
    except streams.Unwritable as unwritable:
        raise SystemExit(streams.given_up(unwritable)) from None


def _answered() -> None:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")  # bytes that are no UTF-8 come out as they went in
    arguments = sys.argv[1:]
    folder = cache.cache_folder()
    run = cache.recall(cache.key(arguments), folder)
    if run is not None:
        streams.put(sys.stderr, run.stderr)
        streams.put(sys.stdout, run.stdout)
        raise SystemExit(run.code)
    gc.set_threshold(100_000, 20, 20)  # tokens and trees are many, and hold no cycles
    from retarget.cli import entry  # noqa: PLC0415  (for speed: the warm path needs none of it)

    entry.run(arguments)
