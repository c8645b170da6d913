"""`retarget verify --capture`: captured launches replayed on this processor."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import click
from rich.table import Table
from rich.text import Text

from retarget.api.verifying_captures import CapturedHostProgram, CaptureVerification, LaunchReplays
from retarget.capture.host_replays import ReplayEnd, ReplayRun
from retarget.cli import replay_answers, translation_report
from retarget.cli.host_options import HostOptions
from retarget.cli.on_host import runs_of, show_untried
from retarget.cli.source_options import Sources
from retarget.system import exits, progress, typed_json
from retarget.system.terminal import is_quiet, terminal
from retarget.targets.demangle import kernel_name

_SHOWN = 4  # differences of one replay
_STYLES = {ReplayEnd.SAME: "green", ReplayEnd.HUNG: "yellow"}


def carry_out(sources: Sources, host: HostOptions, folder: str, arguments: Sequence[str], as_json: bool) -> int:
    """Returns the exit code of the command."""
    given = (("--compare", host.outputs), ("--ignore", host.ignore), ("arguments behind --", arguments))
    for name, value in given:
        if value:
            raise click.UsageError(f"{name} and --capture contradict each other: no program runs, kernels do")
    made = CapturedHostProgram.of(sources, folder, runs_of(host, ()), sources.configuration.levels())
    for text in translation_report.shown(made.host.program, sources.verbose):
        click.echo(text, err=True)
    if made.host.program.failed:
        return exits.TRANSLATION
    with progress.steps("building", logged=False):
        count = made.count
    with progress.counted("replaying", count) as advance:
        found = made.verified(advance)
    if as_json:
        click.echo(typed_json.text(answer(found)))
    elif not (is_quiet() and found.code == exits.OK):
        _print(found)
    show_untried(found.untried)
    return found.code


def _print(found: CaptureVerification) -> None:
    console = terminal(stderr=True)
    table = Table("launch", "run", "wave", "order", "result", box=None, pad_edge=False)
    for one in found.launches:
        for at, run in enumerate(one.runs):
            c = run.conditions
            order = "as written" if c.seed is None else f"random, seed {c.seed}"
            name = _named(one) if not at else ""
            table.add_row(Text(name), run.label, str(c.wave), order, Text(_result(run), _STYLES.get(run.end, "red")))
    if table.row_count:
        console.print(table)

    def say(text: str) -> None:
        console.print(Text(text))

    for one in found.launches:
        if one.why:
            say(f"{f'{one.at}: ' if one.at else ''}{_named(one)} is not replayed: {one.why}")
    for one in found.launches:
        for run in one.runs:
            _print_differences(say, one, run, found)


def _named(one: LaunchReplays) -> str:
    """A launch by its number in the capture, its kernel, grid and block."""
    l = one.launch
    grid, block = (re.sub(r"(x1)+$", "", "x".join(map(str, extents))) for extents in (l.grid, l.block))
    return f"{one.number}: {kernel_name(l.kernel)}<<<{grid}, {block}>>>"


def _result(run: ReplayRun) -> str:
    if run.as_original:
        return "differs, as the original does"
    varies = f"; {run.varies} vary by themselves" if run.varies else ""
    return f"{run.end}{varies}"


def _print_differences(
    say: Callable[[str], None], one: LaunchReplays, run: ReplayRun, found: CaptureVerification
) -> None:
    if not run.said or run.as_original:
        return
    c = run.conditions
    order = "as written" if c.seed is None else f"seed {c.seed}"
    say(f"\n{_named(one)}, {run.label}, wave {c.wave}, {order}:")
    for text in run.said[:_SHOWN]:
        say(f"  {text}")
    if len(run.said) > _SHOWN:
        say(f"  and {len(run.said) - _SHOWN} more")
    if c.variant:
        for kernel, schedules in found.program.variants.items():
            say(f"  variant {c.variant} of {kernel}: {schedules[(c.variant - 1) % len(schedules)]}")


def answer(found: CaptureVerification) -> replay_answers.CaptureReplays:
    """What --json prints."""
    launches = tuple(
        replay_answers.ReplayedCapturedLaunch(
            one.number, kernel_name(one.launch.kernel), one.at, one.launch.grid, one.launch.block, one.launch.shared,
            one.why, tuple(map(_run, one.runs)),
        )
        for one in found.launches
    )  # fmt: skip
    return replay_answers.CaptureReplays(launches, found.untried)


def _run(run: ReplayRun) -> replay_answers.ReplayedRun:
    c = run.conditions
    return replay_answers.ReplayedRun(run.label, c.wave, c.seed, run.end, run.said, run.varies, run.as_original)
