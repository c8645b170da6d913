"""What was chosen on captured launches, confirmed by the program: its results, and the time of its kernels.

    original, chosen (, original, chosen where one looks slower)     each run by itself, no launch captured
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from retarget.capture.contents import LaunchTotal
from retarget.targets.cpu.same_output import Judge
from retarget.targets.demangle import kernel_name, split_name
from retarget.tuning.choice import KernelChoice
from retarget.tuning.judge import Reference, reference
from retarget.tuning.race import ORIGINAL
from retarget.tuning.record import Confirmation, KernelTimes
from retarget.tuning.trial import Trial

_SLOWER = 1.02  # times the original's time, that speak against a choice
_ROUNDS = 3  # builds of what was chosen, at most


class TimedRun(Struct, frozen=True):
    """A run of the program. ms: of the device, by the kernel's own name."""

    trial: Trial
    ms: Mapping[str, float]

    @classmethod
    def of(cls, trial: Trial, totals: Sequence[LaunchTotal]) -> TimedRun:
        ms: dict[str, float] = {}
        for t in totals:
            name = split_name(kernel_name(t.kernel))[0]
            ms[name] = ms.get(name, 0.0) + t.ms
        return cls(trial, ms)

    def of_kernel(self, kernel: str, coarsened: str) -> float:
        return self.ms.get(kernel, 0.0) + (self.ms.get(coarsened, 0.0) if coarsened else 0.0)


class ChosenBuild(Struct, frozen=True):
    """A program that was built with what was chosen. coarsened: by kernel, what its coarsened one is called."""

    run: Callable[[], TimedRun]
    coarsened: Mapping[str, str]


class Confirmed(Struct, frozen=True):
    """choices: as they stand now; verified: whether the program gave the original's results with them; runs: of the
    program."""

    choices: tuple[KernelChoice, ...]
    verified: bool
    reference: Reference
    confirmation: Confirmation | None
    runs: int


class _OriginalsDiffer(Exception):
    """By more than what they print."""


@dataclass
class Confirming:
    """originals: runs of the original so far; original: makes another one; tried: builds the program with choices;
    judge: how outputs are compared."""

    originals: list[Trial]
    original: Callable[[], TimedRun]
    tried: Callable[[Sequence[KernelChoice]], ChosenBuild]
    judge: Judge
    tell: Callable[[str], None] = lambda _: None
    runs: int = 0
    _before: list[TimedRun] = field(default_factory=list)

    def confirmed(self, choices: Sequence[KernelChoice], exact: Mapping[str, KernelChoice]) -> Confirmed:
        """exact: by kernel, what to choose where the program's results do not bear another rounding. An interrupt ends
        it: what did not run to its end is not chosen. Raises DoesNotBuild, CannotStart."""
        why = "interrupted before the program ran with it"
        try:
            return self._confirmed(choices, exact)
        except _OriginalsDiffer as differing:
            why = f"runs of the original differ from each other: {differing}"
        except KeyboardInterrupt:
            pass
        left = _originals(choices, choices, why)
        return Confirmed(left, False, reference(self.originals[:1], self.judge), None, self.runs)

    def _confirmed(self, choices: Sequence[KernelChoice], exact: Mapping[str, KernelChoice]) -> Confirmed:
        left = tuple(choices)
        if any(c.variant for c in left):
            self._run_original()
        for _ in range(_ROUNDS):
            chosen = [c for c in left if c.variant]
            if not chosen:
                return Confirmed(left, True, self._reference, None, self.runs)
            self.tell("building the program with what was chosen")
            tried = self.tried(chosen)
            after = [self._run(tried)]
            why = self._fault(after[0].trial)
            if not why and self._slower(chosen, tried, after):
                self._run_original()
                after.append(self._run(tried))
                why = self._fault(after[1].trial)
            if why:
                if rounded := [c for c in chosen if c.variant != exact[c.kernel].variant]:
                    left = tuple(_exact(c, exact[c.kernel], why) if c in rounded else c for c in left)
                    continue
                said = f"in the program its results were wrong: {why}"
                if len(chosen) > 1:
                    said = f"together with what was chosen for other kernels, its results were wrong: {why}"
                return Confirmed(_originals(left, chosen, said), False, self._reference, None, self.runs)
            slow = self._slower(chosen, tried, after)
            if not slow:
                return Confirmed(left, True, self._reference, self._told(chosen, tried, after), self.runs)
            for c in slow:
                left = _originals(left, [c], _slowed(c, self._times(c, tried, after)))
        left = _originals(left, left, "no choice held in the program")
        return Confirmed(left, True, self._reference, None, self.runs)

    @property
    def _reference(self) -> Reference:
        return reference(self.originals, self.judge)

    def _run_original(self) -> None:
        self.tell("the original, timed")
        made = self.original()
        self.runs += 1
        self._before.append(made)
        self.originals.append(made.trial)
        # One that breaks off would leave nothing that is compared.
        if why := self._reference.fault(made.trial):
            raise _OriginalsDiffer(why)

    def _run(self, tried: ChosenBuild) -> TimedRun:
        self.tell("the program with what was chosen, timed")
        self.runs += 1
        return tried.run()

    def _fault(self, trial: Trial) -> str:
        """What is wrong with a run, as far as the original agrees with itself: where something is, in one more run."""
        if not self._reference.fault(trial):
            return ""
        self._run_original()
        return self._reference.fault(trial)

    def _times(self, choice: KernelChoice, tried: ChosenBuild, after: Sequence[TimedRun]) -> KernelTimes:
        name, coarsened = choice.kernel, tried.coarsened.get(choice.kernel, "")
        before = min(r.of_kernel(name, "") for r in self._before)
        return KernelTimes(name, before, min(r.of_kernel(name, coarsened) for r in after))

    def _slower(
        self, chosen: Sequence[KernelChoice], tried: ChosenBuild, after: Sequence[TimedRun]
    ) -> list[KernelChoice]:
        """Or of which no launch was seen."""
        times = [(c, self._times(c, tried, after)) for c in chosen]
        return [c for c, t in times if t.before_ms and (not t.after_ms or t.after_ms > _SLOWER * t.before_ms)]

    def _told(
        self, chosen: Sequence[KernelChoice], tried: ChosenBuild, after: Sequence[TimedRun]
    ) -> Confirmation | None:
        before_ms, after_ms = (min(sum(r.ms.values()) for r in runs) for runs in (self._before, after))
        if not before_ms or not after_ms:
            return None  # this machine tells no times
        return Confirmation(len(after), before_ms, after_ms, tuple(self._times(c, tried, after) for c in chosen))


def _slowed(choice: KernelChoice, times: KernelTimes) -> str:
    gain = f"{choice.schedule} gains {choice.gain:.2f} times on captured launches"
    if not times.after_ms:
        return f"{gain}, and no launch of it was seen in the program"
    return f"{gain}, and takes {times.after_ms / times.before_ms:.2f} of the original's time in the program"


def _exact(choice: KernelChoice, exact: KernelChoice, why: str) -> KernelChoice:
    """A choice of variants that give the original's bits, after the program's results were wrong with another."""
    told = f"with {choice.schedule}, which rounds differently, the program's results were wrong: {why}"
    return replace(exact, reason=f"{exact.reason}; {told}")


def _originals(
    choices: Sequence[KernelChoice], dropped: Sequence[KernelChoice], why: str
) -> tuple[KernelChoice, ...]:
    """The same with the originals of some kernels."""
    names = {c.kernel for c in dropped if c.variant}
    return tuple(
        replace(c, variant=ORIGINAL, schedule="", chosen=c.original, reason=why) if c.kernel in names else c
        for c in choices
    )
