"""A tuning of one kernel: the original first, then rounds of variants, each judged before it is timed; the choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from functools import cached_property, partial
from statistics import median

from msgspec.structs import replace

from retarget.schedule.steps import Variant
from retarget.targets.device import DeviceError
from retarget.targets.device_process import Lost
from retarget.tuning.choice import ENOUGH_RUNS, KernelChoice, chosen, timing
from retarget.tuning.clock import Clock
from retarget.tuning.contest import Contest
from retarget.tuning.cost import Cost, Schedule
from retarget.tuning.kernel.bench import Originals, Setup, VariantVerdict
from retarget.tuning.kernel.bench_worker import DevicePlace
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import Module, nothing
from retarget.tuning.kernel.coordinates import coarsens_more, distance, row
from retarget.tuning.kernel.device_pool import DevicePool
from retarget.tuning.kernel.replay_case import ReplayCase
from retarget.tuning.kernel.usable_cases import UsableCases
from retarget.tuning.launch_records import Launches, Size
from retarget.tuning.race import FINALISTS, ORIGINAL, Entry, Field, Sizes
from retarget.tuning.tuned import Tuned, Untunable

_PATIENCE = 10  # times the original's duration, and seconds besides, that a request may take
_TOGETHER = 16  # variants that are timed in turns
_BEST, _DIFFERING = 3, 2  # variants whose neighbours are tried; numbers in which these differ
_FALLBACKS = 2  # finalists with the original's bits, where the others have not
_SAMPLE_MS, _LEAST_TURNS, _MOST_TURNS = 30.0, 3, 100
_LONG_MS = 100.0  # of a launch whose one turn tells enough
_SLOW, _SLOW_MS = 1.1, 10.0  # times the original's time, and milliseconds besides, that make a first launch hopeless
_FAR = 2.0  # times the original's time, beyond which, of long launches, what coarsens more is not run


@dataclass(kw_only=True)
class KernelTuning(Contest):
    """One tuning of one kernel. compilation: of its variants; places: the devices; weigh: weighs cases anew, where not
    all of them can be used; meanwhile: is called now and then while compilers and devices work; silence: before times
    are taken that the choice rests on, when nothing else is to run."""

    kernel: str
    compilation: Compilation
    setup: Setup
    places: Sequence[DevicePlace]
    meanwhile: Callable[[], None] = nothing
    silence: Callable[[], None] = nothing
    weigh: Callable[[Sequence[ReplayCase]], tuple[ReplayCase, ...]] = tuple
    variants: Mapping[str, Sequence[str]] = made(init=False)
    known: Originals | None = None
    exact: set[int] = made(default_factory=set)
    judged: set[int] = made(default_factory=set)
    _entered: set[int] = made(default_factory=set)  # the race of this tuning: of others, earlier ones may have samples
    pool: DevicePool = made(init=False)
    _is_cut: bool = False  # whether variants were left out, as they did not compile in time
    _first_ms: dict[int, Mapping[str, float]] = made(default_factory=dict)  # of hopeless variants
    _far: list[int] = made(default_factory=list)  # of these, some that the original is far from
    _beyond: set[int] = made(default_factory=set)  # variants that coarsen more than one of these
    _each: list[float] = made(default_factory=list)  # seconds of each variant that took turns

    def __post_init__(self) -> None:
        self.variants = {self.kernel: [*map(str, self.several)]}
        self.compilation.meanwhile = self.meanwhile
        self.pool = DevicePool(self.places, self.setup, self._note)

    @property
    def several(self) -> Sequence[Variant]:
        """The variants 1, 2, ..."""
        return self.compilation.several

    def _note(self, said: str) -> None:
        self.notes.append(f"{self.kernel}: {said}")

    def tuned(self, search: Search | None = None) -> Tuned:
        """search: where not all variants are to be timed. Raises Untunable, MissingTool, DeviceError where not even the
        original can run."""
        self.clock = Clock(self.plan.budget)
        try:
            return self._tuned(search)
        finally:
            self.compilation.end()
            self.pool.end()

    def _tuned(self, search: Search | None) -> Tuned:
        first = None if self.compilation.first is None else {self.kernel: self.compilation.first}
        self.enter([self.kernel], {self.kernel: 1 + (_TOGETHER - 1) * self.pool.count}, first)
        several = self.field.alive[self.kernel]
        self._entered |= {*several}
        if several == (ORIGINAL,):
            raise Untunable(f"no variant is left to be timed: {next(iter(self.faults.values()), 'there is none')}")
        self.pool.start()  # devices open while variants compile
        self._compile_first([v for v in several if v])
        if not search:
            self._ask(several)
        cases = UsableCases(self.pool, self.weigh, self._note, self.plan.limit)
        known, self.setup = cases.found(self.setup)
        self.known = known
        self.samples.setdefault((self.kernel, ORIGINAL), [sum(self._sizes(known.ms).values())])
        in_time = self.decided(partial(search, self) if search else self.race) and not self._is_cut
        if self._beyond:
            why = f"others that coarsen less take over {_FAR:g} times as long as the original"
            self._note(f"{len(self._beyond)} variants did not run, as {why}")
        (choice,) = self.choices()
        choice, verified = self._checked(choice)
        exact = choice if choice.variant in self.exact else self._exact_choice()
        sizes = ((*c.size, 1, known.ms[c.name]) for c in self.setup.cases if c.name in known.ms)
        return Tuned(
            (choice,),
            self._samples(),
            {(k, self.schedule(k, v)): why for (k, v), why in self.faults.items()},
            tuple(Launches(self.kernel, ORIGINAL, True, *size) for size in sizes),
            self.runs, self.clock.seconds, self.device_ms, in_time, verified, known.compared, tuple(self.notes),
            costs=self._costs(), exact={self.kernel: exact}, original_ms=known.ms,
            memory_rate=known.memory_rate,
        )  # fmt: skip

    def _samples(self) -> dict[Schedule, tuple[float, ...]]:
        """By schedule, on the scale of the finals: there, the original's own times are those that count."""
        own = tuple(sum(run.values()) for run in self.finals.get((self.kernel, ORIGINAL), ()))
        base = sum(self._sizes(self.known.ms).values()) if self.known else 0.0
        by = median(own) / base if own and base else 1.0
        found = {(k, self.schedule(k, v)): tuple(ms * by for ms in s) for (k, v), s in self.samples.items() if s}
        return found | ({(self.kernel, ""): own} if own else {})

    def _exact_choice(self) -> KernelChoice:
        """Of the finalists that give the original's bits."""
        finals = {v: runs for v, runs in self._finals_of(self.kernel).items() if v in self.exact or v == ORIGINAL}
        original = timing(self.samples[self.kernel, ORIGINAL])
        found = chosen(self.kernel, self.variants[self.kernel], finals, original, self.faults.values())
        if not found.variant and not finals.keys() - {ORIGINAL}:
            return replace(found, reason="of the fastest variants, none gives the original's bits")
        return found

    def _costs(self) -> dict[Schedule, Cost]:
        found = {n: cost for module in self.setup.modules for n, cost in module.costs.items()}
        return {(self.kernel, self.schedule(self.kernel, n)): cost for n, cost in found.items()}

    def _sizes(self, by_case: Mapping[str, float]) -> Sizes:
        """Milliseconds by launch size, of the launches that cases stand for: where one takes half as long as the
        original did at first, so do those."""
        assert self.known is not None, "the original was run"
        sizes: dict[Size, float] = {}
        for case in (c for c in self.setup.cases if not c.is_scrambled):
            ms, known = by_case[case.name], self.known.ms[case.name]
            for size, whole in case.stands_for or ((case.size, known),):
                sizes[size] = sizes.get(size, 0.0) + (whole * ms / known if known > 0 else ms)
        return sizes

    def near(self) -> Sequence[Entry]:
        """The variants that differ least from the fastest ones: in one number or two."""
        found = self._nearest()
        now, next_ones = found[: _TOGETHER - 1], found[_TOGETHER - 1 :][: _TOGETHER - 1]
        self.compilation.ask(now)
        self.compilation.look_ahead(next_ones)
        self._entered |= {*now}
        return [(self.kernel, v) for v in now]

    def _look_ahead(self) -> None:
        """What will be near compiles, once all have been timed: only some of the fastest ones will be others."""
        if all(self.samples.get((self.kernel, v)) for v in self.field.alive[self.kernel]):
            self.compilation.look_ahead(self._nearest()[: _TOGETHER - 1])
        self.meanwhile()

    def _nearest(self) -> Sequence[int]:
        if self.compilation.first is None:
            return ()
        gone = self._entered | {v for _, v in self.faults}
        alive = [v for v in self.field.alive[self.kernel] if v]
        timed = {v: median(ms) for v in alive if (ms := self.samples.get((self.kernel, v)))}
        best = [self._rows[v - 1] for v in sorted(timed, key=lambda v: timed[v])[:_BEST]]
        fresh = [v for v in range(1, len(self.several) + 1) if v not in gone]
        ranked = sorted((min(distance(self._rows[v - 1], b) for b in best), v) for v in fresh if best)
        return [v for (numbers, _), v in ranked if numbers <= _DIFFERING]

    def fallbacks(self, fastest: Field) -> Sequence[Entry]:
        """Where those round otherwise, the fastest ones with the original's bits: not every program bears rounding."""
        if self.exact & {*fastest.alive[self.kernel]}:
            return ()
        timed = {v: median(ms) for v in self.exact if self._is_there(v) and (ms := self.samples.get((self.kernel, v)))}
        own = median(self.samples[self.kernel, ORIGINAL])
        return [(self.kernel, v) for v in sorted(timed, key=lambda v: timed[v])[:_FALLBACKS] if timed[v] < own]

    @cached_property
    def _rows(self) -> list[tuple[int, ...]]:
        return [*map(row, self.several)]

    def _compile_first(self, several: Sequence[int]) -> None:
        """The lightest variants, until one of them is there: the original comes with any of them. Raises Untunable."""
        lightest = self.compilation.lightest(several)
        self._ask(lightest)
        for variant in lightest:
            self._take([variant], None)
            if self.setup.modules:
                return
        raise Untunable(f"no variant compiles: {next(iter(self.faults.values()))}")

    def _ask(self, variants: Iterable[int]) -> None:
        """Those that are not compiled yet begin to compile."""
        self.compilation.ask(v for v in variants if v != ORIGINAL and (self.kernel, v) not in self.faults)

    def admit(self, variants: Iterable[int]) -> None:
        """Compiles those that are not yet, while time is left besides the finals', and drops what does not compile or
        fits no case."""
        wanted = [*variants]
        self._ask(wanted)
        left = self.clock.left
        self._take(wanted, None if left is None else max(0.0, left - self._final_seconds(FINALISTS)))
        self._is_cut |= any(v in self.compilation.awaited for v in wanted)

    def _take(self, wanted: Sequence[int], seconds: float | None) -> None:
        begun = self.clock.seconds
        done = self.compilation.taken(wanted, seconds)
        self.last_preparing = self.clock.seconds - begun
        self.preparing += self.last_preparing
        for variant, why in done.broken.items():
            self.drop((self.kernel, variant), why)
        for module in done.modules:
            fits = self._fits(module)
            self.setup = replace(self.setup, modules=(*self.setup.modules, module))
            held = {n for i in module.instances for n in i.variants}
            for variant in module.numbers:
                if variant not in held:
                    self.drop((self.kernel, variant), "it is not in the compiled code")
                elif not fits.get(variant):
                    self.drop((self.kernel, variant), "no launch fits it")

    def rank(self, entry: Entry) -> int:
        """What is compiled takes turns first; of long launches, what is least coarsened: others may not need to run."""
        variant = entry[1]
        if self._is_long and variant:
            return self.several[variant - 1].factors.total
        return self.compilation.awaited.get(variant, 0)

    @property
    def _is_long(self) -> bool:
        return self.known is not None and sum(self.known.ms.values()) >= _LONG_MS

    def took(self, found: Mapping[Entry, Sizes]) -> None:
        """Times count relative to the original's in the same turns: clocks and neighbours change from one to the
        next."""
        own = sum(found.get((self.kernel, ORIGINAL), {}).values())
        if own and self.known:
            by = sum(self._sizes(self.known.ms).values()) / own
            found = {e: ms if e[1] == ORIGINAL else {s: t * by for s, t in ms.items()} for e, ms in found.items()}
        super().took(found)

    def _fits(self, module: Module) -> dict[int, tuple[str, ...]]:
        try:
            fits = self.pool.add(module)
        except Lost as lost:
            raise Untunable(f"the device cannot load the variants: {lost}") from None
        return fits

    def _limit(self, launches: int) -> float:
        assert self.known is not None, "the original was run"
        each = sum(self.known.ms.values()) / 1000
        return self.plan.limit or _PATIENCE * (1 + self.known.seconds + launches * each)

    def judge(self, variants: Iterable[int]) -> None:
        """Runs those that were not yet, and drops what is wrong, crashes or hangs. Of long launches, what is least
        coarsened runs first: others may not need to."""
        left = [v for v in variants if v not in self.judged and v != ORIGINAL]
        totals = {v: self.several[v - 1].factors.total if self._is_long else 0 for v in left}
        for total in sorted({*totals.values()}):
            new = [v for v in left if totals[v] == total]
            self._beyond |= {v for v in new if any(self._coarsens_more(v, far) for far in self._far)}
            for variant, verdict in self.pool.judged([v for v in new if v not in self._beyond], self._limit(1)):
                self._met(variant, verdict)

    def _met(self, variant: int, verdict: VariantVerdict) -> None:
        self.runs += 1
        self.exact = self.exact | {variant} if verdict.is_exact else self.exact - {variant}
        if verdict.why:
            self.drop((self.kernel, variant), verdict.why)
        else:
            self.judged.add(variant)
            if self._is_slow(verdict.ms, _SLOW):
                self._first_ms[variant] = verdict.ms
            if self._is_long and self._is_slow(verdict.ms, _FAR):
                self._far.append(variant)
        self.tell(self)
        self.meanwhile()

    def _coarsens_more(self, variant: int, other: int) -> bool:
        return coarsens_more(self.several[variant - 1], self.several[other - 1])

    def _is_there(self, variant: int) -> bool:
        is_gone = variant in self.compilation.awaited or variant in self._beyond
        return not is_gone and (self.kernel, variant) not in self.faults

    def _is_slow(self, ms: Mapping[str, float], times: float) -> bool:
        """Whether a first launch took so many times as long as the original that no turns are needed to tell."""
        assert self.known is not None, "the original was run"
        own = sum(self.known.ms.get(case, 0.0) for case in ms)
        return own > 0 and sum(t for case, t in ms.items() if case in self.known.ms) > times * own + _SLOW_MS

    def measured(self, variants: Mapping[str, tuple[int, ...]], seed: int, is_final: bool) -> dict[Entry, Sizes]:
        """Times variants in turns with each other, once they are known to be right."""
        asked = variants[self.kernel]
        if is_final:
            self._ask(asked)
            self._take(asked, None)
            self.compilation.end()
            self.silence()
        else:
            self.admit(asked)
            self._look_ahead()
        self.judge(v for v in asked if self._is_there(v))
        right = [v for v in asked if self._is_there(v)]
        alive = tuple(v for v in right if v not in self._first_ms)
        assert self.known is not None, "the original was run"
        whole = sum(self.known.ms.values())
        turns = min(_MOST_TURNS, max(_LEAST_TURNS if whole < _LONG_MS else 1, int(_SAMPLE_MS / max(1e-3, whole))))
        limit = self._limit((turns + 1) * len(alive))
        begun = self.clock.seconds
        made: dict[Entry, Sizes] = {}
        for lot, found in self.pool.timed(alive, turns, seed, limit, is_final):
            if isinstance(found, Exception):
                self._blamed(lot, str(found))
            else:
                made = self._joined(made, {(self.kernel, v): self._sizes(by_case) for v, by_case in found.items()})
                self.device_ms += sum(sum(by_case.values()) for by_case in found.values()) * turns
        self._each.append((self.clock.seconds - begun) / max(1, len(alive)))
        self.runs += bool(made)
        slow = ((v, {**self.known.ms, **self._first_ms[v]}) for v in right if v in self._first_ms)
        return {(self.kernel, v): self._sizes(by_case) for v, by_case in slow} | made

    def _final_seconds(self, count: int) -> float:
        """Finalists are judged and compiled already."""
        return ENOUGH_RUNS * count * median(self._each or [0.0])

    def _joined(self, made: dict[Entry, Sizes], lot: dict[Entry, Sizes]) -> dict[Entry, Sizes]:
        """Times of another device count relative to the original's there."""
        own = (self.kernel, ORIGINAL)
        if not made or own not in lot:
            return made | lot
        by = sum(made[own].values()) / max(1e-9, sum(lot[own].values()))
        return made | {e: {s: ms * by for s, ms in sizes.items()} for e, sizes in lot.items() if e != own}

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
            self.drop((self.kernel, slow[0]), why)

    def _checked(self, choice: KernelChoice) -> tuple[KernelChoice, bool]:
        """What was chosen runs once more, in a fresh process: it counts only if that gives the original's results."""
        if not choice.variant:
            return choice, True
        self.stage, told = "what was chosen, once more", ""
        try:
            self.pool.first.end()
            verdict = self.pool.first.verify(choice.variant, self._limit(1))
            if verdict.why:
                told = f"{choice.schedule} was not right when it ran once more: {verdict.why}"
        except DeviceError as error:
            told = f"{choice.schedule} failed when it ran once more: {error}"
        except KeyboardInterrupt:
            told = f"interrupted before {choice.schedule} ran once more"
        if not told:
            return choice, True
        return KernelChoice(self.kernel, ORIGINAL, "", choice.original, choice.original, told), False


# Gives variants their first samples, leaves the best in the race, and says whether it came to its end.
Search = Callable[[KernelTuning], bool]
