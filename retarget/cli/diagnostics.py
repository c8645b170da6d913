"""Diagnostics in the form that is asked for: clang's, SARIF, or what GitHub's runners show beside the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from retarget.api.translating import Result
from retarget.cli import sarif, translation_report
from retarget.cli.invocation import Invocation
from retarget.errors import Error
from retarget.source.text import Diagnostic, Severity, Source, located
from retarget.translation.merge import Program
from retarget.translation.severities import Suppressed

TEXT, SARIF, GITHUB = "text", "sarif", "github"
FORMS = (TEXT, SARIF, GITHUB)
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def tell(form: str, result: Result, run: Invocation, verbose: bool) -> None:
    """Prints them: to the standard error in clang's form, else to the standard output. verbose: notes too, which SARIF
    always has."""
    tell_program(form, result.program, result.suppressed, run, verbose)


def tell_program(
    form: str, program: Program, suppressed: Sequence[Suppressed], run: Invocation, verbose: bool
) -> None:
    """The same of a program that is not to be written."""
    if form == TEXT:
        for text in translation_report.shown(program, verbose):
            click.echo(text, err=True)
        return
    root = repository(run)
    if form == SARIF:
        click.echo(sarif.log(program.diagnostics, suppressed, program.sources, root))
        return
    for diagnostic in program.diagnostics:
        if verbose or diagnostic.severity is not Severity.NOTE:
            click.echo(github(diagnostic, program.sources, root))


def tell_failure(form: str, error: Error, run: Invocation) -> None:
    """Prints what kept the tool from its work, where programs read it."""
    if form == SARIF:
        click.echo(sarif.failed(str(error), repository(run)))
    if form == GITHUB:
        click.echo(f"::error title=retarget::{_escaped(str(error))}")


def repository(run: Invocation) -> str:
    """The folder that paths are relative to: of the git repository around the working folder, else that folder."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        run.looked_for.append(str(folder / ".git"))
        if (folder / ".git").exists():
            return str(folder)
    return str(here)


def github(diagnostic: Diagnostic, sources: dict[str, Source], root: str) -> str:
    """A command of GitHub's workflows. Its columns are characters, from one."""
    properties = ",".join(_properties(diagnostic, sources, root))
    return f"::{_COMMANDS[diagnostic.severity]} {properties}::{_message(diagnostic, sources)}"


def _properties(diagnostic: Diagnostic, sources: dict[str, Source], root: str) -> Iterator[str]:
    span = diagnostic.span
    if span:
        yield f"file={_escaped(sarif.relative(span.path, root) or span.path, ':,')}"
        if source := sources.get(span.path):
            (line, column), (last, end) = source.shown_position(span.start), source.shown_position(span.end)
            yield f"line={line},endLine={last},col={column}"
            if last == line and end > column:  # its columns are of one line
                yield f"endColumn={end - 1}"
    yield f"title={_escaped(diagnostic.rule, ':,')}"


def _message(diagnostic: Diagnostic, sources: dict[str, Source]) -> str:
    more = (f"{located(sources.get(r.span.path), r.span)}: {r.message}" for r in diagnostic.related)
    return _escaped("\n".join((diagnostic.message, *more)))


def _escaped(text: str, more: str = "") -> str:
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
