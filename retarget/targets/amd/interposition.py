"""Launches of HIP programs, captured by a library that stands before libamdhip64."""

from __future__ import annotations

import os

from retarget.targets.launch_recorder import recorder


def injection() -> dict[str, str]:
    """The variables by which the dynamic linker loads the recorder into a program. Raises MissingTool."""
    others = os.environ.get("LD_PRELOAD")
    own = str(recorder("hip.cpp"))
    return {"LD_PRELOAD": f"{own}:{others}" if others else own}
