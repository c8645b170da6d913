"""The options that say what a command reads; given alike to all commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any

import click
from msgspec import field
from msgspec.structs import fields

from retarget.api.configuration import Configuration
from retarget.api.inputs import Inputs
from retarget.cli import configured
from retarget.system.cores import cores


class Sources(Inputs, frozen=True):
    """As given, with what is configured; verbose: notes are shown too."""

    verbose: bool = False
    configuration: Configuration = field(default_factory=Configuration)


_SCHEDULE = partial(
    click.option,
    "--schedule",
    "schedules",
    multiple=True,
    metavar="SCHEDULE",
    help='Coarsening schedule, such as "lu: block(x=2) thread(y=8)"; no name: for all kernels.',
)
_OPTIONS = (
    click.option("-p", "--database", metavar="PATH", help="A compile_commands.json, or its folder."),
    click.option("-I", "include", multiple=True, metavar="DIR", help="Folder of your headers."),
    click.option("-D", "define", multiple=True, metavar="NAME[=V]", help="Define a macro."),
    click.option("--std", metavar="STD", help="C++ standard, such as c++17."),
    click.option("--map", "maps", multiple=True, metavar="TSV", help="Your own names: columns cuda and hip."),
    click.option("--cuda-path", metavar="DIR", help="Parse with this CUDA toolkit's headers."),
    click.option("--root", metavar="DIR", help="Rewrite only files under DIR [default: what the inputs share]."),
    click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help="Processes [default: one a core]."),
    *configured.OPTIONS,
    click.option("-v", "--verbose", is_flag=True, help="Show notes too."),
)


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as one argument `sources`."""
    return _gathering(command, (_SCHEDULE(), *_OPTIONS))


def unscheduled_options(why: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The same for a command that takes no schedules, and says why where it is given some."""

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def refusing(sources: Sources, **options: Any) -> Any:
            if sources.schedules:
                name = click.get_current_context().info_name
                raise click.UsageError(f"--schedule and {name} contradict each other: {why}")
            return command(sources=sources, **options)

        return _gathering(refusing, (_SCHEDULE(hidden=True), *_OPTIONS), has_schedules=False)

    return added


def _gathering(
    command: Callable[..., Any], options: Sequence[Callable[..., Any]], has_schedules: bool = True
) -> Callable[..., Any]:
    @wraps(command)
    def gathered(**given: Any) -> Any:
        configuration = configured.found_for(given).configuration
        holding = configured.filled(given, configuration)
        own = {f.name: holding.pop(f.name) for f in fields(Sources) if f.name in holding}
        own |= {"jobs": own["jobs"] or cores(), "configuration": configuration}
        del holding["is_unconfigured"]
        own |= configured.by_file(given, configuration, has_schedules)
        return command(sources=Sources(**own), **holding)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered
