"""Programs on the host: run once, run in many orders, or run beside their original."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from retarget.cli import report
from retarget.cli.host_options import HostOptions, patterns
from retarget.cli.sources import Sources
from retarget.schedule import proved
from retarget.source.flags import Flags
from retarget.system import exits
from retarget.system.cache import cache_folder
from retarget.system.terminal import terminal
from retarget.targets.amd.architecture import architecture
from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compare import Judge, first_difference, read_trace, varying
from retarget.targets.cpu.compiler import BuildFailed, find_host_compiler
from retarget.targets.cpu.layout import Language, host_layout
from retarget.targets.cpu.located import located
from retarget.targets.cpu.run import Conditions, captured, passed_through
from retarget.targets.cpu.verdict import Run, Verdict, told
from retarget.translate.emit import Layout
from retarget.translate.file import Options
from retarget.translate.hip import HIP
from retarget.translate.merge import Program
from retarget.translate.walk import Request, Sample, flags_of, translate_program

_LABEL = {Language.HIP: "translated", Language.CUDA: "original"}
_BASE_RUNS = 3  # of the original: what differs among them is no fault of the translation


def carry_out(what: str, sources: Sources, host: HostOptions, arguments: Sequence[str], as_json: bool) -> int:
    """`run` or `verify`: translates, builds, runs. Returns the exit code of the command."""
    layout = host_layout(sources.folder(), sources.inputs(), Language.HIP)
    judge = Judge(host.tolerance, patterns(host.ignore))
    request = sources.request(Options((architecture("gfx90a"),)))
    if host.variants is not None:
        request = replace(request, variants=Sample(host.variants, host.seed))
    flags = flags_of(request)
    program = _program(request, layout)
    for text in report.shown(program, sources.verbose):
        click.echo(text, err=True)
    if program.failed:
        return exits.TRANSLATION
    translated = _built(program, sources, flags, Language.HIP, host.sanitize)
    words = (f"./{Path(sources.inputs()[0]).stem}", *arguments)  # programs print their name, and look for files by it
    first = Conditions(int(host.wave), check=host.sanitize, limit=host.limit)
    if what == "run" and not host.shuffle:
        sys.stdout.flush()
        return passed_through(translated, words, first)
    runner = _Runner(words, host)
    plan = [("translated", translated, c) for c in _orders(first, host)]
    if what == "run":
        with _progress(len(plan)) as advance:
            runs = [runner.run(*one, advance) for one in plan]
        sys.stdout.write(runs[0].outcome.stdout.decode(errors="surrogateescape"))
        sys.stdout.flush()
        sys.stderr.write(runs[0].outcome.stderr.decode(errors="replace"))
        return told(runs[0], [_judged(runs[0], r, judge, host) for r in runs[1:]], as_json)
    plan = [one for c in plan for one in _variants(*c, program)]
    original = _built(program, sources, flags, Language.CUDA, False)
    alone = replace(first, wave=32, check=False)
    with _progress(len(plan) + _BASE_RUNS) as advance:
        base = [runner.run("original", original, alone, advance) for _ in range(_BASE_RUNS)]
        runs = [runner.run(*one, advance) for one in plan]
    unsteady = varying(r.outcome.stdout for r in base)
    steady = replace(judge, varying=unsteady)
    verdicts = [_judged(base[0], r, steady, host) for r in runs]
    code = told(base[0], verdicts, as_json, len(unsteady))
    _tell_variants(verdicts, program)
    untried = _untried(runs, program)
    _tell_untried(untried)
    if code == exits.OK and program.scheduled and not untried:
        proved.remember(program.scheduled, proved.HOST, cache_folder())
    return code


def _tell_variants(verdicts: Sequence[Verdict], program: Program) -> None:
    """What the variants are that differ."""
    for number in sorted({v.run.conditions.variant for v in verdicts if not v.ok and v.run.conditions.variant}):
        for kernel, schedules in program.variants.items():
            click.echo(f"variant {number} of {kernel}: {schedules[(number - 1) % len(schedules)]}", err=True)


def _untried(runs: Sequence[Run], program: Program) -> list[str]:
    """The kernels of whose schedules nothing was seen: they ran as they were, each time."""
    ran = {step.kernel.partition(" [")[0].rpartition("::")[2] for run in runs for step in run.trace}
    return sorted(kernel for kernel, form in program.coarsened.items() if form not in ran)


def _tell_untried(kernels: Sequence[str]) -> None:
    for kernel in kernels:
        why = "none fits it, or above() leaves them to the original"
        click.echo(f"no launch of {kernel} ran by its schedule, so nothing is compared of that: {why}", err=True)


def _program(request: Request, layout: Layout) -> Program:
    if not request.schedules and request.variants is None:
        return translate_program(request, HIP, layout.spelling)
    from retarget.schedule.walk import scheduled_program  # noqa: PLC0415  (symbolic algebra is slow to import)

    return scheduled_program(request, HIP, layout.spelling)


def _variants(label: str, executable: str, c: Conditions, program: Program) -> Iterator[tuple[str, str, Conditions]]:
    """The run of the original kernels, and those of every variant."""
    yield label, executable, c
    most = max(map(len, program.variants.values()), default=0)
    yield from ((f"variant {at}", executable, replace(c, variant=at)) for at in range(1, most + 1))


def _orders(first: Conditions, host: HostOptions) -> Iterator[Conditions]:
    """Both widths, the one asked for first; then each in random orders."""
    widths = (first.wave, 96 - first.wave)
    yield from (replace(first, wave=w) for w in widths)
    for seed in range(host.seed, host.seed + host.shuffle):
        yield from (replace(first, wave=w, seed=seed) for w in widths)


def _built(program: Program, sources: Sources, flags: Mapping[str, Flags], language: Language, check: bool) -> str:
    """The executable; where the build fails, tells the compiler's messages at the user's lines, and exits."""
    layout = host_layout(sources.folder(), sources.inputs(), language)
    try:
        with terminal(stderr=True).status(f"building ({language})"):
            return executable(find_host_compiler(), HostBuild(program, layout, flags, language, check))
    except BuildFailed as failure:
        click.echo(f"the {_LABEL[language]} program does not build for the host", err=True)
        click.echo("\n".join(located(failure, program)), err=True)
        raise SystemExit(exits.BUILD) from None


@dataclass(frozen=True)
class _Runner:
    words: tuple[str, ...]
    host: HostOptions

    def run(self, label: str, program: str, conditions: Conditions, advance: Callable[[], None]) -> Run:
        with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
            trace = Path(folder) / "trace"
            outcome = captured(program, self.words, replace(conditions, trace=trace))
            steps = read_trace(trace.read_text()) if trace.exists() else ()
        files = tuple(_contents(Path(name)) for name in self.host.outputs)
        advance()
        return Run(label, conditions, outcome, files, steps)


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        return f"{path}: {error.strerror}".encode()


def _judged(base: Run, run: Run, judge: Judge, host: HostOptions) -> Verdict:
    found = list(judge.differences(base.outcome.stdout, run.outcome.stdout))
    exact = replace(judge, varying={})
    for a, b in zip(base.files, run.files, strict=True):
        found += exact.differences(a, b)
    code = base.outcome.code != run.outcome.code
    return Verdict(run, tuple(found), first_difference(base.trace, run.trace), code)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=total, label="running", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
