"""Takes CUDA programs to AMD GPUs, source to source.

    import retarget
    result = retarget.translate("saxpy.cu", to="amd")
    print("".join(result.diff()))
    result.write()

What stands in `__all__` is stable; everything else may change with any release. docs/api.md has the examples.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"
_PLACES = {
    "translating": ("Result", "translate"),
    "verifying": ("Runs", "Verification", "verify"),
    "exploring": ("space",),
    "scanning": ("Scan", "scan"),
    "tuning": ("Trials", "tune", "tune_by_figures"),
    "kernel_tuning": ("KernelTrials", "tune_kernel"),
    "choices": ("Choice", "apply"),
    "reporting": ("Page", "report"),
    "inputs": ("Inputs",),
}
_NAMES = {name: f"retarget.api.{module}" for module, names in _PLACES.items() for name in names}
_NAMES |= {"Case": "retarget.case", "Target": "retarget.targets.target", "TARGETS": "retarget.targets.registry"}
_NAMES |= {"Error": "retarget.errors"}
__all__ = [
    "TARGETS", "Case", "Choice", "Error", "Inputs", "KernelTrials", "Page", "Result", "Runs", "Scan", "Target",
    "Trials", "Verification", "__version__", "apply", "report", "scan", "space", "translate", "tune", "tune_by_figures",
    "tune_kernel", "verify",
]  # fmt: skip

if TYPE_CHECKING:
    from retarget.api.choices import Choice, apply
    from retarget.api.exploring import space
    from retarget.api.inputs import Inputs
    from retarget.api.kernel_tuning import KernelTrials, tune_kernel
    from retarget.api.reporting import Page, report
    from retarget.api.scanning import Scan, scan
    from retarget.api.translating import Result, translate
    from retarget.api.tuning import Trials, tune, tune_by_figures
    from retarget.api.verifying import Runs, Verification, verify
    from retarget.case import Case
    from retarget.errors import Error
    from retarget.targets.registry import TARGETS
    from retarget.targets.target import Target


def __getattr__(name: str) -> object:
    """Imports a name when it is asked for: the command line answers from memory before anything heavy is there."""
    if name not in _NAMES:
        raise AttributeError(f"module 'retarget' has no attribute '{name}'")
    return getattr(import_module(_NAMES[name]), name)
