"""Options of `tune` for machines without a device of the target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_OPTIONS = (
    click.option("--by", type=click.Choice(["runs", "figures"]), default="runs", show_default=True,
                 help="amd: `figures` chooses by the compiler's figures; runs nothing, needs no device."),
    click.option("--arch", metavar="GFX", help="--by figures: the architecture [default: gfx90a]."),
)  # fmt: skip


def figures_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds them to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
