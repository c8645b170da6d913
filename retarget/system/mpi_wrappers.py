"""MPI's compilers, which stand for another one and give it options of their own.

    $ mpicxx -show
    g++ -I/usr/lib/x86_64-linux-gnu/openmpi/include -L/usr/lib/x86_64-linux-gnu/openmpi/lib -lmpi
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from functools import cache

_WRAPPER = re.compile(r"mpi(?:cc|CC|cxx|c\+\+|gcc|gxx|icc|icpc|icx|icpx)(?:[.-]\w+)?")
_FRONT, _LINK = ("-I", "-D"), ("-L", "-l", "-Wl,")


def front_options(compiler: str) -> tuple[str, ...]:
    """Folders of headers, and macros; none of a compiler that is no wrapper."""
    return tuple(word for word in _added(compiler) if word.startswith(_FRONT))


def link_options(compiler: str) -> tuple[str, ...]:
    """What is linked, and where it is sought."""
    return tuple(word for word in _added(compiler) if word.startswith(_LINK))


@cache
def _added(compiler: str) -> tuple[str, ...]:
    if not _WRAPPER.fullmatch(os.path.basename(compiler)):
        return ()
    try:
        done = subprocess.run([compiler, "-show"], capture_output=True, text=True, errors="replace", check=False)
        return tuple(shlex.split(done.stdout)[1:]) if done.returncode == 0 else ()
    except (OSError, ValueError):  # the build says that it is not there
        return ()
