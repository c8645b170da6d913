"""A tuning of one kernel: the original first, then rounds of variants, each judged before it is timed; the choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made
from typing import Any

from retarget.devices.device import DeviceError, Trouble
from retarget.granularity.factors import Factors
from retarget.granularity.space import written
from retarget.kernel_mode.bench import Bench, Originals, Setup
from retarget.kernel_mode.module import Compiled, Module
from retarget.kernel_mode.worker import Lost, Worker
from retarget.tuning.choice import Choice, Sizes, above, chosen
from retarget.tuning.clock import Clock
from retarget.tuning.launches import Launches
from retarget.tuning.memory import Memory
from retarget.tuning.race import ORIGINAL, Entry, Field, halved, round_of
from retarget.tuning.tune import Plan, Tuned, Untunable

_BASE_RUNS = 3
_PATIENCE = 10  # times the original's duration, and seconds besides, that a request may take
_STARTING = 300.0  # seconds in which a device is opened and the arrays are on it
_FIRST = 8  # of a space that is searched, those that are compiled with the original
_TOGETHER = 16  # variants that are timed in turns
_SAMPLE_MS, _LEAST_TURNS, _MOST_TURNS = 30.0, 3, 25


@dataclass
class KernelTuning:
    """One tuning as it goes. factors: of the variants 1, 2, ...; compile: makes modules of some of them; tell: is
    called with this as it goes on."""

    kernel: str
    factors: Sequence[Factors]
    compile: Callable[[Sequence[tuple[int, Factors]]], Compiled]
    setup: Setup
    plan: Plan
    memory: Memory
    tell: Callable[[KernelTuning], None] = lambda _: None
    samples: dict[Entry, list[float]] = made(default_factory=dict)
    sizes: dict[Entry, list[Sizes]] = made(default_factory=dict)
    faults: dict[Entry, str] = made(default_factory=dict)
    field: Field = made(default_factory=lambda: Field({}))
    stage: str = "the original"
    runs: int = 0
    device_ms: float = 0
    known: Originals | None = None
    judged: set[int] = made(default_factory=set)
    _worker: Worker | None = None
    clock: Clock = made(default_factory=Clock)

    def schedule(self, kernel: str, variant: int) -> str:
        del kernel
        return written(self.factors[variant - 1]) if variant else ""

    def tuned(self, search: Search | None = None) -> Tuned:
        """search: where not all variants are to be timed. Raises Untunable, MissingTool, DeviceError where not even the
        original can run."""
        self.clock = Clock(self.plan.budget)
        try:
            return self._tuned(search)
        finally:
            if self._worker is not None:
                self._worker.end()

    def _tuned(self, search: Search | None) -> Tuned:
        self.field = Field({self.kernel: (ORIGINAL, *range(1, len(self.factors) + 1))})
        self._remember()
        in_time = True
        try:
            several = self.field.alive[self.kernel]
            self.admit(several[:_FIRST] if search else several)  # the original comes with any of them
            known = self._originals()
            in_time = (search(self) if search else self._exhausted()) and self._finals()
        except KeyboardInterrupt:
            if self.known is None:
                raise
            known, in_time, self.stage = self.known, False, "interrupted"
        self.samples.setdefault((self.kernel, ORIGINAL), [sum(known.ms.values())])
        choice = chosen(self.kernel, self.field.alive[self.kernel], [*map(written, self.factors)], self.samples)
        choice, verified = self._checked(self._above(choice))
        sizes = ((c.grid, c.block, 1, known.ms[c.name]) for c in self.setup.cases)
        return Tuned(
            (choice,),
            {(k, self.schedule(k, v)): tuple(s) for (k, v), s in self.samples.items() if s},
            {(k, self.schedule(k, v)): why for (k, v), why in self.faults.items()},
            tuple(Launches(self.kernel, ORIGINAL, True, *size) for size in sizes),
            self.runs, self.clock.seconds, self.device_ms, in_time, verified, known.compared,
        )  # fmt: skip

    def _originals(self) -> Originals:
        try:
            known: Originals = self._ask(Bench.originals, _BASE_RUNS, limit=self.plan.limit or _STARTING)
        except Lost as lost:
            raise Untunable(f"the kernel itself fails: {lost}: look at the case's grid and arguments") from None
        except DeviceError as error:
            if error.trouble is not Trouble.LAUNCH:
                raise
            raise Untunable(f"the kernel itself cannot be launched: {error}") from None
        if known.fault:
            raise Untunable(known.fault)
        if not known.compared:
            raise Untunable("nothing that the original writes is the same each time: nothing could be judged")
        self.known = known
        return known

    def _remember(self) -> None:
        """What earlier tunings measured counts too, and what they found wrong stays so."""
        entries = ((self.kernel, v) for v in self.field.alive[self.kernel])
        numbers = {(k, self.schedule(k, v)): (k, v) for k, v in entries}
        self.samples |= {numbers[n]: ms for n, ms in self.memory.samples().items() if n in numbers}
        self.faults |= {numbers[n]: why for n, why in self.memory.faults().items() if n in numbers}
        self.field = self.field.without(list(self.faults))

    def admit(self, variants: Iterable[int]) -> None:
        """Compiles those that are not yet, and drops what does not compile or fits no case."""
        there = {n for m in self.setup.modules for n, _ in m.variants}
        there |= {v for _, v in self.faults} | {ORIGINAL}
        new = [(v, self.factors[v - 1]) for v in variants if v not in there]
        if not new:
            return
        done = self.compile(new)
        for variant, why in done.broken.items():
            self.drop(variant, why)
        missing = {v for v, _ in new} - {n for m in done.modules for n, _ in m.variants} - set(done.broken)
        for variant in missing:
            self.drop(variant, "it is not in the compiled code")
        for module in done.modules:
            fits = self._fits(module)
            self.setup = replace(self.setup, modules=(*self.setup.modules, module))
            for variant, cases in fits.items():
                if not cases:
                    self.drop(variant, "no launch fits it")
        if not self.setup.modules:
            raise Untunable(f"no variant compiles: {next(iter(done.broken.values()))}")

    def _fits(self, module: Module) -> dict[int, tuple[str, ...]]:
        try:
            fits: dict[int, tuple[str, ...]] = self._ask(Bench.add, module, limit=_STARTING)
        except Lost as lost:
            raise Untunable(f"the device cannot load the variants: {lost}") from None
        return fits

    def drop(self, variant: int, why: str) -> None:
        self.faults[self.kernel, variant] = why
        self.field = self.field.without([(self.kernel, variant)])
        self.memory.add_fault(self.kernel, self.schedule(self.kernel, variant), why)

    def _ask(self, what: Callable[..., Any], *arguments: object, limit: float) -> Any:
        """Of the process that holds the device, or, where it was lost, of a fresh one. Raises Lost, DeviceError."""
        if self._worker is None:
            try:
                self._worker = Worker(self.setup, _STARTING)
            except (Lost, DeviceError) as error:  # no variant's fault
                raise Untunable(f"the device cannot be used: {error}") from None
        try:
            return self._worker.ask(what, *arguments, limit=limit)
        except Lost:
            self._worker = None
            raise
        except DeviceError as error:
            if error.trouble is Trouble.LOST:
                self._worker = None
            raise

    def _limit(self, launches: int) -> float:
        assert self.known is not None, "the original was run"
        each = sum(self.known.ms.values()) / 1000
        return self.plan.limit or _PATIENCE * (1 + self.known.seconds + launches * each)

    def judge(self, variants: Iterable[int]) -> None:
        """Runs those that were not yet, and drops what is wrong, crashes or hangs."""
        for variant in variants:
            if variant in self.judged or variant == ORIGINAL:
                continue
            self.runs += 1
            try:
                why = self._ask(Bench.verify, variant, limit=self._limit(1))
            except (Lost, DeviceError) as error:
                if isinstance(error, DeviceError) and error.trouble in (Trouble.MEMORY, Trouble.LOST):
                    raise
                why = str(error)
            if why:
                self._worker_afresh()  # what it wrote may lie anywhere
                self.drop(variant, str(why))
            else:
                self.judged.add(variant)
            self.tell(self)

    def _worker_afresh(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def timed(self, variants: Sequence[int], seed: int) -> None:
        """Gives each of the variants a sample, in turns with the others, once it is known to be right."""
        self.admit(variants)
        self.judge(v for v in variants if (self.kernel, v) not in self.faults)
        alive = tuple(v for v in variants if v in self.field.alive[self.kernel])
        assert self.known is not None, "the original was run"
        turns = int(_SAMPLE_MS / max(1e-3, sum(self.known.ms.values())))
        turns = min(_MOST_TURNS, max(_LEAST_TURNS, turns))
        try:
            found = self._ask(Bench.time, alive, turns, seed, limit=self._limit((turns + 1) * len(alive)))
        except (Lost, DeviceError) as error:
            self._blamed(alive, str(error))
            return
        assert isinstance(found, dict), "what Bench.time gives"
        self.runs += 1
        rows: dict[tuple[str, str], float] = {}
        for variant, by_case in found.items():
            ms = sum(by_case.values())
            self.device_ms += ms * turns
            self.samples.setdefault((self.kernel, variant), []).append(ms)
            by_size: dict[tuple[tuple[int, int, int], tuple[int, int, int]], float] = {}
            for case in self.setup.cases:
                size = case.grid, case.block
                by_size[size] = by_size.get(size, 0.0) + by_case[case.name]
            self.sizes.setdefault((self.kernel, variant), []).append(by_size)
            rows[self.kernel, self.schedule(self.kernel, variant)] = ms
        self.memory.add_samples(rows)

    def _blamed(self, variants: Sequence[int], why: str) -> None:
        """Runs variants again, one by one, of which one has failed beside the others. Raises Untunable where each by
        itself is right."""
        before = len(self.faults)
        self.judged -= set(variants)
        self.judge(variants)
        if len(self.faults) == before:
            slow = [v for v in variants if v]
            if len(slow) != 1:
                raise Untunable(f"the device fails while variants take turns, and none alone does: {why}")
            self.drop(slow[0], why)

    def round(self, wanted: int) -> bool:
        """After it each variant in the race has so many samples; false where the time was over."""
        for variants in round_of(self.field, self.samples, wanted, self.plan.seed + wanted, {self.kernel: _TOGETHER}):
            if self.clock.is_over:
                return False
            alive = [v for v in variants[self.kernel] if v in self.field.alive[self.kernel]]
            self.timed(alive, self.plan.seed + wanted)
            self.tell(self)
        return True

    def _exhausted(self) -> bool:
        """All variants enter the race; rounds until finalists are left."""
        turn = 0
        while not self.field.is_decided:
            turn += 1
            self.stage = f"round {turn}"
            if not self.round(turn):
                return False
            self.field = halved(self.field, self.samples)
        return True

    def _finals(self) -> bool:
        """The finalists once more."""
        self.stage = "finalists"
        fewest = min(len(self.samples.get((self.kernel, v), ())) for v in self.field.alive[self.kernel])
        return all(self.round(wanted) for wanted in range(fewest + 1, fewest + 1 + self.plan.final_runs))

    def _above(self, choice: Choice) -> Choice:
        """The choice, with small launches left to the original where that pays."""
        original, candidate = (self.sizes.get((self.kernel, v), []) for v in (ORIGINAL, choice.variant))
        return above(choice, original, candidate)

    def _checked(self, choice: Choice) -> tuple[Choice, bool]:
        """What was chosen runs once more, in a fresh process: it counts only if that gives the original's results."""
        if not choice.variant:
            return choice, True
        self.stage = "what was chosen, once more"
        try:
            self._worker_afresh()
            why = self._ask(Bench.verify, choice.variant, limit=self._limit(1))
        except (Lost, DeviceError, KeyboardInterrupt) as error:
            why = str(error) or "interrupted"
        if not why:
            return choice, True
        told = f"{choice.schedule} was not right when it ran once more: {why}"
        return Choice(self.kernel, ORIGINAL, "", choice.original, choice.original, told), False


# Gives variants their first samples, leaves the best in the race, and says whether it came to its end.
Search = Callable[[KernelTuning], bool]
