"""Options of a translation that a configuration can give, too."""

from __future__ import annotations

import click

from retarget.api.translating import MOST
from retarget.targets.registry import TARGETS

TO = click.option("--to", type=click.Choice(list(TARGETS)), default="amd", show_default=True, help="Target.")
ARCHITECTURES = click.option(
    "--arch", "architectures", default="gfx90a", show_default=True, metavar="GFX,...", help="Architectures."
)
LAUNCH_BOUNDS = click.option(
    "--launch-bounds/--no-launch-bounds", default=True, help="Insert proved launch bounds [default: yes]."
)
PARSE = click.option(
    "--parse/--no-parse",
    "parse",
    default=None,
    envvar="RETARGET_PARSE",
    help=f"Parse the output as HIP [default: yes for up to {MOST} units that change, unless --build compiles it].",
)
PROJECT_HIP = click.option(
    "--project-hip", is_flag=True, help="Use the HIP branches that the project already has."
)
