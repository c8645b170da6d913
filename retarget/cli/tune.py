"""`retarget tune`, `retarget apply`, `retarget report`: options in, exit codes out."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Any

import click
from rich.console import Console

from retarget import __version__
from retarget.api.verifying import patterns
from retarget.cli import report
from retarget.cli.sources import Sources
from retarget.errors import OutputError
from retarget.schedule import proved, walk
from retarget.schedule.schedule import read_schedules
from retarget.source.reach import reached
from retarget.system import cache, exits, progress
from retarget.system.terminal import terminal
from retarget.targets.amd.architecture import UnknownArchitecture, architecture, target_id
from retarget.targets.amd.compiler import find_compiler, known_architectures, require_known
from retarget.targets.amd.target import AMD
from retarget.targets.cpu.compare import TIMES, Judge
from retarget.targets.platform import Platform
from retarget.targets.table import TARGETS
from retarget.targets.target import Target
from retarget.translate import emit
from retarget.translate.emit import Layout, Ledger, Place
from retarget.translate.file import Options
from retarget.translate.merge import Program
from retarget.translate.walk import Request, flags_of, roots_of
from retarget.tune import by_figures, measurements, show
from retarget.tune.aside import set_aside
from retarget.tune.by_runs import Tuned, Tuning
from retarget.tune.contest import Plan
from retarget.tune.process import standard_input
from retarget.tune.program import Built, built
from retarget.tune.refused import refused
from retarget.tune.told import Judged
from retarget.tune.trial import Command


@dataclass(frozen=True)
class Asked:
    """The options of `tune`, as given."""

    target: str
    build: str
    compare: tuple[str, ...]
    check: str
    tolerance: float
    ignore: tuple[str, ...]
    compare_times: bool
    budget: float | None
    limit: float | None
    variants: int
    seed: int
    as_json: bool
    report: str | None = None
    by: str = "runs"
    arch: str | None = None


def tune(asked: Asked, sources: Sources, words: Sequence[str]) -> int:
    """Tunes a program; returns the exit code."""
    console = terminal(stderr=True)
    sources.inputs()
    target = TARGETS[asked.target]
    if asked.build and target.runs_here:
        raise click.UsageError(f"--build and --to {target.name} contradict each other: retarget builds by itself there")
    if asked.report:
        refuse_page(asked.report, sources)
    if asked.by == measurements.BY_FIGURES:
        return _by_figures(asked, sources, words, console)
    if asked.arch:
        raise click.UsageError("--arch is for --by figures: the device at hand tells its own")
    if asked.build and not words:
        raise click.UsageError("with --build, give the command that runs the program behind --")
    platform = find_platform(target)
    request = request_of(sources, platform.architecture)
    for concern in platform.concerns:
        console.print(f"warning: {concern}")
    with measurements.alone(cache.cache_folder(), platform.unit):
        done, told = _tuned(asked, request, sources, platform, words, console)
    click.echo(json.dumps(told, indent=1)) if asked.as_json else show.result(done, platform.device, sources.verbose)
    if asked.report:
        write_page(told, sources, request, None, asked.report, False)
    return exits.OK


def _by_figures(asked: Asked, sources: Sources, words: Sequence[str], console: Console) -> int:
    """Chooses by what the compiler says, and remembers it; returns the exit code."""
    if asked.target != AMD.name:
        raise click.UsageError(f"--by figures and --to {asked.target}: figures are compared for AMD GPUs alone")
    given = (("--build", asked.build), ("--compare", asked.compare), ("--check", asked.check), ("--limit", asked.limit),
             ("--ignore", asked.ignore), ("--budget", asked.budget), ("what stands behind --", words))  # fmt: skip
    for name, value in given:
        if value:
            raise click.UsageError(f"--by figures runs nothing: leave out {name}")
    compiler = find_compiler()
    target = target_id(asked.arch or "gfx90a", known_architectures(compiler))
    require_known(compiler, (target,))
    request = request_of(sources, str(target))
    with progress.told("looking for variants") as tell:
        found = by_figures.choose(request, target, asked.variants, tell)
    told = by_figures.as_json(found, target, f"{compiler.path} {compiler.label}", time())
    key = program_key(request)
    with measurements.opened(cache.cache_folder(), measurements.named(key, str(target), __version__)) as known:
        known.add_choices(key, told)
    measured = measurements.last_choices(cache.cache_folder(), key, asked.target)
    click.echo(json.dumps(told, indent=1)) if asked.as_json else show.favoured(found, target)
    if measured and measured.get("by") != measurements.BY_FIGURES:
        console.print(f"`retarget apply` goes on to write what was measured on {measured.get('device')}")
    if asked.report:
        write_page(told, sources, request, None, asked.report, False)
    return exits.OK


def find_platform(target: Target) -> Platform:
    """The device at hand. Raises click.UsageError, MissingTool, DeviceError."""
    find = target.tools().platform
    if find is None:
        raise click.UsageError(f"--to {target.name}: retarget runs no programs there")
    return find(True)


def request_of(sources: Sources, wanted: str = "") -> Request:
    """wanted: the architecture that is tuned for; of those that are not AMD's nothing depends on it."""
    return sources.request(_options(wanted))


def _options(wanted: str) -> Options:
    name = wanted if wanted.startswith("gfx") else "gfx90a"
    try:
        return Options((architecture(name),))
    except UnknownArchitecture:  # in the table; the compiler may know it
        return Options((architecture(name, known_architectures(find_compiler())),))


def _tuned(
    asked: Asked, request: Request, sources: Sources, platform: Platform, words: Sequence[str], console: Console
) -> tuple[Tuned, dict[str, Any]]:
    judge = _judge(asked)
    with progress.told("looking for variants") as step:
        program = built(request, TARGETS[platform.target], platform, asked.variants, asked.seed, asked.build, step)
    for said in report.shown(program.program, sources.verbose):
        click.echo(said, err=True)
    command = _command(asked, sources, program, words)
    text = program_key(request)
    name = measurements.named(text, *platform.key, *_circumstances(asked, request, command))
    written = [Path(command.folder) / o for o in command.outputs]
    with (
        set_aside(written, cache.cache_folder(), console.print),
        measurements.opened(cache.cache_folder(), name) as known,
        show.live(console) as tell,
    ):
        plan = Plan(asked.budget, asked.limit, asked.seed)
        done = Tuning(
            command=command,
            variants=program.program.variants,
            judge=judge,
            plan=plan,
            memory=known,
            tell=tell,
            notes=list(program.notes),
        ).tuned()
        judged = Judged(shlex.join(command.words), asked.compare, asked.check, asked.tolerance, asked.ignore,
                             asked.compare_times)  # fmt: skip
        told = show.as_json(done, platform, program.costs, judged)
        known.add_choices(text, told)
    if done.verified and done.compared and any(c.schedule for c in done.choices):
        proved.remember(walk.named(_scheduled(told, request)), platform.target, cache.cache_folder())
    return done, told


def _judge(asked: Asked) -> Judge:
    """Raises click.UsageError."""
    return Judge(asked.tolerance, patterns(asked.ignore), times=None if asked.compare_times else TIMES)


def _circumstances(asked: Asked, request: Request, command: Command) -> Iterator[str]:
    """What results depend on besides the program, the device and the compiler: how it is run and judged, by which
    version of ours, and the files that the command names, or those of the project that is built."""
    yield from (__version__, str(Path.cwd()), *command.words, *command.outputs, command.check, asked.build)
    yield repr((asked.tolerance, asked.ignore, asked.compare_times, asked.limit))
    if command.given:
        yield measurements.named(command.given.decode("latin-1"))
    files = [Path(command.folder) / w for w in command.words[1:]]
    if asked.build:
        files += sorted(Path(request.root).rglob("*"))
    yield from (f"{f}{cache.stamp(str(f))}" for f in files if f.is_file())


def program_key(request: Request) -> str:
    """The digest of a program's text and flags."""
    flags = flags_of(request)
    texts = (Path(p).read_bytes().decode("latin-1") for p in sorted(_files(request)))
    return measurements.named(*texts, *(repr(flags[p]) for p in sorted(flags)))


def _files(request: Request) -> Iterable[str]:
    flags = flags_of(request)
    return {s.path for root in roots_of(request) for s in reached(root, flags[root.path])}


def _command(asked: Asked, sources: Sources, program: Built, words: Sequence[str]) -> Command:
    """How to run: the words behind `--` are the program's arguments, or, with a build of the user's, the command."""
    if program.executable is None:
        command = Command(tuple(words), str(program.folder))
    else:
        name = f"./{Path(sources.inputs()[0]).stem}"
        command = Command((name, *words), str(Path.cwd()), program.executable)
    given = standard_input()
    return replace(command, environment=program.environment, outputs=asked.compare, check=asked.check, given=given)


def apply(sources: Sources, target: str, output: str | None, force: bool) -> int:
    """Writes a program with what was chosen for it, as plain source; returns the exit code."""
    console = terminal(stderr=True)
    request = request_of(sources)
    told = _known(request, console, target)
    layout = _layout(sources, target, output)
    written = _applied(told, request, target, layout)
    for text in report.shown(written, sources.verbose):
        click.echo(text, err=True)
    found = emit.outputs(written, layout)
    paths = emit.write(found, layout, Ledger(cache.cache_folder()), force)
    click.echo(report.summary(written, found, sources.verbose), err=True)
    show.applied(told, paths, console)
    seen = proved.is_known(written.scheduled, target, cache.cache_folder())
    if written.scheduled and not written.failed and not seen:
        # Without above(): at sizes that a processor bears, it would leave every launch to the original.
        kept = [c for c in measurements.kept(told) if c.schedule]
        chosen = tuple(f"{c.kernel}: {c.schedule.partition(' above(')[0]}" for c in kept)
        unproved = proved.command(replace(sources, schedules=chosen).words())
        click.echo(f"nothing has shown yet that results stay the same: {unproved}", err=True)
    return exits.TRANSLATION if written.failed else exits.OK


def write_report(sources: Sources, target: str | None, output: str, force: bool, as_json: bool) -> int:
    """Writes a page about the last tuning of a program; returns the exit code."""
    refuse_page(output, sources, force)
    request = request_of(sources)
    told = _known(request, terminal(stderr=True))
    write_page(told, sources, request, target, output, force)
    if as_json:
        click.echo(json.dumps({"written": output, **told}, indent=1))
    return exits.OK


def _page() -> Callable[[Mapping[str, Any], str, str, str, Mapping[str, Sequence[str]]], str]:
    """What makes a page. Raises MissingTool."""
    from retarget.tune.page import page  # noqa: PLC0415  (an optional library, and slow to import)

    return page


def refuse_page(path: str, sources: Sources, force: bool = False) -> None:
    """Before any work: what would keep a page from being made. Raises MissingTool, OutputError."""
    _page()
    emit.refuse_place(path)
    if not Path(path).exists():
        return
    if any(Path(path).samefile(i) for i in sources.inputs() if Path(i).exists()):
        raise OutputError(f"{path} is the input itself: give the page another name")
    if not force and not Ledger(cache.cache_folder()).is_ours(path):
        raise OutputError(
            f"{path} exists and was not written by retarget, or was changed since: move it away, or give another name"
        )


def write_page(
    told: Mapping[str, Any], sources: Sources, request: Request, target: str | None, output: str, force: bool
) -> None:
    """target: what the diff is for; None for what was tuned for, as far as that is written."""
    tuned_for = told.get("target")
    is_written = tuned_for in TARGETS and not TARGETS[str(tuned_for)].runs_here
    target = target or (str(tuned_for) if is_written else AMD.name)
    layout = replace(_layout(sources, target, None), place=Place.IN_PLACE)  # headers that change refuse to be beside
    written = _applied(told, request, target, layout)
    for text in report.shown(written, sources.verbose):
        click.echo(text, err=True)
    diff, inputs = "".join(written.diff({})), ", ".join(sources.inputs())
    text = _page()(told, diff, inputs, target, refused(request))
    alone = Layout(Place.FILE, sources.folder(), output)
    emit.write((emit.Output(output, text.encode().decode("latin-1")),), alone, Ledger(cache.cache_folder()), force)
    click.echo(f"{output}: written", err=True)


def _known(request: Request, console: Console, target: str | None = None) -> Mapping[str, Any]:
    """The last tuning of a program, for a target, or for another one if there is none, with a warning. Raises
    measurements.Unusable where nothing is known."""
    folder, key = cache.cache_folder(), program_key(request)
    told = measurements.last_choices(folder, key, target)
    if told is None and target and (told := measurements.last_choices(folder, key)):
        console.print(f"warning: it was tuned on {told.get('device')} alone: that says little of other devices")
    if told is None:
        raise measurements.Unusable("nothing is known of this program as it is now", "`retarget tune` it first")
    measurements.kept(told)
    return told


def _scheduled(told: Mapping[str, Any], request: Request) -> Request:
    """What was chosen, asked for."""
    kept = [c for c in measurements.kept(told) if c.schedule]
    schedules = read_schedules([f"{c.kernel}: {c.schedule}" for c in kept])
    where = "" if told.get("by") == measurements.BY_FIGURES else f", on {told.get('device')}"
    return replace(request, schedules=schedules, reasons={c.kernel: f"{c.schedule}: {c.reason}{where}" for c in kept})


def _applied(told: Mapping[str, Any], request: Request, target: str, layout: Layout) -> Program:
    """The program with what was chosen for it."""
    asked = replace(_scheduled(told, request), options=_options(str(told.get("architecture", ""))))
    return walk.scheduled_program(asked, TARGETS[target].translation, layout.spelling)


def _layout(sources: Sources, target: str, output: str | None) -> Layout:
    place = Place.BESIDE if output is None else Place.TREE
    return TARGETS[target].layout(place, sources.folder(), output or "")
