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

SEARCHED = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
_lock, _within = Lock(), list[dict[str, str]]()


@contextmanager
def without_toolkits() -> Iterator[None]:
    """libclang reads the variables itself: they lack the toolkits' folders within, for all threads."""
    with _lock:
        given = {name: os.environ[name] for name in SEARCHED if name in os.environ}
        _within.append(_within[0] if _within else given)
        os.environ.update({name: os.pathsep.join(_others(value)) for name, value in given.items()})
    try:
        yield
    finally:
        with _lock:
            before = _within.pop()
            if not _within:
                os.environ.update(before)


def named_toolkits() -> tuple[str, ...]:
    """The toolkits' folders that the variables name, and that are not ours."""
    folders = (f for name in SEARCHED for f in os.environ.get(name, "").split(os.pathsep))
    return tuple(dict.fromkeys(f for f in folders if f and is_toolkit(f) and not is_stand_in(f)))


def _others(value: str) -> list[str]:
    return [folder for folder in value.split(os.pathsep) if not (folder and is_toolkit(folder))]
