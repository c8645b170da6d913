"""The folders of the environment in which libclang looks for headers, without those of CUDA toolkits.

Two toolkits must not mix (`Flags.parted`), whoever names the second one: `CPATH=/usr/local/cuda/include`, as module
systems set it, or `eval "$(retarget toolkit --env)"`, whose folder answers with HIP's headers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from retarget.source.provenance import is_toolkit
from retarget.system.stand_in_toolkits import is_stand_in

_SEARCHED = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
_lock, _within = Lock(), list[dict[str, str]]()


def searched() -> dict[str, str]:
    """The variables that are set, as the user set them, while another thread parses too."""
    with _lock:
        return dict(_within[0]) if _within else _set()


@contextmanager
def without_toolkits() -> Iterator[tuple[str, ...]]:
    """libclang reads the variables itself: within, they lack the folders of toolkits, for all threads. Gives those of
    the folders that are not ours."""
    with _lock:
        given = _within[0] if _within else _set()
        _within.append(given)
        folders = (f for value in given.values() for f in value.split(os.pathsep))
        toolkits = dict.fromkeys(f for f in folders if f and is_toolkit(f))
        for name, value in given.items():
            os.environ[name] = os.pathsep.join(f for f in value.split(os.pathsep) if f not in toolkits)
    try:
        yield tuple(f for f in toolkits if not is_stand_in(f))
    finally:
        with _lock:
            _within.pop()
            if not _within:
                os.environ.update(given)


def _set() -> dict[str, str]:
    return {name: os.environ[name] for name in _SEARCHED if name in os.environ}
