"""Several kernels tuned on their captured launches, where compilers and devices do nothing but take their time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from retarget.capture.folder import CaptureFolder
from retarget.case import Case
from retarget.schedule.scheduling import Kernels
from retarget.schedule.steps import Variant
from retarget.targets.device import Extents
from retarget.targets.limits import Limits
from retarget.tuning.by_captures import CaptureTuning
from retarget.tuning.contest import RunBudget
from retarget.tuning.following import Following, ReadyKernel
from retarget.tuning.kernel import module
from retarget.tuning.kernel.arguments import ready
from retarget.tuning.kernel.bench_worker import LocalPlace
from retarget.tuning.kernel.captured_case import CapturedCases
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.least_traffic import LeastTraffic
from retarget.tuning.kernel.module import ModuleCompiler
from retarget.tuning.kernel.replay_case import by_hand, of_cases
from retarget.tuning.measurements import opened
from retarget.tuning.tuned import Tuned
from tests.fake_device import FakeDevice
from tests.fake_device import module as fake_module
from tests.tuning.fake_tuning import PARAMETERS, arrays
from tests.values import replace
from tests.variants import spelled

_BEST = (4, 3)  # blocks in one, of the fastest variant
_WRONG = 2  # blocks along x, of variants that are wrong


class DistanceDevice(FakeDevice):
    """Variants take longer, the farther they are from the best one."""

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        before, what = self.now, function[0].partition(" ")[0]
        super().launch(function, grid, block, shared, arguments)
        if what.startswith("takes"):
            self.now = before + float(what[5:])


class SlowDevice(DistanceDevice):
    """Who waits for it waits as long."""

    def launch(self, *how: Any) -> None:
        before = self.now
        super().launch(*how)
        time.sleep((self.now - before) / 1000)


def nothing(_: CaptureTuning) -> None:
    pass


def behaviour(variant: Variant) -> str:
    (x, y, _) = variant.factors.block
    return "wrong" if x == _WRONG else f"takes{0.3 + 0.05 * (abs(x - _BEST[0]) + abs(y - _BEST[1])):.2f}"


class Takes:
    """A compiler: seconds for each variant and for each instance of it. begun: a file for each that began."""

    def __init__(self, seconds: float, each: float, begun: Path) -> None:
        self.seconds, self.each, self.begun = seconds, each, begun

    def __call__(self, wanted: Any, limit: float | None, part: Sequence[tuple[int, Variant]]) -> Any:
        numbers = tuple(n for n, _ in part)
        (self.begun / f"{wanted.subject.function.name}-{numbers[0]}-{time.monotonic_ns()}").touch()
        time.sleep(self.seconds + self.each * sum(v.factors.total for _, v in part))
        made = fake_module([(n, behaviour(v)) for n, v in part])
        return module._Made(replace(made, costs={}), numbers, 0.1)


@contextmanager
def _compiling(takes: Takes, looks_ahead: bool) -> Any:
    with patch.object(module, "_made", takes):
        if looks_ahead:
            yield
            return
        with patch.object(Following, "go_on", lambda _: None), patch.object(Compilation, "look_ahead", lambda *_: None):
            yield


def tuned_kernels(
    folder: Path, names: Sequence[str], takes: Takes, jobs: int, looks_ahead: bool, budget: float | None = None,
    size: int = 8, device: Callable[[], FakeDevice] = DistanceDevice, tell: Callable[[CaptureTuning], None] = nothing,
) -> Tuned:  # fmt: skip
    """size: factors along either axis; half of the variants enter the race first."""
    run = folder / "run"
    run.mkdir(parents=True)
    takes.begun.mkdir(exist_ok=True)
    cases = {n: by_hand(ready(Case(n, 4, 256, arrays()), n, PARAMETERS, "case.py"), n, run) for n in names}
    CaptureFolder(run, of_cases(tuple(cases.values()))).tell(of_cases(tuple(cases.values())))
    several = [spelled(f"block(x={x}, y={y})") for x in range(1, size + 1) for y in range(2, size + 2)]

    def ready_kernel(_: CaptureTuning, name: str) -> ReadyKernel:
        subject = SimpleNamespace(nodes=10_000, function=SimpleNamespace(name=name))
        wanted: Any = SimpleNamespace(subject=subject, request=SimpleNamespace(jobs=jobs))
        first = [*range(1, len(several) + 1)][::2]
        return ReadyKernel(CapturedCases((cases[name],), ()), Compilation(several, ModuleCompiler(wanted), first))

    with opened(folder, "tuning") as memory, _compiling(takes, looks_ahead), patch.multiple(
        CaptureTuning, _ready=ready_kernel, _least=lambda *_: lambda _: LeastTraffic(0, 0, False)
    ):  # fmt: skip
        return CaptureTuning(
            capture=CaptureFolder(run, of_cases(tuple(cases.values()))), found=Kernels((), ()),
            limits=Limits(49152, 32), places=[LocalPlace("fake", device)], compiler=lambda _: None,  # type: ignore
            plan=RunBudget(budget, 20), count=4, memory=memory, tell=tell,
        ).tuned()  # fmt: skip
