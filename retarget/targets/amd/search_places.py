"""Where clang would have found headers that are missing: files that a later run must not find either."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from retarget.unit.parse.environment import searched

TIME_LIMIT = 20.0  # seconds
_BEGIN, _END = re.compile(r'^#include ["<]\.\.\.[">] search starts here:$', re.M), "End of search list."
_IGNORED = re.compile(r'^ignoring nonexistent directory "(.*)"$', re.M)


def places(names: Iterable[str], command: Sequence[str], includers: Iterable[str]) -> Iterator[str]:
    """Where headers of these names would lie: in the folders of a command line of clang, those among them that are not
    there, and in the folders of the files that may include them. Raises OSError and SubprocessError."""
    folders = dict.fromkeys((*(os.path.dirname(path) for path in includers), *_searched(tuple(command))))
    return (os.path.abspath(os.path.join(folder, name)) for name in names for folder in folders)


@lru_cache(maxsize=64)
def _searched(command: tuple[str, ...]) -> tuple[str, ...]:
    done = subprocess.run(
        [*command, "-v", os.devnull], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT, check=True,
        env={**os.environ, **searched(), "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    return tuple(_listed(os.fsdecode(done.stderr)))


def _listed(told: str) -> Iterator[str]:
    r"""The folders that clang says it searches or has not found.

    >>> told = 'ignoring nonexistent directory "/a"\n#include <...> search starts here:\n /b\nEnd of search list.\n'
    >>> list(_listed(told))
    ['/a', '/b']
    """
    yield from _IGNORED.findall(told)
    if begin := _BEGIN.search(told):
        lines = told[begin.end() : told.find(_END)].splitlines()
        yield from (line.removesuffix(" (framework directory)").strip() for line in lines if line.startswith(" "))
