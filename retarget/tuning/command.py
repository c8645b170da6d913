"""`retarget tune`, `retarget apply`: options in, exit codes out."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console

from retarget import emit, exits, report, respecialise, runs
from retarget.emit import Layout, Ledger, Place
from retarget.granularity.schedule import read_schedules
from retarget.host.compare import Judge
from retarget.host.compiler import BuildFailed
from retarget.pipeline import Request, flags_of, roots_of
from retarget.reach import reached
from retarget.sources import Sources
from retarget.targets.amd import architecture
from retarget.translate import Options
from retarget.tuning import memory, show
from retarget.tuning.choice import Choice
from retarget.tuning.program import Built, Target, built, find_target
from retarget.tuning.trial import Command
from retarget.tuning.tune import Plan, Tuned, Tuning, Untunable


@dataclass(frozen=True)
class Asked:
    """The options of `tune`, as given."""

    target: str
    build: str
    compare: tuple[str, ...]
    check: str
    tolerance: float
    ignore: tuple[str, ...]
    budget: float | None
    limit: float | None
    variants: int
    seed: int
    as_json: bool


def tune(asked: Asked, sources: Sources, words: Sequence[str]) -> int:
    """Tunes a program; returns the exit code."""
    console = Console(stderr=True, highlight=False)
    try:
        target = find_target(asked.target)
        request = _request(sources)
        with memory.alone(runs.cache_folder(), target.device):
            done = _tuned(asked, request, sources, target, words, console)
    except (Untunable, memory.Unusable) as error:
        console.print(f"retarget: error: {error}", markup=False, soft_wrap=True)
        return exits.UNTUNABLE
    except BuildFailed as error:
        console.print("the program with variants does not build for the host:", error.output[-2000:], markup=False)
        return exits.BUILD
    told = show.as_json(done, target.device)
    click.echo(json.dumps(told, indent=1)) if asked.as_json else show.result(done, target.device)
    return exits.OK


def _request(sources: Sources) -> Request:
    return sources.request(sources.flags(), Options((architecture("gfx90a"),)))


def _tuned(
    asked: Asked, request: Request, sources: Sources, target: Target, words: Sequence[str], console: Console
) -> Tuned:
    with console.status("looking for variants") as status:
        program = built(request, target, asked.variants, asked.seed, asked.build, status.update)
    command = _command(asked, sources, program, words)
    judge = Judge(asked.tolerance, tuple(re.compile(p.encode()) for p in asked.ignore))
    text = program_key(request)
    name = memory.named(text, target.device, target.compiler, *command.words, asked.build, *map(str, command.outputs))
    kept = {p: p.read_bytes() for o in command.outputs if (p := Path(command.folder) / o).is_file()}
    try:
        with memory.opened(runs.cache_folder(), name) as known, show.live(console) as tell:
            tuning = Tuning(command, program.variants, judge, Plan(asked.budget, asked.limit, asked.seed), known, tell)
            done = tuning.tuned()
            known.add_choices(text, show.as_json(done, target.device))
            return done
    except OSError as error:
        raise Untunable(f"`{shlex.join(command.words)}` cannot be run: {error.strerror}") from None
    finally:
        for path, data in kept.items():  # of the user's
            path.write_bytes(data)


def program_key(request: Request) -> str:
    """The digest of a program's text and flags."""
    flags = flags_of(request)
    texts = (Path(p).read_bytes().decode("latin-1") for p in sorted(_files(request)))
    return memory.named(*texts, *(repr(flags[p]) for p in sorted(flags)))


def _files(request: Request) -> Iterable[str]:
    flags = flags_of(request)
    return {s.path for root in roots_of(request) for s in reached(root, flags[root.path])}


def _command(asked: Asked, sources: Sources, program: Built, words: Sequence[str]) -> Command:
    """How to run: the words behind `--` are the program's arguments, or, with a build of the user's, the command."""
    if program.executable is None:
        if not words:
            raise click.UsageError("with --build, give the command that runs the program behind --")
        command = Command(tuple(words), str(program.folder))
    else:
        name = f"./{Path(sources.inputs()[0]).stem}"
        command = Command((name, *words), str(Path.cwd()), program.executable)
    return replace(command, environment=program.environment, outputs=asked.compare, check=asked.check)


def apply(sources: Sources, target: str, output: str | None, force: bool) -> int:
    """Writes a program with what was chosen for it, as plain source; returns the exit code."""
    console = Console(stderr=True, highlight=False)
    request = _request(sources)
    try:
        told = memory.last_choices(runs.cache_folder(), program_key(request))
    except memory.Unusable as error:
        console.print(f"retarget: error: {error}", markup=False, soft_wrap=True)
        return exits.UNTUNABLE
    if told is None:
        message = "nothing is known of this program as it is now: `retarget tune` it first"
        console.print(f"retarget: error: {message}", soft_wrap=True)
        return exits.UNTUNABLE
    choices = [memory.choice_of(c) for c in told["choices"]]
    kept = [c for c in choices if c.schedule]
    layout = _layout(sources, target, output)
    schedules = read_schedules([f"{c.kernel}: {c.schedule}" for c in kept])
    asked = replace(request, schedules=schedules, reasons=_reasons(kept, str(told["device"])))
    if target == "nvidia":
        written = respecialise.rewritten(asked, layout.spelling)
    else:
        written = respecialise.respecialised(asked, layout.spelling)
    for text in report.shown(written, sources.verbose):
        click.echo(text, err=True)
    found = emit.outputs(written, layout)
    emit.write(found, layout, Ledger(runs.cache_folder()), force)
    click.echo(report.summary(written, found, sources.verbose), err=True)
    for choice in choices:
        line = f"{choice.kernel}: {choice.schedule or 'original'} ({choice.reason})"
        console.print(line, markup=False, soft_wrap=True)
    return exits.TRANSLATION if written.failed else exits.OK


def _layout(sources: Sources, target: str, output: str | None) -> Layout:
    root = sources.folder()
    nvidia = {"ending": ".nvidia.cu", "folder": "retarget_cuda"} if target == "nvidia" else {}
    if output is None:
        return Layout(Place.BESIDE, root, **nvidia)
    return Layout(Place.TREE, root, output, **nvidia)


def _reasons(kept: Iterable[Choice], device: str) -> dict[str, str]:
    return {c.kernel: f"{c.schedule}: {c.reason}, on {device}" for c in kept}
