"""What tunings of programs and of single kernels share: the race, the finals, and what is known meanwhile."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct

from retarget.tuning.choice import ENOUGH_RUNS, LOOKS, KernelChoice, chosen, timing, unproved
from retarget.tuning.clock import Clock
from retarget.tuning.measurements import Memory
from retarget.tuning.race import FINALISTS, ORIGINAL, Entry, Field, Sizes, finalists, halved, round_of

_SHORT_SECONDS = 2.0  # of finals that come to their end beyond the budget, too: without them, a race was in vain
_OPEN_SECONDS = 10.0  # for each further look at what the finals leave open
_FEWEST = 2  # finalists, the original included
_LEAST_ROUND = 4  # runs
_CONFIRMED = 3  # samples of each finalist between refinements
_PROGRESS = 0.995  # of the best time: what a refinement has to reach, else it is fruitless
_FRUITLESS = 2  # refinements in a row, after which there is no other one


class RunBudget(Struct, frozen=True):
    """budget: seconds for all runs, or None; limit: seconds of a run, or None for what the original suggests."""

    budget: float | None = None
    limit: float | None = None
    seed: int = 1


@dataclass(kw_only=True)
class Contest(ABC):
    """A tuning as it goes. variants: the schedules of each kernel's variants 1, 2, ...; tell: is called with this as it
    goes on; samples: milliseconds of each run; finals: the same by launch size, of the finals alone; width: variants of
    each kernel that take turns in a run; pace: seconds of each run; notes: what there is to say at the end; preparing:
    seconds that went into compiling, between runs; last_preparing: the last time."""

    variants: Mapping[str, Sequence[str]]
    plan: RunBudget
    memory: Memory
    tell: Callable[[Any], None] = lambda _: None
    samples: dict[Entry, list[float]] = made(default_factory=dict)
    finals: dict[Entry, list[Sizes]] = made(default_factory=dict)
    faults: dict[Entry, str] = made(default_factory=dict)
    field: Field = made(default_factory=lambda: Field({}))
    width: Mapping[str, int] = made(default_factory=dict)
    stage: str = "the original"
    runs: int = 0
    device_ms: float = 0
    pace: list[float] = made(default_factory=list)
    notes: list[str] = made(default_factory=list)
    preparing: float = 0.0
    last_preparing: float = 0.0
    clock: Clock = made(default_factory=Clock)

    @abstractmethod
    def measured(self, variants: Mapping[str, tuple[int, ...]], seed: int, is_final: bool) -> Mapping[Entry, Sizes]:
        """Runs variants of each kernel in turns, and drops what is wrong; milliseconds of the others. is_final: the
        choice rests on them."""

    def schedule(self, kernel: str, variant: int) -> str:
        return self.variants[kernel][variant - 1] if variant else ""

    def enter(
        self, kernels: Iterable[str], width: Mapping[str, int], first: Mapping[str, Sequence[int]] | None = None
    ) -> None:
        """Variants of these kernels enter the race: all, or the first ones. What earlier tunings measured counts in it,
        and what they found wrong stays so."""
        self.width = width
        several = {k: range(1, len(self.variants[k]) + 1) for k in kernels}
        self.field = Field({k: (ORIGINAL, *(first[k] if first else vs)) for k, vs in several.items()})
        numbers = {(k, self.schedule(k, v)): (k, v) for k, vs in several.items() for v in (ORIGINAL, *vs)}
        self.samples |= {numbers[n]: list(ms) for n, ms in self.memory.samples().items() if n in numbers}
        self.faults |= {numbers[n]: why for n, why in self.memory.faults().items() if n in numbers}
        self.field = self.field.without(list(self.faults))

    def drop(self, entry: Entry, why: str) -> None:
        self.faults[entry] = why
        self.field = self.field.without([entry])
        self.memory.add_fault(entry[0], self.schedule(*entry), why)

    def took(self, found: Mapping[Entry, Sizes]) -> None:
        """Adds a sample of each."""
        totals = {entry: sum(sizes.values()) for entry, sizes in found.items()}
        for entry, ms in totals.items():
            self.samples.setdefault(entry, []).append(ms)
        self.memory.add_samples({(k, self.schedule(k, v)): ms for (k, v), ms in totals.items()})

    def decided(self, race: Callable[[], bool]) -> bool:
        """A race, and the finals; whether both came to their end. An interrupt ends the race, and another one the
        finals, which then are between the original and the best so far."""
        count, in_time = FINALISTS, False
        try:
            in_time = race()
        except KeyboardInterrupt:
            count = _FEWEST
        try:
            return self._finals(count) and in_time
        except KeyboardInterrupt:
            return False

    def race(self) -> bool:
        """Rounds until finalists are left, and no variant near to them is faster; false where the time is left for the
        finals alone."""
        turn = 0
        while not self.field.is_decided:
            turn += 1
            self.stage = f"round {turn}"
            self._shorten()
            if not self._round(self.field, turn, is_final=False):
                return False
            self.field = halved(self.field, self.samples)
        fruitless = 0
        while fruitless < _FRUITLESS and (near := self.near()):
            self.stage, before = f"refinement, {len(near)} variants", self._best()
            self.field = self.field.with_(near)
            if not self._has_time_for(FINALISTS, self.last_preparing):
                return False
            if not self._round(self.field, 1, is_final=False):
                return False
            # Some of the new ones look faster by chance: they must not displace those that are known to be fast.
            self.field = finalists(self.field, self.samples, 2 * FINALISTS)
            if not self._round(self.field, _CONFIRMED, is_final=False):
                return False
            self.field = finalists(self.field, self.samples, FINALISTS)
            fruitless = 0 if self._best() < _PROGRESS * before else fruitless + 1
        return True

    def rank(self, _: Entry) -> int:
        """Of a variant in the order in which a round has them run: by chance, where they are alike."""
        return 0

    def near(self) -> Sequence[Entry]:
        """Variants that are worth a try, as those near to them are fast; none where all are in the race."""
        return ()

    def fallbacks(self, _: Field) -> Sequence[Entry]:
        """Variants that take part in the finals beside the fastest ones, as these may not serve."""
        return ()

    def _best(self) -> float:
        """Milliseconds of the fastest variants, of all kernels."""
        best = (min(median(s) for v in vs if (s := self.samples.get((k, v)))) for k, vs in self.field.alive.items())
        return sum(best)

    def _finals(self, count: int) -> bool:
        """The original and the fastest in turns, as many of them as there is time for; more turns where those leave it
        open: of all once, then of the original and the fastest alone, while they take little time."""
        count = next((n for n in range(count, _FEWEST, -1) if self._are_short(n) or self._has_time_for(n)), _FEWEST)
        few = finalists(self.field, self.samples, count)
        self.field = few.with_(self.fallbacks(few))
        self.stage = "the finals" if count == FINALISTS else f"the finals, of {count}"
        if not self._turns(self.field, 0, ENOUGH_RUNS):
            return False
        for done, wanted in pairwise(LOOKS):
            fastest = {k: v for k in self.field.alive if (v := unproved(self._finals_of(k))) is not None}
            is_first = done == ENOUGH_RUNS
            left = {k: self.field.alive[k] if is_first else (ORIGINAL, v) for k, v in fastest.items()}
            seconds = self._final_seconds(_FEWEST) * (wanted - done) / ENOUGH_RUNS
            if not left or (not is_first and (seconds > _OPEN_SECONDS or not self.clock.has(seconds))):
                break
            if not self._turns(Field(left), done, wanted):
                return False
        return True

    def _turns(self, field: Field, done: int, wanted: int) -> bool:
        """Turns of the finals; false where the time was over."""
        return all(self._round(field, turn, is_final=True) for turn in range(done + 1, wanted + 1))

    def _round(self, field: Field, wanted: int, is_final: bool) -> bool:
        """After it each variant of the field has so many samples; false where the time was over."""
        counted: Mapping[Entry, Sequence[object]] = self.finals if is_final else self.samples
        seed = self.plan.seed + wanted
        for variants in round_of(field, counted, wanted, seed, self.width, self.rank):
            if self._is_over(field) if is_final else self.is_short:
                return False
            alive = {k: tuple(v for v in vs if (k, v) not in self.faults) for k, vs in variants.items()}
            begun, prepared = self.clock.seconds, self.preparing
            found = self.measured({k: vs for k, vs in alive.items() if vs}, seed, is_final)
            self.pace.append(self.clock.seconds - begun - (self.preparing - prepared))
            self.took(found)
            for entry, sizes in found.items() if is_final else ():
                if len(self.finals.setdefault(entry, [])) < wanted:  # one of each turn
                    self.finals[entry].append(sizes)
            self.tell(self)
        return True

    @property
    def is_short(self) -> bool:
        """Whether the time that is left is that of the finals."""
        return not self._has_time_for(FINALISTS)

    def _is_over(self, field: Field) -> bool:
        """Whether the finals of a field end, though they have not come to their end."""
        return self.clock.is_over and not self._are_short(max(map(len, field.alive.values()), default=0))

    def _are_short(self, count: int) -> bool:
        return self._final_seconds(count) <= _SHORT_SECONDS

    def _has_time_for(self, count: int, preparing: float = 0.0) -> bool:
        """For the finals of so many, and seconds for compiling before."""
        return self.clock.has(self._final_seconds(count) + preparing)

    def _final_seconds(self, count: int) -> float:
        turns = [-(-(count - 1) // (w - 1)) if (w := self.width.get(k, 1)) > 1 else count for k in self.field.alive]
        return ENOUGH_RUNS * max(turns, default=1) * median(self.pace or [0.0])

    def _shorten(self) -> None:
        """With time for some variants only, leaves out others at random: half of what is left for the race goes to this
        round."""
        left = self.clock.left
        if left is None or not self.pace:
            return
        runs = max(_LEAST_ROUND, int((left - self._final_seconds(FINALISTS)) / 2 / max(1e-9, median(self.pace))))
        random = Random(self.plan.seed)
        alive = {}
        for kernel, variants in self.field.alive.items():
            most = runs * max(1, self.width.get(kernel, 1) - 1)
            others = [v for v in variants if v != ORIGINAL]
            fresh = [v for v in others if not self.samples.get((kernel, v))]
            if len(fresh) > most:
                gone = set(random.sample(fresh, len(fresh) - most))
                others = [v for v in others if v not in gone]
            alive[kernel] = (ORIGINAL, *others)
        self.field = Field(alive)

    def _finals_of(self, kernel: str) -> dict[int, list[Sizes]]:
        return {v: runs for (k, v), runs in self.finals.items() if k == kernel and (k, v) not in self.faults}

    def choices(self) -> list[KernelChoice]:
        """Of the kernels whose originals were timed."""
        timed = {k: ms for k in self.field.alive if (ms := self.samples.get((k, ORIGINAL)))}
        faults = {k: [why for (n, _), why in self.faults.items() if n == k] for k in timed}
        gone = {k for k, left in self.field.alive.items() if left == (ORIGINAL,)}
        return [
            chosen(k, self.variants[k], self._finals_of(k), timing(ms), faults[k], k in gone) for k, ms in timed.items()
        ]
