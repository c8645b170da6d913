"""The languages in which a program is built for the host, and where its build lies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum

from retarget.source.text import digest
from retarget.system.cache import cache_folder
from retarget.translation.emit import Layout, Place


class Language(StrEnum):
    """How a program spells the API: as translated, or as it came."""

    HIP = "hip"
    CUDA = "cuda"


def host_layout(root: str, inputs: Sequence[str], language: Language) -> Layout:
    """Where a program's host build lies: in the cache, one folder for the same inputs."""
    name = digest("\0".join([os.path.abspath(root), *map(os.path.abspath, inputs)]).encode(errors="surrogateescape"))
    return Layout(Place.TREE, root, str(cache_folder() / "host" / f"{language}-{name[:16]}"))
