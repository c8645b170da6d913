"""Folders of ours that stand for a CUDA toolkit, and the programs of the machine behind them on the path."""

from __future__ import annotations

import os
import shutil

OURS = "retarget_toolkit.h"  # in a folder that stands for a toolkit's headers, and is ours
TRANSLATED = "translated"  # below its libraries: those for links of which every object comes from a translation


def is_stand_in(folder: str) -> bool:
    """Whether a folder of headers is one of ours that stands for a toolkit's."""
    return os.path.isfile(os.path.join(folder, OURS))


def behind(name: str) -> str | None:
    """The program of a name on the path, past those of ours that stand in front of it; None where there is none."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        place = shutil.which(name, path=folder)
        if place and not is_stand_in(os.path.join(folder, "..", "include")):
            return place
    return None
