"""`retarget tune`, `retarget apply`, `retarget report`: options in, exit codes out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from retarget.api.choices import Choice, last_choice, program_key, request_of
from retarget.api.tuning import Prepared, Trials, find_platform, tune_by_figures
from retarget.cli import report
from retarget.cli.sources import Sources
from retarget.errors import OutputError
from retarget.schedule import proved
from retarget.system import cache, exits, progress
from retarget.system.terminal import terminal
from retarget.targets.amd.target import AMD
from retarget.targets.table import TARGETS
from retarget.translation import emit
from retarget.translation.emit import Layout, Ledger, Place
from retarget.tuning import measurements, show
from retarget.tuning.refused import refused


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

    def trials(self, words: Sequence[str]) -> Trials:
        """words: what stands behind `--`."""
        return Trials(
            tuple(words), self.build, self.compare, self.check, self.tolerance, self.ignore, self.compare_times,
            self.budget, self.limit, self.variants, self.seed,
        )  # fmt: skip


def tune(asked: Asked, sources: Sources, words: Sequence[str]) -> int:
    """Tunes a program; returns the exit code."""
    console = terminal(stderr=True)
    sources.inputs()
    target = TARGETS[asked.target]
    if asked.report:
        refuse_page(asked.report, sources)
    if asked.by == measurements.BY_FIGURES:
        return _by_figures(asked, sources, words, console)
    if asked.arch:
        raise click.UsageError("--arch is for --by figures: the device at hand tells its own")
    trials = asked.trials(words)
    trials.refuse(target)
    platform = find_platform(target)
    for concern in platform.concerns:
        console.print(f"warning: {concern}")
    with measurements.alone(cache.cache_folder(), platform.unit):
        with progress.told("looking for variants") as step:
            prepared = Prepared.of(sources, target, platform, trials, step)
        for said in report.shown(prepared.built.program, sources.verbose):
            click.echo(said, err=True)
        with show.live(console) as tell:
            done, choice = prepared.tuned(tell, console.print)
    if asked.as_json:
        click.echo(json.dumps(choice.values, indent=1))
    else:
        show.result(done, platform.device, sources.verbose)
    if asked.report:
        write_page(choice, None, asked.report, False, sources.verbose)
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
    with progress.told("looking for variants") as tell:
        found, target, choice = tune_by_figures(sources, asked.arch or "gfx90a", asked.variants, tell)
    key = program_key(request_of(sources, str(target)))
    measured = measurements.last_choices(cache.cache_folder(), key, asked.target)
    click.echo(json.dumps(choice.values, indent=1)) if asked.as_json else show.favoured(found, target)
    if measured and measured.get("by") != measurements.BY_FIGURES:
        console.print(f"`retarget apply` goes on to write what was measured on {measured.get('device')}")
    if asked.report:
        write_page(choice, None, asked.report, False, sources.verbose)
    return exits.OK


def apply(sources: Sources, target: str, output: str | None, force: bool) -> int:
    """Writes a program with what was chosen for it, as plain source; returns the exit code."""
    console = terminal(stderr=True)
    choice = last_choice(sources, target)
    if choice.target != target:
        console.print(f"warning: it was tuned on {choice.device} alone: that says little of other devices")
    result = choice.applied(target, output)
    for text in report.shown(result.program, sources.verbose):
        click.echo(text, err=True)
    paths = result.write(force)
    click.echo(report.summary(result.program, result.outputs, sources.verbose), err=True)
    show.applied(choice.values, paths, console)
    if result.is_unproved():
        # Without above(): at sizes that a processor bears, it would leave every launch to the original.
        chosen = tuple(f"{k}: {schedule.partition(' above(')[0]}" for k, schedule in choice.schedules.items())
        unproved = proved.command(replace(sources, schedules=chosen).words())
        click.echo(f"nothing has shown yet that results stay the same: {unproved}", err=True)
    return exits.OK if result.ok else exits.TRANSLATION


def write_report(sources: Sources, target: str | None, output: str, force: bool, as_json: bool) -> int:
    """Writes a page about the last tuning of a program; returns the exit code."""
    refuse_page(output, sources, force)
    choice = last_choice(sources)
    write_page(choice, target, output, force, sources.verbose)
    if as_json:
        click.echo(json.dumps({"written": output, **choice.values}, indent=1))
    return exits.OK


def _page() -> Callable[[Mapping[str, Any], str, str, str, Mapping[str, Sequence[str]]], str]:
    """What makes a page. Raises MissingTool."""
    from retarget.tuning.page import page  # noqa: PLC0415  (an optional library, and slow to import)

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


def write_page(choice: Choice, to: str | None, output: str, force: bool, verbose: bool) -> None:
    """to: what the diff is for; None for what was tuned for, as far as that is written."""
    is_written = choice.target in TARGETS and not TARGETS[choice.target].runs_here
    target = TARGETS[to or (choice.target if is_written else AMD.name)]
    inputs = choice.inputs
    layout = target.layout(Place.IN_PLACE, inputs.folder())  # headers that change refuse to be beside
    written = choice.program(target, layout)
    for text in report.shown(written, verbose):
        click.echo(text, err=True)
    diff, names = "".join(written.diff({})), ", ".join(inputs.inputs())
    text = _page()(choice.values, diff, names, target.name, refused(request_of(inputs)))
    alone = Layout(Place.FILE, inputs.folder(), output)
    emit.write((emit.Output(output, text.encode().decode("latin-1")),), alone, Ledger(cache.cache_folder()), force)
    click.echo(f"{output}: written", err=True)
