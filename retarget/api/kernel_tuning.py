"""One kernel tuned by itself, on arrays that the caller gives, with no program around it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget import __version__
from retarget.api.choices import Choice, program_key, request_of
from retarget.api.device_choice import DeviceChoice
from retarget.api.device_places import device_places
from retarget.api.inputs import Inputs
from retarget.capture.folder import CaptureFolder
from retarget.case import Case, read_cases
from retarget.errors import Error
from retarget.system.cache import cache_folder
from retarget.targets.registry import target_of
from retarget.targets.target import Target
from retarget.tuning import measurements
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel.on_cases import How, KernelOnCases, Machine, find_kernel, found_machine, kept_cases, tuned
from retarget.tuning.kernel.replay_case import ReplayCase, of_cases
from retarget.tuning.kernel.search import searching
from retarget.tuning.kernel.session import KernelTuning
from retarget.tuning.record import Cases, joined
from retarget.tuning.tuned import Tuned

CaseFile = str | os.PathLike[str]


class KernelTrials(Struct, frozen=True):
    """How a kernel is tuned by itself. budget: seconds for all launches; limit: for one; variants: how many are tried,
    0 for all; seed: of what is drawn at random; search: one of Kernel Tuner's strategies, over the whole space;
    devices, dask: where it is launched, as Trials has them."""

    budget: float | None = None
    limit: float | None = None
    variants: int = 48
    seed: int = 1
    search: str | None = None
    devices: str = ""
    dask: str = ""

    @property
    def device_choice(self) -> DeviceChoice:
        return DeviceChoice(self.devices, self.dask)

    def how(self) -> How:
        """Raises Error for a strategy that there is not or devices that cannot be read, MissingTool."""
        _ = self.device_choice
        try:
            search = searching(self.search, self.variants)
        except ValueError as error:
            raise Error(f"--search: {error}") from None
        return How(RunBudget(self.budget, self.limit, self.seed), self.variants, search)


class PreparedKernel(Struct, frozen=True):
    """A kernel, the device at hand, and cases whose arrays are in a capture. place: where the cases come from; devices:
    where it is launched."""

    inputs: Inputs
    kernel: KernelOnCases
    named: str
    machine: Machine
    cases: tuple[ReplayCase, ...]
    capture: Path
    place: str
    how: How
    target: Target
    devices: DeviceChoice

    def tuned(
        self, tell: Callable[[KernelTuning], None], warn: Callable[[str], None] = lambda _: None
    ) -> tuple[Tuned, Choice]:
        """Launches its variants until the choice is made, and keeps that beside those of the program's other
        kernels. warn: hears of devices that are left out. Raises Untunable, MissingTool, DeviceError, Unusable."""
        platform, program, folder = self.machine.platform, program_key(self.kernel.request), cache_folder()
        circumstances = (__version__, self.named, repr(self.how.plan.limit), *(c.digest for c in self.cases))
        name = measurements.tuning_key(program, *platform.key, "kernel", *circumstances)
        tools = self.target.tools()
        with (
            measurements.opened(folder, name) as known,
            device_places(self.devices, tools, platform, self.capture, warn) as places,
        ):
            how = replace(self.how, tell=tell)
            done = tuned(self.kernel, self.cases, self.capture, self.machine, places, how, known)
            own = done.record(platform, done.costs)
            own = replace(own, cases=(Cases(self.kernel.name, self.place, tuple(c.name for c in self.cases)),))
            record = joined(measurements.last_record(folder, program, platform.target), own)
            known.add_record(program, record)
        return done, Choice(self.inputs, record)


@contextmanager
def prepared(
    inputs: Inputs, named: str, cases: CaseFile | Iterable[Case], target: Target, trials: KernelTrials
) -> Iterator[PreparedKernel]:
    """named: the kernel, an instance of a template as `name<arguments>`; cases: a file with a function `cases`, or the
    cases themselves. Raises Error, CaseError, MissingTool, DeviceError, InputError."""
    how = trials.how()
    kernel = find_kernel(request_of(inputs), named)
    place = os.fspath(cases) if isinstance(cases, str | os.PathLike) else "cases"
    given = read_cases(place) if isinstance(cases, str | os.PathLike) else iter(cases)
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        capture = Path(folder)
        kept = kept_cases(kernel, islice(given, 1), place, capture)  # others may be large
        machine = found_machine(target)
        kept += kept_cases(kernel, given, place, capture)
        CaptureFolder(capture, of_cases(kept)).tell(of_cases(kept))
        yield PreparedKernel(inputs, kernel, named, machine, kept, capture, place, how, target, trials.device_choice)


def tune_kernel(
    given: Inputs | CaseFile | Iterable[CaseFile],
    kernel: str,
    cases: CaseFile | Iterable[Case],
    to: str | Target = "amd",
    trials: KernelTrials | None = None,
    *,
    tell: Callable[[str], None] = lambda _: None,
) -> Choice:
    """Launches variants of one kernel on the device at hand; the fastest that is right is kept.

    kernel: its name, an instance of a template as `name<arguments>`. cases: a Python file with a function `cases`, or
    the cases themselves. tell: hears what speaks against times measured there. Raises Error, CaseError, Untunable,
    Unusable, MissingTool, DeviceError, InputError.
    """
    inputs, target = Inputs.of(given), target_of(to)
    require_launches(target)
    with prepared(inputs, kernel, cases, target, trials or KernelTrials()) as ready:
        for concern in ready.machine.platform.concerns:
            tell(concern)
        with measurements.alone(cache_folder(), ready.machine.platform.unit):
            return ready.tuned(lambda _: None, tell)[1]


def require_launches(target: Target) -> None:
    """Raises Error where no driver launches single kernels."""
    if target.tools().opened is None:
        raise Error(f"--kernel and --to {target.name} contradict each other: a driver's calls launch it; see --to")
