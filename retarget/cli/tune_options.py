"""Options of `tune` that say on what variants are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from retarget.system.size import ByteSize

_OPTIONS = (
    click.option("--by", type=click.Choice(["captures", "runs", "figures"]),
                 help="Compare on launches captured from one run [default], on whole runs [--to cpu], or by the "
                 "compiler's figures (amd; needs no device)."),
    click.option("--capture", metavar="DIR", help="Take the launches of this capture; no program runs."),
    click.option("--memory", type=ByteSize(), metavar="SIZE",
                 help="Most memory of the program to write while capturing [default: 4GB]."),
    click.option("--devices", metavar="all|N,...",
                 help="Replay launches on these GPUs of this machine, side by side [default: the first one]."),
    click.option("--dask", metavar="ADDRESS", help="Replay launches on the GPUs of a Dask scheduler's workers, too."),
    click.option("--arch", metavar="GFX", help="--by figures: the architecture [default: gfx90a]."),
)  # fmt: skip


def comparison_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds them to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
