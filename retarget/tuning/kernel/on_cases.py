"""One kernel tuned on given arrays: from a request and cases to a choice."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.capture.folder import opened
from retarget.case import Case
from retarget.errors import Error
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Kernels, kernels, unread_units
from retarget.targets.demangle import split_name
from retarget.targets.platform import Platform
from retarget.targets.target import Target
from retarget.translation.walk import Request
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel.arguments import parameters, ready
from retarget.tuning.kernel.bench import Setup
from retarget.tuning.kernel.bench_worker import DevicePlace
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import VariantCompiler
from retarget.tuning.kernel.instance_names import instances
from retarget.tuning.kernel.least_traffic import launch_traffic, least_traffic
from retarget.tuning.kernel.module import KernelRequest, ModuleCompiler
from retarget.tuning.kernel.replay_case import ReplayCase, by_hand
from retarget.tuning.kernel.session import KernelTuning, Search
from retarget.tuning.kernel.traffic_meanwhile import TrafficMeanwhile
from retarget.tuning.measurements import Memory
from retarget.tuning.picked import drawn, why_none
from retarget.tuning.tuned import Tuned, Untunable


class KernelOnCases(Struct, frozen=True):
    """A kernel of a program. given: the arguments of its template, if it is one."""

    request: Request
    found: Kernels
    subject: Subject
    given: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.subject.function.name


class Machine(Struct, frozen=True):
    """The machine at hand. compiler: of a kernel's variants."""

    platform: Platform
    compiler: Callable[[KernelOnCases], VariantCompiler]


class How(Struct, frozen=True):
    """plan: times and the seed; variants: how many are drawn from the space (0: all); search: None where all of them
    are timed. tell: is called as it goes on."""

    plan: RunBudget = field(default_factory=RunBudget)
    variants: int = 48
    search: Search | None = None
    tell: Callable[[KernelTuning], None] = lambda _: None


class NoKernel(Error):
    """A name that is no kernel's; the message says which there are."""


def find_kernel(request: Request, named: str) -> KernelOnCases:
    """The kernel `name`, or the instance `name<arguments>` of a template. Raises NoKernel, InputError."""
    name, given = split_name(named)
    found = kernels(request)
    own = [s for s in found.subjects if s.function.name == name]
    if not own:
        names = sorted({s.function.name for s in found.subjects})
        known = f"the kernels are {', '.join(names)}" if names else "no kernel found in the inputs that clang can parse"
        raise NoKernel(f"no kernel '{name}': {known}{unread_units(found.units)}")
    if len(own) > 1:
        raise NoKernel(f"{len(own)} kernels are called '{name}': give one of them a name of its own")
    template = own[0].function.template_names
    if template and not given:
        known = " or ".join(f"'{i}'" for i in instances(found.units, own[0].function.usr)[:4])
        meant = f"what {', '.join(template)} is in the launch that is meant: '{name}<...>'"
        what = f"such as {known}" if known else meant
        raise NoKernel(f"'{name}' is a template: name its arguments, {what}")
    if given and not template:
        raise NoKernel(f"'{name}' is no template: leave <{', '.join(given)}> out")
    return KernelOnCases(request, found, own[0], given)


def found_machine(target: Target) -> Machine:
    """The device at hand of a target that has tools for kernels. Raises MissingTool with the command that installs what
    is missing, DeviceError."""
    tools = target.tools()
    assert tools.platform and tools.opened and tools.bindings, "a target whose kernels can be launched alone"
    tools.bindings()
    platform = tools.platform(False)
    return Machine(platform, partial(_compiler, target, platform.architecture))


def _compiler(target: Target, architecture: str, kernel: KernelOnCases) -> VariantCompiler:
    wanted = KernelRequest(kernel.request, kernel.found, kernel.subject, kernel.given, target, architecture)
    return ModuleCompiler(wanted)


def kept_cases(
    kernel: KernelOnCases, cases: Iterable[Case], place: str, folder: Path
) -> tuple[ReplayCase, ...]:
    """Cases that fit a kernel, with their arrays in the folder of a capture. place: where they come from, for messages.
    Raises CaseError, and Untunable where nothing could be compared."""
    expects = parameters(kernel.subject, kernel.given)
    made = tuple(by_hand(ready(case, kernel.name, expects, place), kernel.name, folder) for case in cases)
    if not all(any(r.is_compared for r in c.rules) for c in made):
        raise Untunable(f"{kernel.name} writes no array of the case: nothing could be judged")
    return made


def tuned(
    kernel: KernelOnCases,
    cases: Sequence[ReplayCase],
    capture: Path,
    machine: Machine,
    places: Sequence[DevicePlace],
    how: How,
    memory: Memory,
) -> Tuned:
    """capture: the folder with the cases' memory; places: the devices. Raises Untunable, MissingTool, DeviceError."""
    count = 0 if how.search else how.variants  # a search goes over all of them
    several = drawn(kernel.subject, machine.platform.limits, count, how.plan.seed)
    if not several:
        raise Untunable(f"{kernel.name} has no variants: {why_none(kernel.subject)}")
    least = partial(least_traffic, opened(capture), subject=kernel.subject, instance=kernel.given)
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder, TrafficMeanwhile(least, cases) as traffic:
        setup = Setup(str(capture), tuple(cases), folder)
        tuning = KernelTuning(
            kernel=kernel.name, compilation=Compilation(several, machine.compiler(kernel), None, bool(how.search)),
            setup=setup, places=places, plan=how.plan, memory=memory, tell=how.tell,
            silence=traffic.rest,
        )  # fmt: skip
        made = tuning.tuned(how.search)
        return replace(made, traffic=tuple(launch_traffic(tuning.setup.cases, made, traffic.of)))
