"""Programs tuned on launches that are captured from them: one run to capture, replays to choose, runs to confirm."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.api.choices import Choice, program_key, request_of
from retarget.api.device_places import device_places
from retarget.api.inputs import Inputs
from retarget.api.tuning import Trials, circumstances, run_command
from retarget.api.verifying import patterns
from retarget.capture.folder import CaptureFolder, opened
from retarget.capture.injected_run import NothingCaptured, Run, captured, timed
from retarget.schedule import proved, scheduling
from retarget.schedule.form.subject import Subject
from retarget.schedule.schedule import read_schedules
from retarget.schedule.scheduling import Kernels, kernels, scheduled_program
from retarget.system import cache
from retarget.targets.cpu.same_output import TIMES, Judge
from retarget.targets.platform import Platform
from retarget.targets.target import Target
from retarget.translation.merge import Program
from retarget.translation.walk import Request, translate_program
from retarget.tuning import measurements
from retarget.tuning.aside import set_aside
from retarget.tuning.builder import TUNED, Builder, Made
from retarget.tuning.by_captures import CaptureTuning
from retarget.tuning.choice import KernelChoice
from retarget.tuning.confirming import ChosenBuild, Confirming, TimedRun
from retarget.tuning.judge import ending
from retarget.tuning.kernel.bench_worker import DevicePlace
from retarget.tuning.kernel.compiled import VariantCompiler
from retarget.tuning.kernel.module import KernelRequest, ModuleCompiler
from retarget.tuning.kernel.search import searching
from retarget.tuning.record import Judged
from retarget.tuning.trial import RunCommand, Trial, run
from retarget.tuning.tuned import Tuned, Untunable

_PATIENCE = 10  # times the original's duration, and seconds besides, that a run may take
_INSTEAD = "--by runs measures whole runs of the program instead"
Tell = Callable[[str], None]


class PreparedProgram(Struct, frozen=True):
    """A program whose kernels are known, and which was built as it is, where it runs."""

    inputs: Inputs
    request: Request
    target: Target
    platform: Platform
    found: Kernels
    trials: Trials
    builder: Builder
    made: Made | None

    @classmethod
    def of(cls, inputs: Inputs, target: Target, platform: Platform, trials: Trials, step: Tell) -> PreparedProgram:
        """Raises Untunable, MissingTool, InputError, DoesNotBuild."""
        trials.refuse(target)
        tools = target.tools()
        assert tools.bindings, "a target whose kernels can be launched alone"
        tools.bindings()
        request = request_of(inputs, platform.architecture)
        step("looking for kernels")
        found = kernels(request)
        if not found.subjects:
            raise Untunable(f"there is no kernel in it{scheduling.unread_units(found.units)}: name the files that "
                            "define kernels too")  # fmt: skip
        builder = Builder(request, target, platform, trials.build)
        if trials.capture:
            return cls(inputs, request, target, platform, found, trials, builder, None)
        step("building the program")
        made = builder.made(lambda layout: translate_program(request, target.translation, layout.spelling))
        return cls(inputs, request, target, platform, found, trials, builder, made)

    @property
    def program(self) -> Program | None:
        """As it was built, with what there is to say of it."""
        return self.made.program if self.made else None

    def tuned(self, tell: Callable[[CaptureTuning], None], warn: Tell, step: Tell) -> tuple[Tuned, Choice]:
        """Chooses, and keeps the choice. step: hears what is being done between races. Raises Untunable, CannotStart,
        NothingCaptured, Unusable, DoesNotBuild, MissingTool, DeviceError."""
        done, how = self._on_capture(tell, warn) if self.made is None else self._on_run(self.made, tell, warn, step)
        text, folder = program_key(self.request), cache.cache_folder()
        choice = Choice(self.inputs, done.record(self.platform, done.costs, how))
        with measurements.opened(folder, measurements.tuning_key(text, *self.platform.key, "choice")) as known:
            known.add_record(text, choice.record)
        if done.verified and done.compared and choice.schedules and done.confirmation:
            proved.remember(scheduling.program_key(choice.request()), self.platform.target, folder)
        return done, choice

    def _on_capture(self, tell: Callable[[CaptureTuning], None], warn: Tell) -> tuple[Tuned, None]:
        """On a capture that is there."""
        folder = opened(Path(self.trials.capture))
        with (
            self._memory("capture", str(folder.folder.resolve()), repr(cache.stamp(str(folder.folder)))) as known,
            self._places(folder.folder, warn) as places,
        ):
            done = self._raced(folder, known, tell, self.trials.budget, places)
        note = "no program ran with what was chosen: it was judged on captured launches alone"
        return replace(done, notes=(*done.notes, note)), None

    def _on_run(
        self, made: Made, tell: Callable[[CaptureTuning], None], warn: Tell, step: Tell
    ) -> tuple[Tuned, Judged]:
        trials = self.trials
        command = run_command(self.inputs, trials, made)
        judge = Judge(trials.tolerance, patterns(trials.ignore), times=None if trials.compare_times else TIMES)
        files = [Path(command.folder) / output for output in trials.compare]
        place = self.builder.folder("capture")
        with (
            set_aside(files, cache.cache_folder(), warn),
            self._memory(*circumstances(trials, command, self.request)) as known,
            self._places(place, warn) as places,
        ):
            step("running the program, to capture launches")
            folder, first = self._captured(command, place)
            try:
                done = self._raced(folder, known, tell, _budget(trials, first), places)
            finally:
                shutil.rmtree(place, ignore_errors=True)
            limit = trials.limit or _PATIENCE * (1 + first.seconds)
            confirming = Confirming(
                [first], lambda: self._timed(command, limit), lambda some: self._tried(some, limit), judge, step
            )
            confirmed = confirming.confirmed(done.choices, done.exact)
        compared = confirmed.reference.compared + bool(trials.check)
        notes = (*confirmed.reference.notes, *done.notes)
        if confirmed.confirmation is None and any(c.variant for c in confirmed.choices) and any(
            s.ms for s in done.shares
        ):
            notes += ("no time of the program's kernels was recorded with what was chosen: only captured launches say "
                      "that it is faster",)  # fmt: skip
        how = Judged(
            shlex.join(command.words), trials.compare, trials.check, trials.tolerance, trials.ignore,
            trials.compare_times, confirmed.reference.unsteady,
        )  # fmt: skip
        done = replace(
            done, choices=confirmed.choices, verified=done.verified and confirmed.verified, runs=1 + confirmed.runs,
            compared=compared or done.compared, confirmation=confirmed.confirmation, notes=notes,
            unsteady=confirmed.reference.unsteady,
        )  # fmt: skip
        return done, how

    @contextmanager
    def _memory(self, *parts: str) -> Iterator[measurements.Memory]:
        name = measurements.tuning_key(program_key(self.request), *self.platform.key, "captures", *parts)
        with measurements.opened(cache.cache_folder(), name) as known:
            yield known

    def _places(self, capture: Path, warn: Tell) -> AbstractContextManager[Sequence[DevicePlace]]:
        """Where launches replay: what is wrong with that shows before the program runs."""
        return device_places(self.trials.device_choice, self.target.tools(), self.platform, capture, warn)

    def _injected(self) -> Mapping[str, str]:
        injection = self.target.tools().injection
        assert injection, "a target whose launches are captured"
        return injection()

    def _captured(self, command: RunCommand, place: Path) -> tuple[CaptureFolder, Trial]:
        """Runs the original with the recorder in it. Raises NothingCaptured, Untunable."""
        trials: list[Trial] = []
        once = _noting(trials, command, self.trials.limit)
        shutil.rmtree(place, ignore_errors=True)
        try:
            folder, _ = captured(command.words, place, self._injected(), self.trials.memory, run=once)
        except NothingCaptured as error:
            if trials[0].hung:
                raise _endless(self.trials) from None
            if trials[0].code:
                raise Untunable(f"{error.what}; the program itself ended with {ending(trials[0])}") from None
            raise Untunable(error.what, _INSTEAD) from None
        (first,) = trials
        if first.hung:
            raise _endless(self.trials)
        if absent := [n for n, f in zip(command.outputs, first.files, strict=True) if f is None]:
            raise Untunable(f"the program does not write {absent[0]}, which --compare names")
        if first.objection:
            raise Untunable(f"{first.objection}. That was the original itself: the check has to accept it first")
        return folder, first

    def _raced(
        self, folder: CaptureFolder, known: measurements.Memory, tell: Callable[[CaptureTuning], None],
        budget: float | None, places: Sequence[DevicePlace],
    ) -> Tuned:  # fmt: skip
        trials = self.trials
        limit = trials.limit if trials.capture else None  # elsewhere it is that of a run
        tuning = CaptureTuning(
            capture=folder, found=self.found, limits=self.platform.limits, places=places, compiler=self._compiler,
            plan=replace(trials.plan, budget=budget, limit=limit), count=trials.variants, memory=known,
            search=searching(trials.search, trials.variants), tell=tell,
        )  # fmt: skip
        done = tuning.tuned()
        if not done.choices:
            reasons = "; ".join(f"{s.kernel} ({s.share:.0%}): {s.why}" for s in done.shares)
            raise Untunable(f"no kernel could be tuned on captured launches: {reasons}", _INSTEAD)
        return done

    def _compiler(self, subject: Subject) -> VariantCompiler:
        wanted = KernelRequest(self.request, self.found, subject, None, self.target, self.platform.architecture)
        return ModuleCompiler(wanted)

    def _timed(self, command: RunCommand, limit: float) -> TimedRun:
        trials: list[Trial] = []
        totals = timed(self._injected(), _noting(trials, command, limit))
        return TimedRun.of(trials[0], totals)

    def _tried(self, chosen: Sequence[KernelChoice], limit: float) -> ChosenBuild:
        """Builds the program with choices."""
        lines = [f"{c.kernel}: {c.schedule}" for c in chosen]
        request = replace(self.request, schedules=read_schedules(lines))
        made = self.builder.made(
            lambda layout: scheduled_program(request, self.target.translation, layout.spelling), TUNED
        )
        command = run_command(self.inputs, self.trials, made)
        return ChosenBuild(lambda: self._timed(command, limit), made.program.coarsened)


def _noting(trials: list[Trial], command: RunCommand, limit: float | None) -> Run:
    """Runs a program with more variables, and adds what came of it to `trials`."""

    def once(variables: Mapping[str, str]) -> int:
        environment = {**(command.environment or {}), **variables}
        trials.append(run(replace(command, environment=environment), {}, limit))
        return trials[-1].code

    return once


def _endless(trials: Trials) -> Untunable:
    return Untunable(f"the program did not end within {trials.limit} s", "give it longer with --limit")


def _budget(trials: Trials, first: Trial) -> float | None:
    """Seconds for the races: what the runs leave that are still to come. Raises Untunable."""
    if trials.budget is None:
        return None
    left = trials.budget - 3 * first.seconds
    if left <= 0:
        raise Untunable(f"a run takes {first.seconds:.2g} s, and a choice asks for two more: give it more with "
                        f"--budget, such as {4 * first.seconds + 60:.0f}s")  # fmt: skip
    return left
