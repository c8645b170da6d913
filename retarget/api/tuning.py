"""Programs tuned: built with variants, run on the device at hand, or compared by the compiler's figures."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from retarget import __version__
from retarget.api.choices import Choice, program_key, request_of
from retarget.api.device_choice import DeviceChoice
from retarget.api.inputs import Inputs
from retarget.api.verifying import patterns
from retarget.capture.contents import MEMORY
from retarget.errors import Error
from retarget.schedule import proved, scheduling
from retarget.system import cache
from retarget.targets.amd.architecture import TargetId, target_id
from retarget.targets.amd.compiler import find_compiler, known_architectures, require_known
from retarget.targets.cpu.same_output import TIMES, TOLERANCE, Judge
from retarget.targets.platform import Platform
from retarget.targets.registry import target_of
from retarget.targets.target import Target
from retarget.translation.walk import Request
from retarget.tuning import by_figures, measurements
from retarget.tuning.aside import set_aside
from retarget.tuning.builder import Made
from retarget.tuning.by_runs import Tuning
from retarget.tuning.contest import RunBudget
from retarget.tuning.process import standard_input
from retarget.tuning.program import BuiltProgram, built
from retarget.tuning.record import CAPTURES, Judged
from retarget.tuning.trial import RunCommand
from retarget.tuning.tuned import Tuned

Tell = Callable[[str], None]


class Trials(Struct, frozen=True):
    """How a program runs while it is tuned, and how its runs are judged.

    arguments: of the program; with a build, the whole command that runs it. build: the project's own build, done in a
    copy with variants. compare: output files that are compared. check: a command that judges a run by its exit code.
    tolerance: relative, of printed numbers with a fraction. ignore: regular expressions of lines that are not compared.
    compare_times: compare numbers on lines that look like times too. budget: seconds for all runs; limit: for one.
    variants: of each kernel, 0 for all; seed: of what is drawn at random. On captured launches alone: search: one of
    Kernel Tuner's strategies; capture: the folder of a capture, instead of a run of the program; memory: bytes of the
    program's that a capture holds at most; devices, dask: where launches are replayed: `all` GPUs of this machine or
    some, by numbers with commas between them; those of the workers of a Dask scheduler at this address, too.
    """

    arguments: tuple[str, ...] = ()
    build: str = ""
    compare: tuple[str, ...] = ()
    check: str = ""
    tolerance: float = TOLERANCE
    ignore: tuple[str, ...] = ()
    compare_times: bool = False
    budget: float | None = None
    limit: float | None = None
    variants: int = 48
    seed: int = 1
    search: str | None = None
    capture: str = ""
    memory: int = MEMORY
    devices: str = ""
    dask: str = ""

    @property
    def device_choice(self) -> DeviceChoice:
        return DeviceChoice(self.devices, self.dask)

    @property
    def plan(self) -> RunBudget:
        return RunBudget(self.budget, self.limit, self.seed)

    def refuse(self, target: Target) -> None:
        """Raises Error for what does not go together, or cannot be read."""
        patterns(self.ignore)
        _ = self.device_choice
        if self.build and target.runs_here:
            both = f"--build-command and --to {target.name} contradict each other"
            raise Error(both, "retarget builds by itself there")
        if self.build and not self.arguments:
            raise Error("with --build-command, give the command that runs the program behind --")


class Prepared(Struct, frozen=True):
    """A program that was built with variants of its kernels, for a device at hand."""

    inputs: Inputs
    request: Request
    platform: Platform
    built: BuiltProgram
    trials: Trials

    @classmethod
    def of(cls, inputs: Inputs, target: Target, platform: Platform, trials: Trials, step: Tell) -> Prepared:
        """Raises Untunable, MissingTool, InputError, DoesNotBuild."""
        trials.refuse(target)
        request = request_of(inputs, platform.architecture)
        made = built(request, target, platform, trials.variants, trials.seed, trials.build, step)
        return cls(inputs, request, platform, made, trials)

    @property
    def files(self) -> list[Path]:
        """The files that its runs write, which are set aside meanwhile."""
        return [Path(self._command().folder) / output for output in self.trials.compare]

    def tuned(self, tell: Callable[[Tuning], None], warn: Tell) -> tuple[Tuned, Choice]:
        """Runs it until the choice is made, and keeps that. Raises Untunable, CannotStart, Unusable."""
        command, trials, text = self._command(), self.trials, program_key(self.request)
        judge = Judge(trials.tolerance, patterns(trials.ignore), times=None if trials.compare_times else TIMES)
        name = measurements.tuning_key(text, *self.platform.key, *circumstances(self.trials, command, self.request))
        with (
            set_aside(self.files, cache.cache_folder(), warn),
            measurements.opened(cache.cache_folder(), name) as known,
        ):
            done = Tuning(
                command=command, variants=self.built.program.variants, judge=judge, plan=trials.plan, memory=known,
                tell=tell, notes=list(self.built.notes),
            ).tuned()  # fmt: skip
            how = Judged(
                shlex.join(command.words), trials.compare, trials.check, trials.tolerance, trials.ignore,
                trials.compare_times,
            )  # fmt: skip
            choice = Choice(self.inputs, done.record(self.platform, self.built.costs, how))
            known.add_record(text, choice.record)
        if done.verified and done.compared and choice.schedules:
            proved.remember(scheduling.program_key(choice.request()), self.platform.target, cache.cache_folder())
        return done, choice

    def _command(self) -> RunCommand:
        return run_command(self.inputs, self.trials, self.built.made)


def run_command(inputs: Inputs, trials: Trials, made: Made) -> RunCommand:
    """How to run a program: by arguments, or, with a build of the user's, by a whole command."""
    if made.executable is None:
        command = RunCommand(trials.arguments, str(made.folder))
    else:
        name = f"./{Path(inputs.inputs()[0]).stem}"
        command = RunCommand((name, *trials.arguments), str(Path.cwd()), made.executable)
    command = replace(command, environment=made.environment, given=standard_input())
    return replace(command, outputs=trials.compare, check=trials.check)


def circumstances(trials: Trials, command: RunCommand, request: Request) -> Iterator[str]:
    """What results depend on besides the program, the device and the compiler: how it is run and judged, by which
    version of ours, and the files that the command names, or those of the project that is built."""
    yield from (__version__, str(Path.cwd()), *command.words, *command.outputs, command.check, trials.build)
    yield repr((trials.tolerance, trials.ignore, trials.compare_times, trials.limit))
    if command.given:
        yield measurements.tuning_key(command.given.decode("latin-1"))
    files = [Path(command.folder) / w for w in command.words[1:]]
    if trials.build:
        files += sorted(Path(request.root).rglob("*"))
    yield from (f"{f}{cache.stamp(str(f))}" for f in files if f.is_file())


def tune(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    to: str | Target = "amd",
    trials: Trials | None = None,
    *,
    by: Literal["captures", "runs"] | None = None,
    tell: Tell = lambda _: None,
) -> Choice:
    """Compares variants of a program's kernels on the device at hand; the fastest that are right are kept.

    by: on launches captured from one run of the program, or on whole runs; by default on captures where launches of the
    target's programs can be captured. tell: hears what is being done, and what speaks against times measured there.
    Raises Untunable, CannotStart, Unusable, MissingTool, DeviceError, InputError, DoesNotBuild.
    """
    inputs, target = Inputs.of(given), target_of(to)
    on_captures = by == CAPTURES or (by is None and target.tools().captures)
    if on_captures and not target.tools().captures:
        raise Error(f"launches of programs for {target.name} are not captured: tune by runs")
    platform = find_platform(target)
    for concern in platform.concerns:
        tell(concern)
    with measurements.alone(cache.cache_folder(), platform.unit):
        if on_captures:
            from retarget.api.capture_tuning import PreparedProgram  # noqa: PLC0415  (optional libraries, and slow to import)

            program = PreparedProgram.of(inputs, target, platform, trials or Trials(), tell)
            return program.tuned(lambda _: None, tell, tell)[1]
        prepared = Prepared.of(inputs, target, platform, trials or Trials(), tell)
        return prepared.tuned(lambda _: None, tell)[1]


def find_platform(target: Target) -> Platform:
    """The device at hand. Raises Error where nothing runs there, MissingTool, DeviceError."""
    find = target.tools().platform
    if find is None:
        raise Error(f"--to {target.name}: retarget runs no programs there")
    return find(True)


def tune_by_figures(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    architecture: str = "gfx90a",
    variants: int = 48,
    tell: Tell = lambda _: None,
) -> tuple[list[by_figures.Favoured], TargetId, Choice]:
    """Compiles variants of a program's kernels for an architecture of AMD's, compares their figures, and keeps those
    that are worse in nothing; runs nothing. Raises Untunable, Unusable, MissingTool, InputError,
    UnknownArchitecture."""
    inputs, compiler = Inputs.of(given), find_compiler()
    target = target_id(architecture, known_architectures(compiler))
    require_known(compiler, (target,))
    request = request_of(inputs, str(target))
    found = by_figures.choose(request, target, variants, tell)
    record = by_figures.record(found, target, f"{compiler.path} {compiler.label}")
    key = program_key(request)
    with measurements.opened(cache.cache_folder(), measurements.tuning_key(key, str(target), __version__)) as known:
        known.add_record(key, record)
    return found, target, Choice(inputs, record)
