"""What happens with a translated program, as the options of `translate` ask: shown, checked, written, built."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click
from msgspec import Struct
from msgspec.structs import replace

from retarget.api.checking import unchanged
from retarget.api.translating import Result, Task
from retarget.cli import checking, depfile, diagnostics, translation_report
from retarget.cli.invocation import Invocation
from retarget.schedule import proved
from retarget.source.text import Severity
from retarget.system import exits, typed_json
from retarget.system.full_disk import is_full
from retarget.system.terminal import put_diff, remark
from retarget.translation import emit
from retarget.translation.merge import Program
from retarget.translation.output_ownership import FileChanges


class OutputOptions(Struct, frozen=True):
    """The options of `translate` that concern its output, as given."""

    output: str | None
    in_place: bool
    show_diff: bool
    check: bool
    as_json: bool
    build: bool
    force: bool
    form: str
    fail_on: str
    stamp: str | None
    depfile: str | None

    @property
    def is_alone(self) -> bool:
        """Whether one text, and nothing else, goes to the standard output."""
        return self.output == emit.STDOUT


def finish(asked: OutputOptions, result: Result, run: Invocation, verbose: bool) -> int:
    """Returns the exit code; leaves what build systems ask for, where all went well."""
    code = _finish(asked, result, run, verbose)
    if code == exits.OK and (asked.depfile or asked.stamp):
        run.depends.clear()  # the next run has to leave them, too
        if asked.depfile:
            is_alone = asked.output and result.layout.place is emit.Place.FILE
            outputs = [str(asked.output)] if is_alone else [o.path for o in result.outputs]
            read = (*result.reads(), *_configurations(run))
            depfile.write(asked.depfile, [asked.stamp] if asked.stamp else outputs, read)
        if asked.stamp:
            depfile.touch(asked.stamp)
    return code


def _configurations(run: Invocation) -> list[str]:
    """The files that configure a run."""
    return [path for path in run.looked_for if os.path.isfile(path) and os.path.basename(path) != ".git"]


def _finish(asked: OutputOptions, result: Result, run: Invocation, verbose: bool) -> int:
    program = result.program
    rest_on(run, result.depends(), program)
    if asked.check:
        return _checked(asked, result, run, verbose)
    diagnostics.tell(asked.form, result, run, verbose)
    if asked.show_diff:
        put_diff(result.diff())
        return _code(result, asked)
    if asked.is_alone:
        sys.stdout.write(next(iter(result.texts.values())))
    outcome = FileChanges(()) if asked.is_alone else result.carry_out(asked.force)
    written = outcome.written
    unproved = proved.command(result.inputs.words(), asked.in_place) if result.is_unproved() else ""
    if (written and (asked.in_place or asked.as_json)) or outcome.removed or outcome.left:
        run.depends.clear()  # the next run has another input, or writes nothing, and does not say what this one does
    built = result.build() if asked.build else None
    if asked.as_json:
        calls = built.calls() if built else None
        click.echo(typed_json.text(translation_report.answer(result, written, calls, unproved or None)))
    else:
        remark(translation_report.summary(program, result.outputs, verbose, result.suppressed))
        for text in translation_report.beside(outcome):
            remark(text)
        if differences := translation_report.differences(program, verbose):
            remark(differences)
        for text in translation_report.unchecked(result.parsed):
            remark(text)
        if built:
            built.show()
        if unproved:
            remark(f"nothing has shown yet that results stay the same: {unproved}")
    if built and built.failed:
        return exits.OUTPUT if is_full("\n".join(built.messages())) else exits.BUILD
    return _code(result, asked)


def _checked(asked: OutputOptions, result: Result, run: Invocation, verbose: bool) -> int:
    """Of diagnostics for people, those at which it fails."""
    planned = result.plan()
    found, failing = planned.check(), _FAILING[asked.fail_on]
    is_text = asked.form == diagnostics.TEXT
    is_brief = is_text and not verbose
    said = tuple(d for d in result.diagnostics if not is_brief or d.severity in failing)
    said = said if is_text else (*said, *checking.diagnostics(found))
    shown = replace(result, program=replace(result.program, diagnostics=said))
    diagnostics.tell(asked.form, shown, run, verbose or is_brief)
    checking.tell(found)
    if asked.show_diff:
        checking.show_difference(planned)
    if asked.as_json:
        click.echo(typed_json.text(replace(translation_report.answer(result, ()), check=found)))
    return checking.code(found, _code(result, asked))


def checked_by_lock(asked: OutputOptions, task: Task, verbose: bool) -> int | None:
    """The exit code of `--check` where the lock answers it; else None: then the program has to be translated."""
    if verbose or asked.as_json or asked.form != diagnostics.TEXT or asked.fail_on not in ("error", "never"):
        return None  # then diagnostics are asked for
    found = None if asked.depfile else unchanged(task)
    if found is None or (asked.show_diff and not found.is_clean):
        return None
    checking.tell(found)
    if asked.stamp and found.is_clean:
        depfile.touch(asked.stamp)
    return checking.code(found)


def rest_on(run: Invocation, paths: Iterable[str], program: Program) -> None:
    """Notes what a run depends on."""
    run.depends.extend(paths)
    run.read.update({path: source.data for path, source in program.sources.items()})


_FAILING = {
    "error": (Severity.ERROR,),
    "warning": (Severity.ERROR, Severity.WARNING),
    "note": tuple(Severity),
    "never": (),
}
FAIL_ON = tuple(_FAILING)


def _code(result: Result, asked: OutputOptions) -> int:
    failing = _FAILING[asked.fail_on]
    return exits.TRANSLATION if any(d.severity in failing for d in result.diagnostics) else exits.OK
