"""The commands that stand in a build: in the place of its compilers, of a toolkit, or around all of it."""

from __future__ import annotations

from typing import Any

import click

from retarget.cli import common_options, examples, host_compilers
from retarget.cli.invocation import Invocation
from retarget.source.database import DATABASE


@click.command(add_help_option=False)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def nvcc(words: tuple[str, ...]) -> None:
    """Compile and link as nvcc does, for another target: make NVCC="retarget nvcc --to amd"."""
    from retarget.cli import nvcc as drop_in  # noqa: PLC0415  (most runs only translate)

    raise SystemExit(drop_in.run(words))


@click.command(add_help_option=False)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def host(words: tuple[str, ...]) -> None:
    """Compile host code that names CUDA: make CXX="retarget host g++"."""
    raise SystemExit(host_compilers.host(words))


@common_options.command(epilog=examples.TOOLKIT)
@click.argument("folder", required=False, metavar="[DIR]")
@click.option("--arch", default="", metavar="GFX,...", help="Architectures that its nvcc builds for.")
@click.option("--schedule", "schedules", multiple=True, metavar="SCHEDULE", help="That its nvcc applies to kernels.")
@click.option("--tuned", multiple=True, metavar="FILE", help="Schedules that its nvcc applies, one a line.")
@click.option("--map", "maps", multiple=True, metavar="TSV", help="Your own names: columns cuda and hip.")
@click.option("--env", "as_environment", is_flag=True, help="Print what a shell sets for builds that look for CUDA.")
def toolkit(folder: str | None, **options: Any) -> None:
    """Lay out a folder that stands for a CUDA toolkit, with `retarget nvcc` as its nvcc; print its path."""
    from retarget.cli import nvcc as drop_in  # noqa: PLC0415  (most runs only translate)

    click.echo(drop_in.toolkit(folder, **options))


@common_options.command(epilog=examples.INTERCEPT)
@click.option("-o", "--output", default=DATABASE, show_default=True, metavar="FILE", help="The database.")
@click.pass_obj
def intercept(run: Invocation, output: str) -> None:
    """Run a build, and write the compile database of what it compiles; the build goes behind --."""
    from retarget.cli import intercept as command  # noqa: PLC0415  (most runs only translate)

    raise SystemExit(command.run(run.behind, output))


COMMANDS = (nvcc, host, toolkit, intercept)
