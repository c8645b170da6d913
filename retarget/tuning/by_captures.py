"""A tuning on launches that were captured from a program: kernel by kernel, the one that takes the most time first."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from retarget.capture.folder import CaptureFolder
from retarget.capture.sample import SHARE
from retarget.errors import InputError
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Kernels, unread_units
from retarget.targets.demangle import kernel_name
from retarget.targets.device import DeviceError
from retarget.targets.limits import Limits
from retarget.tuning.choice import KernelChoice, worthwhile
from retarget.tuning.clock import Clock
from retarget.tuning.contest import RunBudget
from retarget.tuning.following import Following, ReadyKernel
from retarget.tuning.kernel.bench import Setup
from retarget.tuning.kernel.bench_worker import DevicePlace
from retarget.tuning.kernel.captured_case import CapturedCases, by_share, captured_cases, of_kernel, weighed
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import VariantCompiler, nothing
from retarget.tuning.kernel.least_traffic import launch_traffic, least_traffic
from retarget.tuning.kernel.session import KernelTuning, Search
from retarget.tuning.kernel.traffic_meanwhile import Least, TrafficMeanwhile
from retarget.tuning.launch_records import Launches
from retarget.tuning.measurements import Memory
from retarget.tuning.picked import picked, suits_grids, why_none, within_limits
from retarget.tuning.program import namesakes
from retarget.tuning.record import KernelShare
from retarget.tuning.tuned import Tuned, Untunable

KERNEL_SECONDS = 60.0  # for the race of each kernel, where no budget is given
_LEAST_SECONDS = 5.0


@dataclass(kw_only=True)
class CaptureTuning:
    """A tuning as it goes. places: the devices; compiler: of a kernel's variants; count: variants of each kernel that
    enter the race first (0: all); search: instead, a strategy over all; tell: is called with this as it goes on.
    shares: of the kernels, as far as it has come; now: the race of one."""

    capture: CaptureFolder
    found: Kernels
    limits: Limits
    places: Sequence[DevicePlace]
    compiler: Callable[[Subject], VariantCompiler]
    plan: RunBudget
    count: int
    memory: Memory
    search: Search | None = None
    tell: Callable[[CaptureTuning], None] = lambda _: None
    clock: Clock = field(default_factory=Clock)
    stage: str = "kernels on captured launches"
    shares: list[KernelShare] = field(default_factory=list)
    choices: dict[str, KernelChoice] = field(default_factory=dict)
    now: KernelTuning | None = None
    _following: Following | None = None

    def tuned(self) -> Tuned:
        """Raises MissingTool, and DeviceError where no kernel could be tuned for it."""
        self.clock = Clock(self.plan.budget)
        capture, done, failed = self.capture.capture, list[Tuned](), list[DeviceError]()
        shares = by_share(capture)
        matter = {name: s for name, s in shares.items() if s >= SHARE or not any(capture.by_kernel.values())}
        try:
            self._race_all(matter, done, failed)
        finally:
            if self._following:
                self._following.end()
        if failed and not done:
            raise failed[0]
        return self._joined(done, len(shares) - len(matter))

    def _race_all(self, matter: Mapping[str, float], done: list[Tuned], failed: list[DeviceError]) -> None:
        left, capture = dict(matter), self.capture.capture
        for name, share in matter.items():
            totals = of_kernel(capture, name)
            row = KernelShare(name, round(share, 4), sum(t.ms for t in totals), sum(t.count for t in totals), 0)
            self.shares.append(replace(row, why="in the race"))
            self.tell(self)
            try:
                made = self._kernel(name, self._seconds(left), next((n for n in left if n != name), None))
                done.append(made)
                self.choices[name] = made.choices[0]
                row = replace(row, captured=made.replayed)
            except Untunable as reason:
                row = replace(row, why=str(reason))
            except DeviceError as error:
                row = replace(row, why=str(error))
                failed.append(error)
            except KeyboardInterrupt:
                row = replace(row, why="interrupted before it was raced")
            self.shares[-1], self.now = row, None
            left.pop(name)
            self.tell(self)

    def _seconds(self, left: Mapping[str, float]) -> float:
        """For the next kernel: its share of the time that is left."""
        over = self.clock.left
        if over is None:
            return KERNEL_SECONDS
        whole = sum(left.values())
        return max(_LEAST_SECONDS, over * (next(iter(left.values())) / whole if whole else 1 / len(left)))

    def _kernel(self, name: str, seconds: float, following: str | None) -> Tuned:
        """Raises Untunable, MissingTool, DeviceError."""
        own = (self._following and self._following.kernel) or self._ready(name)
        self._following = ahead = Following(partial(self._ready, following)) if following else None
        if self.clock.is_over:
            own.compilation.end()
            raise Untunable("no time was left for it: give it more with --budget")
        with (
            tempfile.TemporaryDirectory(prefix="retarget-") as folder,
            TrafficMeanwhile(self._least(name), own.cases.cases) as traffic,
        ):

            def rest() -> None:
                traffic.rest()
                if ahead:
                    ahead.rest()

            setup = Setup(str(self.capture.folder), own.cases.cases, folder)
            self.now = KernelTuning(
                kernel=name, compilation=own.compilation, setup=setup, places=self.places,
                plan=replace(self.plan, budget=seconds), memory=self.memory, tell=lambda _: self.tell(self),
                meanwhile=ahead.go_on if ahead else nothing, silence=rest,
                weigh=lambda cases: weighed(cases, of_kernel(self.capture.capture, name)),
            )  # fmt: skip
            made = self.now.tuned(self.search)
            rows = tuple(launch_traffic(self.now.setup.cases, made, traffic.of))
        notes = (*made.notes, *(f"{name}: not used: {why}" for why in own.cases.refused), *self._unseen(name))
        sizes, used = tuple(_sizes(self.capture, name)), len(self.now.setup.cases)
        return replace(made, notes=notes, sizes=sizes, replayed=used, preparing=self.now.preparing, traffic=rows)

    def _least(self, name: str) -> Least:
        return partial(least_traffic, self.capture, subject=self._subject(name))

    def _ready(self, name: str) -> ReadyKernel:
        """Raises Untunable."""
        subject = self._subject(name)
        try:
            own = captured_cases(self.capture, subject)
        except InputError as error:
            raise Untunable(str(error)) from None
        if not own.cases:
            raise Untunable(_why_none(own))
        grids = {t.grid for t in of_kernel(self.capture.capture, name)}
        several = tuple(v for v in within_limits(subject, self.limits) if suits_grids(v, grids))
        if not several:
            raise Untunable(f"it has no variants: {why_none(subject)}")
        first = set(picked(several, self.count, self.plan.seed, subject.nodes))
        numbers = None if self.search else [at for at, v in enumerate(several, 1) if v in first]
        compilation = Compilation(several, self.compiler(subject), numbers, bool(self.search))
        return ReadyKernel(own, compilation, frozenset(s for k, s in self.memory.faults() if k == name))

    def _unseen(self, name: str) -> Iterator[str]:
        """The instances of its template that get what was chosen, and of which no launch was replayed."""
        assert self.now is not None, "its race is over"
        seen = {c.launch.kernel for c in self.now.setup.cases}
        for kernel in dict.fromkeys(t.kernel for t in of_kernel(self.capture.capture, name) if t.kernel not in seen):
            yield f"{kernel_name(kernel)}: no launch was replayed: the program's results alone speak for it"

    def _subject(self, name: str) -> Subject:
        own = [s for s in self.found.subjects if s.function.name == name]
        if not own:
            raise Untunable(f"no source that was given defines it{unread_units(self.found.units)}")
        if own[0] in namesakes(self.found):
            raise Untunable("another kernel has this name; give one of them a name of its own to tune it")
        return own[0]

    def _joined(self, done: Sequence[Tuned], small: int) -> Tuned:
        notes = [note for d in done for note in d.notes]
        if small:
            notes.append(f"not tuned, as each takes less than {SHARE:.0%} of the device's time: {small} kernels")
        return Tuned(
            tuple(worthwhile([c for d in done for c in d.choices], sum(s.ms for s in self.shares))),
            {k: v for d in done for k, v in d.samples.items()},
            {k: v for d in done for k, v in d.faults.items()},
            tuple(l for d in done for l in d.sizes),
            0, self.clock.seconds, sum(d.device_ms for d in done), all(d.in_time for d in done),
            all(d.verified for d in done), sum(d.compared for d in done), tuple(notes), 0,
            {k: v for d in done for k, v in d.costs.items()}, tuple(self.shares), replays=sum(d.runs for d in done),
            preparing=sum(d.preparing for d in done), exact={k: c for d in done for k, c in d.exact.items()},
            traffic=tuple(row for d in done for row in d.traffic),
            memory_rate=max((d.memory_rate for d in done), default=0.0),
        )  # fmt: skip


def _sizes(folder: CaptureFolder, name: str) -> Iterator[Launches]:
    for t in of_kernel(folder.capture, name):
        yield Launches(name, 0, True, t.grid, t.block, t.count, t.ms)


def _why_none(own: CapturedCases) -> str:
    return f"no launch of it can be replayed: {'; '.join(own.refused) or 'none was captured'}"
