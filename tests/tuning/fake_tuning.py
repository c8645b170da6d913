"""A kernel tuned on one launch, on devices that are made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from retarget.capture.folder import CaptureFolder
from retarget.case import Case
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel.arguments import KernelParameter, ready
from retarget.tuning.kernel.bench import Setup
from retarget.tuning.kernel.bench_worker import DevicePlace, LocalPlace
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import CompiledModules, VariantCompiler
from retarget.tuning.kernel.replay_case import by_hand, of_cases
from retarget.tuning.kernel.session import KernelTuning
from retarget.tuning.measurements import opened
from retarget.tuning.tuned import Tuned
from tests import fake_device
from tests.tuning.compiling import Compile
from tests.variants import spelled

PARAMETERS = (
    KernelParameter("out", "double *", True, "f8", False, True),
    KernelParameter("a", "const double *", True, "f8", True, False),
    KernelParameter("sum", "int *", True, "i4", True, True),
    KernelParameter("n", "int", False, "i4", True, False, 4),
)


def compiling(what: Sequence[str]) -> Compile:
    """what: each variant does on the device."""
    return lambda new, _: CompiledModules((fake_device.module([(n, what[n - 1]) for n, _ in new]),), {})


def arrays() -> list[Any]:
    a = np.arange(fake_device.N, dtype=np.float64)
    return [np.zeros_like(a), a, np.ones(1, np.int32), a.size]


def tuned_on(
    folder: Path,
    compiler: VariantCompiler,
    count: int,
    places: Sequence[DevicePlace] = (LocalPlace("fake", fake_device.opened),),
    first: Sequence[int] | None = None,
    tell: Callable[[Any], None] = lambda _: None,
) -> Tuned:
    """A tuning of so many variants, the later ones heavier. folder: for what tunings of it remember."""
    run = folder / "run"
    run.mkdir(parents=True, exist_ok=True)
    kept = (by_hand(ready(Case("one", 4, 256, arrays()), "k", PARAMETERS, "case.py"), "k", run),)
    CaptureFolder(run, of_cases(kept)).tell(of_cases(kept))
    with opened(folder, "tuning") as memory:
        return KernelTuning(
            kernel="k",
            compilation=Compilation([spelled(f"block(x={at})") for at in range(2, count + 2)], compiler, first),
            setup=Setup(str(run), kept, str(run)), places=places, plan=RunBudget(None, 20), memory=memory, tell=tell,
        ).tuned()  # fmt: skip
