"""A tuning of a program: the original first, then the race of its variants and the finals, and what was chosen
together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made

from msgspec.structs import replace

from retarget.system.portions import halves
from retarget.targets.cpu.same_output import Judge
from retarget.tuning.choice import LEAST_RUNS, KernelChoice, worthwhile
from retarget.tuning.clock import Clock
from retarget.tuning.contest import Contest
from retarget.tuning.judge import Reference, ending, reference, unseen
from retarget.tuning.launch_records import by_size, unlaunched
from retarget.tuning.race import ORIGINAL, Entry, Field, Sizes, room
from retarget.tuning.rehearsal import KEPT, promising, ratios, seconds
from retarget.tuning.trial import Rehearsal, RunCommand, Trial, run
from retarget.tuning.tuned import Tuned, Untunable

_BASE_RUNS = 3
_PATIENCE = 10  # times the original's duration, and seconds besides, that a run may take


@dataclass(kw_only=True)
class Tuning(Contest):
    """One tuning of a program."""

    command: RunCommand
    judge: Judge
    rehearsed: set[Entry] = made(default_factory=set)
    _limit: float | None = None
    _known: Reference | None = None

    def tuned(self) -> Tuned:
        """Raises Untunable, CannotStart."""
        self.clock = Clock(self.plan.budget)
        known = self._originals()
        in_time = self.decided(self._raced)
        choices = worthwhile(self.choices())
        if not choices:
            took = f"{self.runs} runs took {self.clock.seconds:.0f} s"
            raise Untunable(f"nothing was timed: {took}; give it more with --budget")
        try:
            choices, verified = self._together(known, choices)
        except KeyboardInterrupt:
            choices, verified = _originals_of(choices, "interrupted before it was run together with the others"), False
        return Tuned(
            tuple(choices), {(k, self.schedule(k, v)): tuple(s) for (k, v), s in self.samples.items()},
            {(k, self.schedule(k, v)): why for (k, v), why in self.faults.items()}, known.first.launches, self.runs,
            self.clock.seconds, self.device_ms, in_time, verified,
            known.compared + bool(self.command.check),
            (*known.notes, *unlaunched(self.variants, known.first.launches), *self.notes, *self._left_out()),
            known.unsteady,
        )  # fmt: skip

    def _left_out(self) -> Iterator[str]:
        for kernel in self.field.alive:
            entries = [(kernel, v) for v in range(1, len(self.variants[kernel]) + 1)]
            met = sum(bool(self.samples.get(e)) or e in self.rehearsed or e in self.faults for e in entries)
            if met < len(entries):
                yield f"{kernel}: the time was enough for {met} of its {len(entries)} variants"

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
        self._limit = self.plan.limit or self.plan.budget
        cold = self._run({})
        if cold.hung:
            option = "--limit" if self.plan.limit else "--budget"
            raise Untunable(f"the program itself does not end within {self._limit} s: give it longer with {option}")
        if not cold.launches:
            failed = f"no launch was seen to succeed before the program itself ended with {ending(cold)}"
            raise Untunable(failed if cold.code else unseen(cold))
        if absent := [n for n, f in zip(self.command.outputs, cold.files, strict=True) if f is None]:
            raise Untunable(f"the program does not write {absent[0]}, which --compare names")
        if cold.objection:
            raise Untunable(f"{cold.objection}. That was the original itself: the check has to accept it first")
        self.tell(self)
        runs = [self._run_and_report({})]
        self._require_time(runs[0].seconds)
        runs += [self._run_and_report({}) for _ in range(_BASE_RUNS - 1)]
        self.command = replace(self.command, check_limit=_PATIENCE * (1 + max(r.check_seconds for r in runs)))
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
        self.enter(kernels, {k: room(runs[0].launches, k) for k in kernels})
        self.pace = [r.seconds for r in runs]
        # Where variants take turns, the original is timed among them.
        fresh = [k for k in self.field.alive if self.width[k] == 1 and (k, ORIGINAL) not in self.samples]
        for trial in runs:
            self.took(self._timed(trial, fresh))
        self._known = found
        return found

    def _require_time(self, seconds: float) -> None:
        """For the fewest runs that can prove anything, of which each takes so many seconds. Raises Untunable."""
        fewest = _BASE_RUNS - 1 + 2 * LEAST_RUNS + 1
        if self.clock.left is not None and self.clock.left < fewest * seconds:
            wanted = self.clock.seconds + 4 * fewest * seconds
            raise Untunable(f"a run takes {seconds:.2g} s, and a choice asks for {fewest} more: give it more with "
                            f"--budget, such as {wanted:.0f}s")  # fmt: skip

    def _run_and_report(self, variants: Mapping[str, tuple[int, ...]]) -> Trial:
        trial = self._run(variants)
        self.tell(self)
        return trial

    def _timed(self, trial: Trial, kernels: Iterable[str]) -> dict[Entry, Sizes]:
        found: dict[Entry, Sizes] = {}
        for kernel in kernels:
            met = by_size(trial.launches, kernel)
            for variant in trial.variants.get(kernel, (ORIGINAL,)):
                if variant in met:
                    found[kernel, variant] = met[variant]
                elif any(l.kernel == kernel and l.variant == variant for l in trial.launches):
                    self.drop((kernel, variant), "no launch fits it")
        return found

    def _raced(self) -> bool:
        assert self._known is not None, "the original was run"
        self._rehearse(self._known)
        return self.race()

    def _rehearse(self, known: Reference) -> None:
        """Leaves out what is slow in rehearsals, of kernels with many variants that bear them."""
        many = [k for k, vs in self.field.alive.items() if len(vs) > KEPT]
        if not many:
            return
        self.stage = "rehearsals"
        bearing = self._bearing(known, many)
        self.notes += [f"{k}: not all that it changes can be put back, so its variants were timed in whole runs alone"
                       for k in many if k not in bearing and not self.clock.is_over]  # fmt: skip
        entries = [(k, v) for k in bearing for v in self.field.alive[k]]
        told: dict[Entry, float] = {}
        for trial in self._tried(known, entries, self._rehearsal) if entries else ():
            told |= ratios(trial.launches)
            self.rehearsed |= {(l.kernel, l.variant) for l in trial.launches if l.rehearsed}
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

    def measured(self, variants: Mapping[str, tuple[int, ...]], seed: int, is_final: bool) -> dict[Entry, Sizes]:
        """Runs variants of all kernels together. Their order in a run is the program's own affair."""
        del seed
        assert self._known is not None, "the original was run"

        def together(entries: Sequence[Entry]) -> Trial:
            kernels = dict.fromkeys(k for k, _ in entries)
            return self._run({k: tuple(v for n, v in entries if n == k) for k in kernels})

        found: dict[Entry, Sizes] = {}
        for trial in self._tried(self._known, [(k, v) for k, vs in variants.items() for v in vs], together):
            found |= self._timed(trial, variants)
        return found

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
            # What ends otherwise may have been the machine's fault; wrong results are the variant's.
            if trial.code != known.first.code and not trial.hung and not known.fault(second := attempt(entries)):
                yield second
            else:
                self.drop(suspects[0], why)
        elif not self.clock.is_over:
            for half in halves(suspects):
                yield from self._tried(known, half, attempt)

    def _together(self, known: Reference, choices: Sequence[KernelChoice]) -> tuple[list[KernelChoice], bool]:
        """What was chosen, run together: it counts only if that gives the original's results."""
        asked = {c.kernel: (c.variant,) for c in choices if c.variant}
        if not asked:
            return list(choices), True
        self.stage = "what was chosen, together"
        if not known.fault(self._run(asked)):
            return list(choices), True
        return _originals_of(choices, "together with what was chosen for other kernels, its results were wrong"), False


def _originals_of(choices: Sequence[KernelChoice], why: str) -> list[KernelChoice]:
    return [KernelChoice(c.kernel, ORIGINAL, "", c.original, c.original, why) if c.variant else c for c in choices]
