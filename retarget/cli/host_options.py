"""How a program runs on the host, and how its runs are compared: options of `--to cpu` and of `verify`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import fields

from retarget.system.duration import Duration
from retarget.targets.cpu.same_output import TOLERANCE


class HostOptions(Struct, frozen=True):
    """As given. `shuffle`: how many random orders, from `seed` on; `limit`: seconds for a run;
    `variants`: how many variants of each kernel are run too, 0 being all."""

    wave: str = "64"
    shuffle: int = 0
    seed: int = 1
    sanitize: bool = False
    limit: float | None = None
    outputs: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    tolerance: float = TOLERANCE
    variants: int | None = None


_HOST = (
    click.option("--wave", type=click.Choice(["32", "64"]), default="64", help="cpu: lanes of a wave [default: 64]."),
    click.option("--shuffle", type=click.IntRange(0), metavar="N", default=0,
                 help="cpu: run threads and blocks in N random orders too, both widths, and compare."),
    click.option("--seed", type=click.IntRange(0), metavar="S", default=1, help="cpu: seed of the first random order."),
    click.option("--sanitize", is_flag=True, help="cpu: find faults of memory and barriers, and data races (slow)."),
    click.option("--limit", type=Duration(), metavar="TIME", help="cpu: timeout of a run: 90s, 5m."),
)  # fmt: skip
_COMPARE = (
    click.option("--compare", "outputs", multiple=True, metavar="FILE",
                 help="Compare this output file of the program, too."),
    click.option("--ignore", multiple=True, metavar="REGEX", help="Do not compare lines that match, such as times."),
    click.option("--tolerance", type=float, default=TOLERANCE, show_default=True,
                 help="Relative tolerance of fractions."),
    click.option("--variants", type=click.IntRange(0), metavar="N",
                 help="Run N random variants of each kernel's granularity, too; 0: all of them."),
)  # fmt: skip


def host_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as one argument `host`."""

    @wraps(command)
    def gathered(**options: Any) -> Any:
        given = {f.name: options.pop(f.name) for f in fields(HostOptions) if f.name in options}
        return command(host=HostOptions(**given), **options)

    for option in reversed(_HOST):
        gathered = option(gathered)
    return gathered


def compare_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds those that concern the comparison alone; above host_options."""
    for option in reversed(_COMPARE):
        command = option(command)
    return command
