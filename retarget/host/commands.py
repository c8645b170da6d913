"""`--to cpu`: a program translated, built for the host, and run."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from retarget import exits
from retarget.emit import Layout
from retarget.flags import Flags
from retarget.host.build import HostBuild, executable
from retarget.host.compiler import BuildFailed, find_host_compiler
from retarget.host.layout import Language
from retarget.host.run import Conditions, passed_through
from retarget.messages import Placing, diagnostics
from retarget.program import Program
from retarget.text import rendered


def built(program: Program, layout: Layout, flags: Flags, language: Language, check: bool) -> str:
    """The executable; where the build fails, tells the compiler's messages at the user's lines, and exits."""
    compiler = find_host_compiler()
    try:
        return executable(compiler, HostBuild(program, layout, flags, language, check))
    except BuildFailed as failure:
        sources = program.sources
        for said in diagnostics(failure.output, Placing()):
            click.echo(rendered(said, sources), err=True)
        raise SystemExit(exits.BUILD) from None


def run_program(
    program: Program, layout: Layout, flags: Flags, arguments: Sequence[str], conditions: Conditions
) -> int:
    """Builds a translated program and runs it with the user's streams; its exit code."""
    made = built(program, layout, flags, Language.HIP, conditions.check)
    sys.stdout.flush()
    return passed_through(made, arguments, conditions)
