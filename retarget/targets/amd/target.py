"""AMD GPUs: programs in HIP."""

from __future__ import annotations

from retarget.targets.target import Target
from retarget.targets.tools import Tools
from retarget.translation.hip import HIP

# Kernels are loaded before the first launch, which would take the blame for it.
_EAGER = {"HIP_ENABLE_DEFERRED_LOADING": "0"}


def _tools() -> Tools:
    from retarget.targets.amd.tools import TOOLS  # noqa: PLC0415  (compilers and drivers are slow to import)

    return TOOLS


AMD = Target("amd", "AMD GPUs", HIP, ".hip", "retarget_hip", environment=_EAGER, tools=_tools)
