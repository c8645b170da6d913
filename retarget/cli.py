"""The command line. The first lines answer an unchanged run from memory, before anything heavy is imported."""

from __future__ import annotations

import sys

from retarget import runs


def main() -> None:
    """Entry point of `retarget`."""
    arguments = sys.argv[1:]
    folder = runs.cache_folder()
    run = runs.recall(runs.key(arguments), folder)
    if run is not None:
        sys.stderr.write(run.stderr)
        sys.stdout.write(run.stdout)
        raise SystemExit(run.code)
    from retarget import commands  # noqa: PLC0415  (for speed: the warm path needs none of it)

    commands.run(arguments)
