"""Programs on the host: run once, run in many orders, or run beside their original."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from retarget.api.verifying import HostProgram, Runs, Verification, patterns
from retarget.cli import runs_report, translation_report
from retarget.cli.host_options import HostOptions
from retarget.cli.source_options import Sources
from retarget.system import exits, progress
from retarget.targets.cpu.layout import Language


def carry_out(what: str, sources: Sources, host: HostOptions, arguments: Sequence[str], as_json: bool) -> int:
    """`run` or `verify`: translates, builds, runs. Returns the exit code of the command."""
    patterns(host.ignore)
    made = HostProgram.of(sources, runs_of(host, arguments), sources.configuration.levels())
    for text in translation_report.shown(made.program, sources.verbose):
        click.echo(text, err=True)
    if made.program.failed:
        return exits.TRANSLATION
    for language in (Language.HIP, *((Language.CUDA,) if what == "verify" else ())):
        with progress.steps(f"building ({language})", logged=False):
            made.built(language)
    if what == "run" and not host.shuffle:
        sys.stdout.flush()
        return made.once()
    with progress.counted("running", made.count) as advance:
        found = made.shuffled(advance) if what == "run" else made.verified(advance)
    if what == "run":
        sys.stdout.write(found.base.result.stdout.decode(errors="surrogateescape"))
        sys.stdout.flush()
        sys.stderr.write(found.base.result.stderr.decode(errors="replace"))
    runs_report.show(found, as_json)
    _show_variants(found)
    show_untried(found.untried)
    return found.code


def show_untried(kernels: Sequence[str]) -> None:
    """The kernels of whose schedules nothing ran."""
    for kernel in kernels:
        said = f"no launch of {kernel} took its schedule, so that this comparison says nothing about it"
        click.echo(f"{said}: none fits it, or above() leaves them to the original", err=True)


def runs_of(host: HostOptions, arguments: Sequence[str]) -> Runs:
    """arguments: of the program."""
    return Runs(
        tuple(arguments), int(host.wave), host.shuffle, host.seed, host.sanitize, host.limit, host.outputs,
        host.ignore, host.tolerance, host.variants,
    )  # fmt: skip


def _show_variants(found: Verification) -> None:
    """What the variants are that differ."""
    for number in sorted({v.run.conditions.variant for v in found.verdicts if not v.ok and v.run.conditions.variant}):
        for kernel, schedules in found.program.variants.items():
            click.echo(f"variant {number} of {kernel}: {schedules[(number - 1) % len(schedules)]}", err=True)
