"""A tuning: the original first, then rounds of variants, the finalists once more, and what was chosen together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from random import Random

from retarget.host.compare import Judge
from retarget.together import halves
from retarget.tuning.choice import Choice, Sizes, above, chosen, worthwhile
from retarget.tuning.clock import Clock
from retarget.tuning.judge import Reference, reference
from retarget.tuning.launches import Launches, by_size
from retarget.tuning.memory import Memory
from retarget.tuning.race import ORIGINAL, Entry, Field, halved, room, round_of
from retarget.tuning.rehearsal import KEPT, promising, ratios, seconds
from retarget.tuning.trial import Command, Rehearsal, Trial, run

_BASE_RUNS = 3
_FINAL_RUNS = 5
_PATIENCE = 10  # times the original's duration, and seconds besides, that a run may take


class Untunable(Exception):
    """The program cannot be tuned; the message says why, and what to do."""


@dataclass(frozen=True)
class Plan:
    """budget: seconds for all runs, or None; limit: seconds of a run, or None for what the original suggests."""

    budget: float | None = None
    limit: float | None = None
    seed: int = 1
    final_runs: int = _FINAL_RUNS


@dataclass(frozen=True)
class Tuned:
    """The result. faults: why variants were dropped, by kernel and schedule; sizes: launches of the original; seconds:
    of all runs; in_time: whether the race came to its end; verified: whether what was chosen gave the original's
    results together."""

    choices: tuple[Choice, ...]
    samples: Mapping[tuple[str, str], tuple[float, ...]]
    faults: Mapping[tuple[str, str], str]
    sizes: tuple[Launches, ...]
    runs: int
    seconds: float
    device_ms: float
    in_time: bool
    verified: bool
    compared: int  # lines of the results; with 0, and no check, nothing is proved
    notes: tuple[str, ...] = ()  # what else there is to say of how it went


@dataclass
class Tuning:
    """One tuning as it goes. `variants` are the schedules of each kernel's variants 1, 2, ...; tell: is called with
    this after each run."""

    command: Command
    variants: Mapping[str, Sequence[str]]
    judge: Judge
    plan: Plan
    memory: Memory
    tell: Callable[[Tuning], None] = lambda _: None
    samples: dict[Entry, list[float]] = made(default_factory=dict)
    sizes: dict[Entry, list[Sizes]] = made(default_factory=dict)
    faults: dict[Entry, str] = made(default_factory=dict)
    field: Field = made(default_factory=lambda: Field({}))
    width: Mapping[str, int] = made(default_factory=dict)  # variants of each kernel that take turns in a run
    stage: str = "the original"
    runs: int = 0
    device_ms: float = 0
    clock: Clock = made(default_factory=Clock)
    _limit: float | None = None

    def tuned(self) -> Tuned:
        """Raises Untunable, CannotStart."""
        self.clock = Clock(self.plan.budget)
        known = self._originals()
        in_time = True
        try:
            in_time = self._race(known)
        except KeyboardInterrupt:
            in_time = False
            self.stage = "interrupted"
        timed = {k: vs for k, vs in self.field.alive.items() if self.samples.get((k, ORIGINAL))}
        if not timed:
            took = f"{self.runs} runs took {self.clock.seconds:.0f} s"
            raise Untunable(f"nothing was timed: {took}; give it more with --budget")
        choices = [chosen(k, vs, self.variants[k], self.samples) for k, vs in timed.items()]
        choices = worthwhile(list(map(self._above, choices)))
        try:
            choices, verified = self._together(known, choices)
        except KeyboardInterrupt:
            choices, verified = _originals_of(choices, "interrupted before it was run together with the others"), False
        return Tuned(
            tuple(choices), {(k, self.schedule(k, v)): tuple(s) for (k, v), s in self.samples.items()},
            {(k, self.schedule(k, v)): why for (k, v), why in self.faults.items()}, known.first.launches, self.runs,
            self.clock.seconds, self.device_ms, in_time, verified,
            known.compared + bool(self.command.check),
        )  # fmt: skip

    def _above(self, choice: Choice) -> Choice:
        """The choice, with small launches left to the original where that pays."""
        original, candidate = (self.sizes.get((choice.kernel, v), []) for v in (ORIGINAL, choice.variant))
        return above(choice, original, candidate)

    def schedule(self, kernel: str, variant: int) -> str:
        return self.variants[kernel][variant - 1] if variant else ""

    def _run(self, variants: Mapping[str, tuple[int, ...]], rehearsal: Rehearsal | None = None) -> Trial:
        limit = self._limit
        if rehearsal and limit is not None:
            limit += 2 * rehearsal.seconds
        made = run(self.command, variants, limit, rehearsal)
        self.runs += 1
        self.device_ms += sum(l.ms for l in made.launches)
        return made

    def _originals(self) -> Reference:
        """Runs of the original: the first is cold and is not timed, what differs among the others is their own."""
        self._limit = self.plan.limit
        cold = self._run({})
        if cold.hung:
            raise Untunable(f"the program itself does not end within {self._limit} s: give it longer with --limit")
        if absent := [n for n, f in zip(self.command.outputs, cold.files, strict=True) if f is None]:
            raise Untunable(f"the program does not write {absent[0]}, which --compare names")
        if not cold.checked:
            raise Untunable("the check finds fault with the original's own results: it has to accept them first")
        if not cold.launches and cold.code == 0:
            raise Untunable("no launch of a kernel that has variants was seen to succeed in the program's run")
        if cold.code != 0 and not cold.launches:
            words = cold.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it says nothing"]
            raise Untunable(f"the program itself ends with {cold.code} before it launches anything: {words[0]}")
        runs = [self._run({}) for _ in range(_BASE_RUNS)]
        found = reference(runs, self.judge)
        for again in runs[1:]:
            if why := found.fault(again):
                raise Untunable(
                    f"runs of the original differ from each other: {why}; fix its seed, or leave out what varies "
                    "with --ignore"
                )
        if self.plan.limit is None:
            self._limit = _PATIENCE * (1 + max(r.seconds for r in runs))
        kernels = dict.fromkeys(l.kernel for r in runs for l in r.launches if l.kernel in self.variants)
        self.field = Field({k: (ORIGINAL, *range(1, len(self.variants[k]) + 1)) for k in kernels})
        self.width = {k: room(runs[0].launches, k) for k in kernels}
        self._remember(runs)
        return found

    def _remember(self, runs: Iterable[Trial]) -> None:
        """What earlier tunings measured counts too, and what they found wrong stays so."""
        numbers = {(k, self.schedule(k, v)): (k, v) for k, vs in self.field.alive.items() for v in vs}
        for named, values in self.memory.samples().items():
            if named in numbers:
                self.samples[numbers[named]] = values
        self.faults |= {numbers[n]: why for n, why in self.memory.faults().items() if n in numbers}
        # Where variants take turns, the original is timed among them.
        fresh = [k for k in self.field.alive if self.width[k] == 1 and (k, ORIGINAL) not in self.samples]
        for trial in runs:
            self._timed(trial, fresh)
        self.field = self.field.without(list(self.faults))

    def _timed(self, trial: Trial, kernels: Iterable[str] | None = None) -> None:
        found = {}
        for kernel in self.field.alive if kernels is None else kernels:
            asked = trial.variants.get(kernel, (ORIGINAL,))
            met = by_size(trial.launches, kernel)
            for variant in asked:
                if variant in met:
                    ms = sum(met[variant].values())
                    self.samples.setdefault((kernel, variant), []).append(ms)
                    self.sizes.setdefault((kernel, variant), []).append(met[variant])
                    found[kernel, self.schedule(kernel, variant)] = ms
                elif any(l.kernel == kernel and l.variant == variant for l in trial.launches):
                    self._drop((kernel, variant), "no launch fits it")
        self.memory.add_samples(found)

    def _drop(self, entry: Entry, why: str) -> None:
        self.faults[entry] = why
        self.field = self.field.without([entry])
        self.memory.add_fault(entry[0], self.schedule(*entry), why)

    def _race(self, known: Reference) -> bool:
        """Rounds until finalists are left, and those to the end; false where the time was too short for it."""
        turn = 0
        self._rehearse(known)
        while not self.field.is_decided:
            turn += 1
            self.stage = f"round {turn}"
            self._shorten()
            if not self._round(known, turn):
                return False
            self.field = halved(self.field, self.samples)
        self.stage = "finalists"
        return all(self._round(known, wanted) for wanted in range(turn + 1, turn + 1 + self.plan.final_runs))

    def _rehearse(self, known: Reference) -> None:
        """Leaves out what is slow in rehearsals, of kernels with many variants that bear them."""
        many = [k for k, vs in self.field.alive.items() if len(vs) > KEPT]
        if not many:
            return
        self.stage = "rehearsals"
        bearing = self._bearing(known, many)
        entries = [(k, v) for k in bearing for v in self.field.alive[k]]
        told: dict[Entry, float] = {}
        for trial in self._tried(known, entries, self._rehearsal) if entries else ():
            told |= ratios(trial.launches)
        self.field = Field(promising(told, self.field.alive))

    def _bearing(self, known: Reference, kernels: Sequence[str]) -> list[str]:
        """The kernels whose originals can be rehearsed without changing the program's results."""
        trial = self._rehearsal([(k, ORIGINAL) for k in kernels])
        if not known.fault(trial):
            return [k for k in kernels if any(l.rehearsed and l.kernel == k for l in trial.launches)]
        if len(kernels) == 1 or self.clock.is_over:
            return []
        return [k for half in halves(kernels) for k in self._bearing(known, half)]

    def _rehearsal(self, entries: Sequence[Entry]) -> Trial:
        """A run of the original in which these, and the original, are rehearsed."""
        kernels = dict.fromkeys(k for k, _ in entries)
        variants = {k: (ORIGINAL, *(v for n, v in entries if n == k and v)) for k in kernels}
        trial = self._run({}, Rehearsal(variants, seconds(self.clock.left)))
        self.tell(self)
        return trial

    def _shorten(self) -> None:
        """With time for some variants only, leaves out others at random: half of what is left goes to this round."""
        left = self.clock.left
        if left is None:
            return
        each = self.clock.seconds / max(1, self.runs)
        runs = max(4, int(left / 2 / each))
        random = Random(self.plan.seed)
        alive = {}
        for kernel, variants in self.field.alive.items():
            most = runs * max(1, self.width[kernel] - 1)
            others = [v for v in variants if v != ORIGINAL]
            fresh = [v for v in others if not self.samples.get((kernel, v))]
            if len(fresh) > most:
                gone = set(random.sample(fresh, len(fresh) - most))
                others = [v for v in others if v not in gone]
            alive[kernel] = (ORIGINAL, *others)
        self.field = Field(alive)

    def _round(self, known: Reference, wanted: int) -> bool:
        for variants in round_of(self.field, self.samples, wanted, self.plan.seed + wanted, self.width):
            if self.clock.is_over:
                return False
            alive = {k: tuple(v for v in vs if v in self.field.alive[k]) for k, vs in variants.items()}
            self._judged(known, {k: vs for k, vs in alive.items() if vs})
            self.tell(self)
        return True

    def _judged(self, known: Reference, variants: Mapping[str, tuple[int, ...]]) -> None:
        """Runs variants of all kernels together, and takes their times."""

        def together(entries: Sequence[Entry]) -> Trial:
            kernels = dict.fromkeys(k for k, _ in entries)
            return self._run({k: tuple(v for n, v in entries if n == k) for k in kernels})

        for trial in self._tried(known, [(k, v) for k, vs in variants.items() for v in vs], together):
            self._timed(trial)

    def _tried(
        self, known: Reference, entries: Sequence[Entry], attempt: Callable[[Sequence[Entry]], Trial]
    ) -> Iterator[Trial]:
        """What variants of all kernels give together; where that goes wrong, half of them at a time, to find whose
        fault it is."""
        trial = attempt(entries)
        why = known.fault(trial)
        if not why:
            yield trial
            return
        suspects = [e for e in entries if e[1] != ORIGINAL]
        if len(suspects) <= 1:
            if not suspects or (again := known.fault(self._run({}))):
                raise Untunable(f"the original itself fails by now: {why if not suspects else again}")
            self._drop(suspects[0], why)
        elif not self.clock.is_over:
            for half in halves(suspects):
                yield from self._tried(known, half, attempt)

    def _together(self, known: Reference, choices: Sequence[Choice]) -> tuple[list[Choice], bool]:
        """What was chosen, run together: it counts only if that gives the original's results."""
        asked = {c.kernel: (c.variant,) for c in choices if c.variant}
        if not asked:
            return list(choices), True
        self.stage = "what was chosen, together"
        if not known.fault(self._run(asked)):
            return list(choices), True
        return _originals_of(choices, "together with what was chosen for other kernels, its results were wrong"), False


def _originals_of(choices: Sequence[Choice], why: str) -> list[Choice]:
    return [Choice(c.kernel, ORIGINAL, "", c.original, c.original, why) if c.variant else c for c in choices]
