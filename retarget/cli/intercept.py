"""`retarget intercept`: the compile database of a build that writes none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import click

from retarget.api.intercepting import intercept
from retarget.cli import nvcc
from retarget.system import exits
from retarget.system.terminal import remark


def run(words: Sequence[str], output: str) -> int:
    """Returns the exit code. Raises Error, MissingTool, OutputError."""
    if not words:
        raise click.UsageError("name the build behind --: retarget intercept -- make")
    toolkit = None if shutil.which("nvcc") else Path(nvcc.toolkit(None, "", (), (), (), False))
    environment = {**os.environ, **(nvcc.environment(toolkit) if toolkit else {})}
    found = intercept(words, output, environment, toolkit)
    more = f", {found.kept} kept from before" if found.kept else ""
    if found.units:
        remark(f"{output}: {found.units} compilation{'' if found.units == 1 else 's'}{more}")
    if found.build:
        click.echo(f"retarget: error: the build failed (exit code {found.build}): {_coverage(found.units)}", err=True)
        return exits.BUILD
    if not found.units:
        click.echo("retarget: error: the build compiled nothing: clean it (make clean), and build it again", err=True)
        return exits.INPUT
    return exits.OK


def _coverage(units: int) -> str:
    return "the database has what it compiled until then" if units else "it compiled nothing until then"
