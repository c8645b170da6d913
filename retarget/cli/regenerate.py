"""`retarget regenerate`: what a lock names, checked or written anew."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import click
from msgspec import Struct

from retarget.api import regenerating
from retarget.api.translating import Result
from retarget.cli import checking, translation_report
from retarget.errors import Error
from retarget.source.text import Severity, rendered
from retarget.system import exits
from retarget.system.cores import cores
from retarget.system.repository import repository_files
from retarget.system.terminal import paint, remark
from retarget.system.unignored import unignored
from retarget.translation.lock import NAME


class RegenerateOptions(Struct, frozen=True):
    """The options, as given."""

    check: bool
    show_diff: bool
    force: bool
    jobs: int | None
    verbose: bool


def regenerate(folders: Sequence[str], asked: RegenerateOptions) -> int:
    """Returns the exit code."""
    places = [_folder(place) for place in folders] or locked_folders()
    if not places:
        raise Error(f"no {NAME} is here", "name the folder of outputs that has one, or translate first")
    return max((_one(place, asked) for place in places), key=_WORST.index, default=exits.OK)


_WORST = (exits.OK, exits.TRANSLATION, exits.STALE, exits.OUTPUT)  # the last of several is the exit code


def locked_folders() -> list[str]:
    """The folders, here and below, whose locks git knows or does not ignore; outside of git, all of them."""
    found = repository_files(f"*{NAME}", with_new=True)
    if found is None:
        found = [path for path in unignored(os.curdir) if os.path.basename(path) == NAME]
    return [os.path.dirname(path) or "." for path in found if os.path.basename(path) == NAME and os.path.exists(path)]


def _folder(place: str) -> str:
    folder = os.path.dirname(place) or "." if os.path.basename(place) == NAME else place
    if not os.path.isfile(os.path.join(folder, NAME)):
        raise Error(f"{folder} holds no {NAME}", "name the folder of outputs that has one, or translate first")
    return os.path.normpath(folder)


def _one(folder: str, asked: RegenerateOptions) -> int:
    jobs = asked.jobs or cores()
    if asked.check or asked.show_diff:
        looks_closer = lambda found: asked.verbose or (asked.show_diff and not found.is_clean)  # noqa: E731
        return _checked(regenerating.check(folder, jobs, looks_closer, _quiet), asked)
    codes = [exits.OK]
    for done in regenerating.regenerate(folder, jobs, asked.force, _quiet):
        if done.result:
            _tell(done.result, asked.verbose)
            codes.append(_code(done.result))
        for path in done.outcome.written:
            remark(f"{path}: written")
        for text in translation_report.beside(done.outcome):
            remark(text)
    return max(codes, key=_WORST.index)


def _checked(runs: Iterable[regenerating.Checked], asked: RegenerateOptions) -> int:
    codes = [exits.OK]
    for run in runs:
        if run.result:
            _tell(run.result, asked.verbose)
        checking.tell(run.found, "run `retarget regenerate`")
        if asked.show_diff and run.result:
            checking.show_difference(run.result.plan())
        codes.append(checking.code(run.found, _code(run.result) if run.result else exits.OK))
    return max(codes, key=_WORST.index)


def _tell(result: Result, verbose: bool) -> None:
    sources = result.program.sources
    for diagnostic in result.diagnostics:
        if verbose or diagnostic.severity is Severity.ERROR:
            click.echo(rendered(diagnostic, sources, paint), err=True)


def _code(result: Result) -> int:
    return exits.OK if result.ok else exits.TRANSLATION


def _quiet(_: str) -> None:
    pass
