"""`retarget tune --kernel`: options in, exit codes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from msgspec import Struct

from retarget.api.kernel_tuning import KernelTrials, prepared, require_launches
from retarget.cli import tune as command
from retarget.cli.source_options import Sources
from retarget.system import cache, exits, typed_json
from retarget.system.terminal import terminal
from retarget.targets.registry import TARGETS
from retarget.tuning import measurements, show


class TuneKernelOptions(Struct, frozen=True):
    """The options of `tune --kernel`, as given; `common`: those that the tuning of a program has too."""

    common: command.TuneOptions
    kernel: str | None
    case: str | None


def tune(options: Mapping[str, Any], own: Mapping[str, Any], sources: Sources, words: Sequence[str]) -> int:
    """options: those that the tuning of a program has too; own: the others. Returns the exit code."""
    return _tune(TuneKernelOptions(command.TuneOptions(**options), **own), sources, words)


def _tune(asked: TuneKernelOptions, sources: Sources, words: Sequence[str]) -> int:
    """Tunes one kernel; returns the exit code."""
    console, common = terminal(stderr=True), asked.common
    sources.inputs()
    _refuse(asked, sources, words)
    if common.report:
        command.refuse_page(common.report, sources)
    trials = KernelTrials(
        common.budget, common.limit, common.variants, common.seed, common.search, common.devices or "",
        common.dask or "",
    )  # fmt: skip
    with prepared(sources, str(asked.kernel), str(asked.case), TARGETS[common.target], trials) as ready:
        platform = ready.machine.platform
        for concern in platform.concerns:
            console.print(f"warning: {concern}")
        with measurements.alone(cache.cache_folder(), platform.unit), show.live(console) as tell:
            done, choice = ready.tuned(tell, console.print)
    if common.as_json:
        click.echo(typed_json.text(choice.record))
    else:
        show.result(done, platform.device, sources.verbose)
    if common.report:
        command.write_page(choice, None, common.report, False, sources.verbose)
    return exits.OK


def _refuse(asked: TuneKernelOptions, sources: Sources, words: Sequence[str]) -> None:
    """Raises click.UsageError for what does not go together."""
    if not asked.kernel or not asked.case:
        raise click.UsageError("--kernel NAME and --case PY belong together: which kernel, and how it is launched")
    require_launches(TARGETS[asked.common.target])
    common = asked.common
    given = {
        "--build-command": common.build, "--compare": common.compare, "--check": common.check,
        "--ignore": common.ignore, "--compare-times": common.compare_times, "--capture": common.capture,
        "what stands behind --": words,
    }  # fmt: skip
    if extra := [name for name, value in given.items() if value]:
        raise click.UsageError(f"--kernel and {extra[0]} contradict each other: no program runs, the case says all")
