"""Options of `translate` that contradict each other. All of these raise click.UsageError."""

from __future__ import annotations

import click

from retarget.cli.diagnostics import TEXT
from retarget.cli.finish import OutputOptions
from retarget.cli.host_options import HostOptions


def refuse_pairs(asked: OutputOptions) -> None:
    """The standard output holds one thing, and what is only looked at is not written."""
    prints = (("--diff", asked.show_diff), ("--json", asked.as_json), (f"--format {asked.form}", asked.form != TEXT))
    shows = [name for name, is_given in prints if is_given]
    if len(shows) > 1:
        raise click.UsageError(f"{shows[0]} and {shows[1]} contradict each other: both go to the standard output")
    for name, given in (("--stamp", asked.stamp), ("--depfile", asked.depfile)):
        if given and asked.show_diff and not asked.check:
            raise click.UsageError(f"--diff and {name} contradict each other: --diff writes nothing")
    for name, is_given in (("--build", asked.build), ("--force", asked.force)):
        if asked.show_diff and is_given:
            raise click.UsageError(f"--diff and {name} contradict each other: --diff writes nothing")
        if asked.check and is_given:
            raise click.UsageError(f"--check and {name} contradict each other: --check writes nothing")


def refuse_for_stdout(asked: OutputOptions, inputs: int) -> None:
    """`-o -`: one text, and nothing else, goes to the standard output."""
    if inputs != 1:
        raise click.UsageError(f"-o - writes one file, and {inputs} are given: -o FOLDER/ writes them all")
    more = (("--diff", asked.show_diff), ("--check", asked.check), ("--json", asked.as_json), ("--build", asked.build))
    left = (("--stamp", asked.stamp), ("--depfile", asked.depfile), ("--force", asked.force))
    for name, is_given in (*more, *left, (f"--format {asked.form}", asked.form != TEXT)):
        if is_given:
            raise click.UsageError(f"{name} and -o - contradict each other: give -o a file (./- for one named -)")


def refuse_outputs(asked: OutputOptions, headers: str | None, host: HostOptions) -> None:
    """`--to cpu`: the program is run, and leaves no outputs."""
    given = (("-o", asked.output), ("--in-place", asked.in_place), ("--build", asked.build), ("--force", asked.force))
    more = (("--diff", asked.show_diff), ("--check", asked.check), ("--hip-include", headers),
            ("--stamp", asked.stamp), ("--depfile", asked.depfile))  # fmt: skip
    for name, value in (*given, *more):
        if value:
            raise click.UsageError(f"{name} and --to cpu contradict each other: the program is built apart, and run")
    if asked.as_json and not host.shuffle:
        raise click.UsageError("--json and --to cpu: the output is the program's own; --shuffle N reports")
