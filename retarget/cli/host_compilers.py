"""`retarget host`. Builds run it for each of their files: nothing heavy is imported here, nor ahead of it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from retarget.api import host_compiler
from retarget.system import exits

_HELP = """\
Usage: retarget host COMPILER OPTIONS...

Runs a compiler of C or C++. Sources that name CUDA, themselves or in a file
that they include, it compiles from their translation to HIP; all others as
they are. Lists of dependencies and messages name your files.

Examples:
  make CXX="retarget host g++" CC="retarget host gcc" NVCC="retarget nvcc"
  cmake -DCMAKE_CXX_COMPILER_LAUNCHER="retarget;host" -S . -B build
  retarget host g++ -O2 -c main.cpp -o main.o
"""


def host(words: Sequence[str]) -> int:
    """Returns the exit code. Raises Error."""
    if not words or list(words) in (["--help"], ["-h"]):
        click.echo(_HELP, nl=False)
        return exits.OK
    return host_compiler.run(words)
