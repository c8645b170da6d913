"""Headers that a program's original includes and does not hold itself: those of CUDA's samples and tools.

The parts that translated programs get in their place serve the original too; what they name of HIP,
templates/host/cuda_include/hip gives by CUDA's names. A copy outside of the program's root stays unused, as in the
translated program, so that both print the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache

from retarget.dialects.dialect import HIP
from retarget.dialects.table import read_includes
from retarget.system.toolchain import templates

FOLDER = "stand_ins"


def stand_ins(texts: Iterable[str], paths: Iterable[str]) -> dict[str, str]:
    """Texts of the headers that these texts name and that are not among these paths, by path below FOLDER."""
    everything, held = "\n".join(texts), {os.path.basename(p) for p in paths}
    return {
        path: f'#include "{templates()}/hip/{part}.h"\n'
        for path, part in _headers()
        if path in everything and os.path.basename(path) not in held
    }


@cache
def _headers() -> tuple[tuple[str, str], ...]:
    rows = read_includes(HIP / "includes.tsv")
    return tuple((r.cuda, r.part) for r in rows if r.hip == "-" and r.part and not r.cuda.endswith("/"))
