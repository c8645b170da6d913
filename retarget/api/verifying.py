"""Programs run on this machine: as translated, in many orders, with variants, and beside their original."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.api.inputs import Inputs
from retarget.errors import DoesNotBuild, Error
from retarget.schedule import proved
from retarget.source.flags import Flags
from retarget.source.text import Severity
from retarget.system import exits
from retarget.system.cache import cache_folder
from retarget.targets.amd.architecture import architecture
from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compiler import BuildFailed, find_host_compiler
from retarget.targets.cpu.layout import Language, host_layout
from retarget.targets.cpu.located import located
from retarget.targets.cpu.run import Conditions, captured, is_captured, passed_through
from retarget.targets.cpu.same_output import TOLERANCE, Difference, Judge, first_difference, read_trace, varying
from retarget.targets.cpu.target import CPU
from retarget.targets.cpu.verdict import HostRun, Verdict
from retarget.translation.file import Options
from retarget.translation.merge import Program
from retarget.translation.severities import Level, Suppressed, levelled
from retarget.translation.walk import Draw, flags_of, translate_program
from retarget.tuning.aside import set_aside

BASE_RUNS = 3  # of the original: what differs among them is no fault of the translation
_MORE_RUNS = 4  # where something else differs: a time, say, may have been the same in those by chance
_LABEL = {Language.HIP: "translated", Language.CUDA: "original"}
Advance = Callable[[], None]  # is called behind each run


class Untranslated(Error):
    """A program has no translation that could run; its diagnostics say why."""

    code = exits.TRANSLATION


class Runs(Struct, frozen=True):
    """How a program runs on this machine, and how its runs are compared.

    arguments: of the program. wave: lanes of a wave, 32 or 64. shuffle: how many random orders of threads and blocks,
    in both widths, from `seed` on. sanitize: find faults of memory and barriers, and data races. limit: seconds for a
    run. outputs: files that it writes, which are compared too. ignore: regular expressions of lines that may differ.
    tolerance: relative. variants: how many variants of each kernel run too, their granularity changed; 0: all of them.
    """

    arguments: tuple[str, ...] = ()
    wave: int = 64
    shuffle: int = 0
    seed: int = 1
    sanitize: bool = False
    limit: float | None = None
    outputs: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    tolerance: float = TOLERANCE
    variants: int | None = None


class Verification(Struct, frozen=True):
    """Runs beside one that they are measured by. unsteady: lines that differ between runs of the original itself, whose
    numbers that vary are not compared; untried: kernels of whose schedules nothing was seen."""

    program: Program
    base: HostRun
    verdicts: tuple[Verdict, ...]
    unsteady: int = 0
    untried: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all runs ended, and gave the same."""
        return not self.base.result.hung and all(v.ok for v in self.verdicts)

    @property
    def code(self) -> int:
        """Of `retarget.system.exits`; the program's own where it ran by itself."""
        if self.base.result.hung or any(v.run.result.hung for v in self.verdicts):
            return exits.HUNG
        if self.ok:
            return exits.OK if self.base.label == _LABEL[Language.CUDA] else self.base.result.code
        return exits.DIFFERENT


class HostProgram(Struct, frozen=True):
    """A program that is translated, to be built and run on this machine."""

    inputs: Inputs
    program: Program
    flags: Mapping[str, Flags]
    runs: Runs
    suppressed: tuple[Suppressed, ...] = ()
    _built: dict[tuple[Language, bool], str] = field(default_factory=dict)  # the executables that were asked for

    @classmethod
    def of(cls, given: Inputs, runs: Runs, levels: Sequence[Level] = ()) -> HostProgram:
        """Translates a program. levels: how severe rules are. Raises InputError, MissingTool, BadSchedule."""
        layout = host_layout(given.folder(), given.inputs(), Language.HIP)
        request = given.request(Options((architecture("gfx90a"),)))
        if runs.variants is not None:
            request = replace(request, variants=Draw(runs.variants, runs.seed))
        if request.schedules or request.variants is not None:
            from retarget.schedule.scheduling import scheduled_program  # noqa: PLC0415  (symbolic algebra is slow to import)

            program = scheduled_program(request, CPU.translation, layout.spelling)
        else:
            program = translate_program(request, CPU.translation, layout.spelling)
        program, suppressed = levelled(program, levels)
        return cls(given, program, flags_of(request), runs, suppressed)

    @property
    def first(self) -> Conditions:
        """How its translation runs if nothing else is asked."""
        return Conditions(self.runs.wave, check=self.runs.sanitize, limit=self.runs.limit)

    @property
    def count(self) -> int:
        """How many runs a verification takes."""
        return BASE_RUNS + len(self.plan(""))

    def once(self) -> int:
        """Runs it with this process's own input and outputs; returns its exit code. Raises DoesNotBuild."""
        made = self.built(Language.HIP, is_recorded=is_captured())
        return passed_through(made, self._words, self.first)

    def shuffled(self, advance: Advance = lambda: None) -> Verification:
        """Runs it in many orders, each beside the first. Raises DoesNotBuild."""
        made = self.built(Language.HIP)
        runs = [self._run(_LABEL[Language.HIP], made, c, advance) for c in self.orders()]
        judge = Judge(self.runs.tolerance, patterns(self.runs.ignore))
        verdicts = tuple(_judged(runs[0], run, judge) for run in runs[1:])
        return Verification(self.program, runs[0], verdicts)

    def verified(self, advance: Advance = lambda: None) -> Verification:
        """Runs it, and its variants, beside the original; remembers that results are the same where they are. Raises
        DoesNotBuild."""
        plan, original = self.plan(self.built(Language.HIP)), self.built(Language.CUDA)
        alone = replace(self.first, wave=32, check=False)
        with set_aside([Path(o) for o in self.runs.outputs], cache_folder(), lambda _: None):
            base = [self._run(_LABEL[Language.CUDA], original, alone, advance)]
            if base[0].result.hung:
                return Verification(self.program, base[0], ())  # there is nothing to compare with
            base += [self._run(_LABEL[Language.CUDA], original, alone, advance) for _ in range(BASE_RUNS - 1)]
            self._refuse_unwritten(base[0])
            runs = [self._run(*one, advance) for one in plan]
            unsteady, verdicts = self._judged(base, runs)
            if any(v.differences for v in verdicts):
                base += [self._run(_LABEL[Language.CUDA], original, alone, lambda: None) for _ in range(_MORE_RUNS)]
                unsteady, verdicts = self._judged(base, runs)
        found = Verification(self.program, base[0], verdicts, unsteady, _untried(runs, self.program))
        if found.code == exits.OK and self.program.scheduled and not found.untried:
            proved.remember(self.program.scheduled, proved.HOST, cache_folder())
        return found

    def _judged(self, base: Sequence[HostRun], runs: Sequence[HostRun]) -> tuple[int, tuple[Verdict, ...]]:
        """How many lines vary among runs of the original, and what the others have otherwise."""
        unsteady = varying(r.result.stdout for r in base)
        steady = Judge(self.runs.tolerance, patterns(self.runs.ignore), varying=unsteady)
        return len(unsteady), tuple(_judged(base[0], run, steady) for run in runs)

    def built(self, language: Language, is_recorded: bool = False) -> str:
        """The executable; is_recorded: `retarget capture` takes its launches down. Raises DoesNotBuild, MissingTool."""
        if (language, is_recorded) not in self._built:
            self._built[language, is_recorded] = self._build(language, is_recorded)
        return self._built[language, is_recorded]

    def _build(self, language: Language, is_recorded: bool) -> str:
        layout = host_layout(self.inputs.folder(), self.inputs.inputs(), language)
        check = self.runs.sanitize and language is Language.HIP
        try:
            build = HostBuild(self.program, layout, self.flags, language, check, is_recorded=is_recorded)
            return executable(find_host_compiler(), build)
        except BuildFailed as failure:
            said = "\n".join(located(failure, self.program))
            raise DoesNotBuild(f"the {_LABEL[language]} program does not build for the host", said) from None

    @property
    def _words(self) -> tuple[str, ...]:
        """Programs print their name, and look for files by it."""
        return (f"./{Path(self.inputs.inputs()[0]).stem}", *self.runs.arguments)

    def plan(self, made: str) -> list[tuple[str, str, Conditions]]:
        """The runs of the original kernels, and those of every variant: label, executable, conditions."""
        most = max(map(len, self.program.variants.values()), default=0)
        return [
            (f"variant {at}" if at else _LABEL[Language.HIP], made, replace(c, variant=at) if at else c)
            for c in self.orders()
            for at in range(most + 1)
        ]

    def orders(self) -> Iterator[Conditions]:
        """Both widths, the one asked for first; then each in random orders."""
        first, runs = self.first, self.runs
        widths = (first.wave, 96 - first.wave)
        yield from (replace(first, wave=w) for w in widths)
        for seed in range(runs.seed, runs.seed + runs.shuffle):
            yield from (replace(first, wave=w, seed=seed) for w in widths)

    def _refuse_unwritten(self, base: HostRun) -> None:
        for name, held in zip(self.runs.outputs, base.files, strict=True):
            if held is None and not base.result.code:
                raise Error(f"the original writes no file {name}, which is to be compared", "name one that it writes")

    def _run(self, label: str, program: str, conditions: Conditions, advance: Advance) -> HostRun:
        with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
            trace = Path(folder) / "trace"
            for name in self.runs.outputs:  # another run's
                Path(name).unlink(missing_ok=True)
            outcome = captured(program, self._words, replace(conditions, trace=trace))
            steps = read_trace(trace.read_text()) if trace.exists() else ()
        files = tuple(_contents(Path(name)) for name in self.runs.outputs)
        advance()
        return HostRun(label, conditions, outcome, files, steps)


def verify(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    runs: Runs | None = None,
    advance: Advance = lambda: None,
    levels: Sequence[Level] = (),
) -> Verification:
    """Runs a program on this machine, as it came and translated, in both widths of a wave, and compares what they give.
    levels: how severe rules are. Raises InputError, MissingTool, Untranslated, DoesNotBuild."""
    made = HostProgram.of(Inputs.of(given), runs or Runs(), levels)
    if made.program.failed:
        errors = (d.message for d in made.program.diagnostics if d.severity is Severity.ERROR)
        raise Untranslated(next(errors, "it has no translation"))
    return made.verified(advance)


def patterns(given: Iterable[str]) -> tuple[re.Pattern[bytes], ...]:
    """Regular expressions. Raises Error for what is none."""
    try:
        return tuple(re.compile(p.encode()) for p in given)
    except re.error as error:
        raise Error(f"--ignore: no regular expression: {error}", "write \\( for a bracket") from None


def _untried(runs: Sequence[HostRun], program: Program) -> tuple[str, ...]:
    """The kernels of whose schedules nothing was seen: they ran as they were, each time."""
    ran = {step.kernel.partition(" [")[0].rpartition("::")[2] for run in runs for step in run.trace}
    return tuple(sorted(kernel for kernel, form in program.coarsened.items() if form not in ran))


def _contents(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _judged(base: HostRun, run: HostRun, judge: Judge) -> Verdict:
    found = list(judge.differences(base.result.stdout, run.result.stdout))
    exact = replace(judge, varying={})
    for a, b in zip(base.files, run.files, strict=True):
        if (a is None) != (b is None):
            found.append(Difference(0, *("no file" if held is None else "a file" for held in (a, b))))
        found += exact.differences(a or b"", b or b"")
    code = base.result.code != run.result.code
    return Verdict(run, tuple(found), first_difference(base.trace, run.trace), code)
