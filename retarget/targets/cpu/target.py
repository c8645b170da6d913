"""This machine's processor: programs in HIP, lowered to C++, built and run."""

from __future__ import annotations

from retarget.targets.target import Target
from retarget.targets.tools import Tools
from retarget.translation.hip import HIP

_WAVE = {"RETARGET_WAVE": "64"}


def _tools() -> Tools:
    from retarget.targets.cpu.tools import TOOLS  # noqa: PLC0415  (compilers and drivers are slow to import)

    return TOOLS


CPU = Target(
    "cpu", "this processor", HIP, ".hip", "retarget_hip", runs_here=True, environment=_WAVE, tools=_tools
)  # fmt: skip
