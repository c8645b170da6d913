"""NVIDIA GPUs: programs in CUDA, as the newest toolkit accepts it."""

from __future__ import annotations

from retarget.targets.target import Target
from retarget.targets.tools import Tools
from retarget.translation.cuda import CUDA

# Kernels are loaded before the first launch, which would take the blame for it.
_EAGER = {"CUDA_MODULE_LOADING": "EAGER"}


def _tools() -> Tools:
    from retarget.targets.nvidia.tools import TOOLS  # noqa: PLC0415  (compilers and drivers are slow to import)

    return TOOLS


NVIDIA = Target("nvidia", "NVIDIA GPUs", CUDA, ".nvidia.cu", "retarget_cuda", environment=_EAGER, tools=_tools)
