"""`retarget tune`, `retarget apply`, `retarget report`: options in, exit codes out."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from retarget.api.choices import Choice, last_choice, program_key, request_of
from retarget.api.tuning import Prepared, Trials, find_platform, tune_by_figures
from retarget.capture.contents import MEMORY
from retarget.cli import translation_report
from retarget.cli.source_options import Sources
from retarget.errors import OutputError
from retarget.schedule import proved
from retarget.system import cache, exits, progress, typed_json
from retarget.system.terminal import remark, terminal
from retarget.targets.amd.target import AMD
from retarget.targets.cpu.same_output import TOLERANCE
from retarget.targets.platform import Platform
from retarget.targets.registry import TARGETS
from retarget.targets.target import Target
from retarget.translation.emit import STDOUT, replace_whole
from retarget.tuning import measurements, show
from retarget.tuning.record import CAPTURES, FIGURES, RUNS


class TuneOptions(Struct, frozen=True):
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
    by: str | None = None
    arch: str | None = None
    capture: str | None = None
    memory: int | None = None
    search: str | None = None
    devices: str | None = None
    dask: str | None = None

    def trials(self, words: Sequence[str]) -> Trials:
        """words: what stands behind `--`."""
        return Trials(
            tuple(words), self.build, self.compare, self.check, self.tolerance, self.ignore, self.compare_times,
            self.budget, self.limit, self.variants, self.seed, self.search, self.capture or "", self.memory or MEMORY,
            self.devices or "", self.dask or "",
        )  # fmt: skip


def tune(asked: TuneOptions, sources: Sources, words: Sequence[str]) -> int:
    """Tunes a program; returns the exit code."""
    console = terminal(stderr=True)
    sources.inputs()
    target = TARGETS[asked.target]
    if asked.report:
        refuse_page(asked.report, sources)
    if asked.by == FIGURES:
        return _by_figures(asked, sources, words, console)
    if asked.arch:
        raise click.UsageError("--arch is for --by figures: the device at hand tells its own")
    trials = asked.trials(words)
    trials.refuse(target)
    by = asked.by or (CAPTURES if target.tools().captures else RUNS)
    _refuse(asked, by, target)
    platform = find_platform(target)
    for concern in platform.concerns:
        console.print(f"warning: {concern}")
    if by == CAPTURES:
        return _on_captures(asked, sources, target, platform, trials)
    with measurements.alone(cache.cache_folder(), platform.unit):
        with progress.steps("looking for variants") as step:
            prepared = Prepared.of(sources, target, platform, trials, step)
        for said in translation_report.shown(prepared.built.program, sources.verbose):
            click.echo(said, err=True)
        with show.live(console) as tell:
            done, choice = prepared.tuned(tell, console.print)
    return _ended(asked, sources, choice, lambda: show.result(done, platform.device, sources.verbose))


def _ended(asked: TuneOptions, sources: Sources, choice: Choice, show_result: Callable[[], None]) -> int:
    """Prints a tuning as it was asked for; returns the exit code."""
    if asked.as_json:
        click.echo(typed_json.text(choice.record))
    else:
        show_result()
    if asked.report:
        write_page(choice, None, asked.report, False, sources.verbose)
    return exits.OK


def _refuse(asked: TuneOptions, by: str, target: Target) -> None:
    """Raises click.UsageError for what does not go together."""
    if by == CAPTURES and not target.tools().captures:
        raise click.UsageError(f"--by captures and --to {target.name}: launches there are not captured")
    given = (("--capture", asked.capture), ("--memory", asked.memory), ("--search", asked.search),
             ("--devices", asked.devices), ("--dask", asked.dask))  # fmt: skip
    for name, value in given:
        if value and by != CAPTURES:
            raise click.UsageError(f"{name} is for tunings on captured launches, or of one kernel")
    judging = (asked.compare, asked.check, asked.ignore, asked.compare_times, asked.tolerance != TOLERANCE)
    if asked.capture and (asked.build or asked.memory or any(judging)):
        raise click.UsageError("--capture: no program runs, so that nothing of it can be built, captured or compared")


def _on_captures(
    asked: TuneOptions, sources: Sources, target: Target, platform: Platform, trials: Trials
) -> int:  # fmt: skip
    """Tunes a program on captured launches; returns the exit code."""
    from retarget.api.capture_tuning import PreparedProgram  # noqa: PLC0415  (optional libraries, and slow to import)
    from retarget.tuning import show_captures  # noqa: PLC0415  (optional libraries, and slow to import)

    console = terminal(stderr=True)
    with measurements.alone(cache.cache_folder(), platform.unit):
        with progress.steps("looking for kernels") as step:
            prepared = PreparedProgram.of(sources, target, platform, trials, step)
        if prepared.program:
            for said in translation_report.shown(prepared.program, sources.verbose):
                click.echo(said, err=True)
        with show_captures.live(console) as going:
            done, choice = prepared.tuned(going.tell, console.print, going.step)
    return _ended(asked, sources, choice, lambda: show_captures.result(done, platform.device, sources.verbose))


def _by_figures(asked: TuneOptions, sources: Sources, words: Sequence[str], console: Console) -> int:
    """Chooses by what the compiler says, and remembers it; returns the exit code."""
    if asked.target != AMD.name:
        raise click.UsageError(f"--by figures and --to {asked.target}: figures are compared for AMD GPUs alone")
    given = (
        ("--build-command", asked.build), ("--compare", asked.compare), ("--check", asked.check),
        ("--limit", asked.limit), ("--ignore", asked.ignore), ("--budget", asked.budget), ("--capture", asked.capture),
        ("--search", asked.search), ("--devices", asked.devices), ("--dask", asked.dask),
        ("what stands behind --", words),
    )  # fmt: skip
    for name, value in given:
        if value:
            raise click.UsageError(f"--by figures runs nothing: leave out {name}")
    with progress.steps("looking for variants") as tell:
        found, target, choice = tune_by_figures(sources, asked.arch or "gfx90a", asked.variants, tell)
    key = program_key(request_of(sources, str(target)))
    measured = measurements.last_record(cache.cache_folder(), key, asked.target)
    click.echo(typed_json.text(choice.record)) if asked.as_json else show.favoured(found, target)
    if measured and measured.is_measured:
        console.print(f"`retarget apply` goes on to write what was measured on {measured.device}")
    if asked.report:
        write_page(choice, None, asked.report, False, sources.verbose)
    return exits.OK


def apply(sources: Sources, target: str, output: str | None, force: bool) -> int:
    """Writes a program with what was chosen for it, as plain source; returns the exit code."""
    console = terminal(stderr=True)
    choice = last_choice(sources, target)
    if choice.record.target != target:
        console.print(f"warning: it was tuned on {choice.record.device} alone: that says little of other devices")
    result = choice.applied(target, output)
    for text in translation_report.shown(result.program, sources.verbose):
        click.echo(text, err=True)
    if output == STDOUT:
        click.echo(next(iter(result.texts.values())), nl=False)
    paths = [] if output == STDOUT else result.write(force)
    remark(translation_report.summary(result.program, result.outputs, sources.verbose))
    show.applied(choice.record, paths, console, output == STDOUT)
    if result.is_unproved():
        # Without above(): at sizes that a processor bears, it would leave every launch to the original.
        chosen = tuple(f"{k}: {schedule.partition(' above(')[0]}" for k, schedule in choice.schedules.items())
        unproved = proved.command(replace(sources, schedules=chosen).words())
        remark(f"nothing has shown yet that results stay the same: {unproved}")
    return exits.OK if result.ok else exits.TRANSLATION


def list_schedules(sources: Sources, target: str, output: str, force: bool) -> int:
    """Writes the schedules that were chosen to a file, one a line; returns the exit code. Raises OutputError."""
    choice = last_choice(sources, target)
    if os.path.lexists(output) and not force:
        raise OutputError(f"{output} exists: move it away, or use --force")
    lines = [f"# chosen by retarget tune{f' on {choice.record.device}' if choice.record.is_measured else ''}"]
    lines += [f"{kernel}: {schedule}" for kernel, schedule in sorted(choice.schedules.items())]
    replace_whole(Path(output), ("\n".join(lines) + "\n").encode())
    remark(f"{output}: {len(choice.schedules)} schedule(s)")
    return exits.OK


def write_report(sources: Sources, target: str | None, output: str, force: bool, as_json: bool) -> int:
    """Writes a page about the last tuning of a program; returns the exit code."""
    refuse_page(output, sources, force)
    choice = last_choice(sources)
    write_page(choice, target, output, force, sources.verbose)
    if as_json:
        click.echo(typed_json.text(choice.record))
    return exits.OK


def refuse_page(path: str, sources: Sources, force: bool = False) -> None:
    """Before any work: what would keep a page from being made. Raises MissingTool, OutputError."""
    from retarget.api.reporting import refuse  # noqa: PLC0415  (an optional library, and slow to import)

    refuse(path, sources, force)


def write_page(choice: Choice, to: str | None, output: str, force: bool, verbose: bool) -> None:
    """to: what the diff is for; None for what was tuned for, as far as that is written."""
    from retarget.api.reporting import Page  # noqa: PLC0415  (an optional library, and slow to import)

    made = Page.of(choice, TARGETS[to] if to else None)
    for text in translation_report.shown(made.program, verbose):
        click.echo(text, err=True)
    made.write(output, force)
    remark(f"{output}: written")
