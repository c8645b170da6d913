"""CUDA's headers that a command line includes ahead of a unit (`-include cuda_fp16.h`): the output includes HIP's."""

from __future__ import annotations

import os
from dataclasses import replace

from retarget.dialects import Dialect, load
from retarget.dialects.table import Header
from retarget.source.flags import Flags


def forced_header(path: str, flags: Flags, dialect: Dialect) -> Header | None:
    """The row of the header of CUDA's that `-include` means; None where it means a file of the user's."""
    places = (path, *(os.path.join(folder, path) for folder in (*flags.quote, *flags.include)))
    return None if any(map(os.path.isfile, places)) else dialect.include(os.path.basename(path))


def without_cudas(flags: Flags) -> Flags:
    """The options without those headers, for a compiler of the output."""
    if not flags.forced:
        return flags
    dialect = load(frozenset())
    return replace(flags, forced=tuple(f for f in flags.forced if not forced_header(f, flags, dialect)))
