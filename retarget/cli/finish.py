"""What happens with a translated program, as the options of `translate` ask: parsed, shown, checked, written, built."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from retarget.cli import report
from retarget.cli.sources import Sources
from retarget.errors import OutputError
from retarget.schedule import proved
from retarget.source.flags import Flags
from retarget.source.lexer import includes
from retarget.system import cache, exits
from retarget.targets.parsed import Parsed, Placed, Unchecked
from retarget.targets.target import Target
from retarget.targets.tools import Emitted, Wishes
from retarget.translate import emit
from retarget.translate.emit import Layout, Ledger, Place
from retarget.translate.hip.fp_atomics import OPTION as FP_ATOMICS
from retarget.translate.merge import Program

MOST = 64  # units whose translation is parsed without being asked for
depends: list[str] = []
texts_read: dict[str, bytes] = {}


@dataclass(frozen=True)
class Asked:
    """The options of `translate` that concern its output, as given."""

    output: str | None
    in_place: bool
    show_diff: bool
    check: bool
    as_json: bool
    build: bool
    force: bool
    arch: str
    hip_include: str | None
    parse: bool | None = None
    unsafe_fp_atomics: bool = False

    def wishes(self, architectures: tuple[str, ...], takes_branches: bool) -> Wishes:
        """What of it concerns checks and builds."""
        options = (FP_ATOMICS,) if self.unsafe_fp_atomics else ()
        return Wishes(architectures, self.hip_include, takes_branches, options)

    def parses(self, program: Program) -> bool:
        """Whether the output is parsed as HIP."""
        return self.parse if self.parse is not None else len(program.changed_units) <= MOST and not self.build


def finish(
    asked: Asked,
    target: Target,
    wishes: Wishes,
    given: Sources,
    layout: Layout,
    program: Program,
    flags: Mapping[str, Flags],
    without: Callable[[Sequence[Placed]], Program] | None = None,
    again: Sequence[str] = (),
) -> None:
    """target: what the program is taken to; without: gives the program less the schedules whose text the target's
    compiler does not take; again: the words of what is translated, for the command that proves the result."""
    if asked.show_diff and layout.place is Place.BESIDE and any(f.changed and not f.is_root for f in program.files):
        layout = replace(layout, place=Place.IN_PLACE)  # nothing is written: headers that change are shown too
    while True:
        program = program.only(program.units[0].root) if layout.place is Place.FILE else program
        complaints = given.complaints({u.root for u in program.units if u.missing})
        program = replace(program, diagnostics=(*complaints, *program.diagnostics))
        _depend_on(program, flags)
        found = _outputs(asked, program, layout)
        emitted, check = Emitted(program, found, layout, flags, given.jobs), target.tools().check
        parsed = Parsed()
        if check:
            parsed = check(emitted, wishes) if asked.parses(program) else _unparsed(asked, program)
        if not (without and parsed.generated):
            break
        program = without(parsed.generated)
    program = program.told(parsed.diagnostics)
    names = {o.source: o.path for o in found if o.source}
    depends.extend(o.path for o in found)
    for text in report.shown(program, given.verbose):
        click.echo(text, err=True)
    if asked.show_diff:
        for line in report.diff(program, names):
            sys.stdout.write(line)
        raise SystemExit(_code(program))
    if asked.check:
        stale = emit.stale(found)
        for path in stale:
            click.echo(f"{path}: out of date: run retarget again", err=True)
        raise SystemExit(exits.STALE if stale else _code(program))
    if asked.output == emit.STDOUT:
        sys.stdout.write(found[0].data.decode("utf-8", "surrogateescape"))
        written: list[str] = []
    else:
        written = emit.write(found, layout, Ledger(cache.cache_folder()), asked.force)
    unproved = proved.command(again, asked.in_place) if _is_unproved(program, target) else ""
    if written and (asked.in_place or asked.as_json):
        depends.clear()  # the next run has another input, or writes nothing, and is not told what this one is
    build = target.tools().build
    built = build(emitted, wishes) if asked.build and build else None
    if asked.as_json:
        told = report.as_json(program, found, written, parsed) | ({"build": built.as_json()} if built else {})
        told |= {"prove": unproved} if unproved else {}
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        click.echo(report.summary(program, found, given.verbose), err=True)
        if differences := report.differences(program, given.verbose):
            click.echo(differences, err=True)
        for text in report.unchecked(parsed):
            click.echo(text, err=True)
        if built:
            built.show()
        if unproved:
            click.echo(f"nothing has shown yet that results stay the same: {unproved}", err=True)
    raise SystemExit(exits.BUILD if built and built.failed else _code(program))


def _depend_on(program: Program, flags: Mapping[str, Flags]) -> None:
    depends.extend([*program.sources, *_looked_for(program, _folders(flags))])
    texts_read.update({path: source.data for path, source in program.sources.items()})


def _outputs(asked: Asked, program: Program, layout: Layout) -> tuple[emit.Output, ...]:
    """What is to be written. That a layout cannot hold the program follows from the program alone: a check that says so
    is remembered as any other."""
    try:
        return emit.outputs(program, layout)
    except OutputError as error:
        if not asked.check:
            raise
        click.echo(f"retarget: error: {error}", err=True)
        raise SystemExit(exits.OUTPUT) from error


def _is_unproved(program: Program, target: Target) -> bool:
    """Whether nobody compared the results of what schedules made of the program."""
    if not program.scheduled or program.failed:
        return False
    asked = program.scheduled, target.name, cache.cache_folder()
    depends.extend(map(str, proved.places(*asked)))
    return not proved.is_known(*asked)


def _folders(flags: Mapping[str, Flags]) -> Iterable[str]:
    return dict.fromkeys(folder for own in flags.values() for folder in own.include)


def _looked_for(program: Program, folders: Iterable[str]) -> Iterator[str]:
    """The folders of headers, and where a missing header would be: one that appears there changes the run."""
    yield from folders
    for path in {d.span.path for d in program.diagnostics if d.rule == "missing-header" and d.span}:
        for include in includes(program.sources[path].text):
            yield from (os.path.join(folder, include.path) for folder in (os.path.dirname(path), *folders))


def _unparsed(asked: Asked, program: Program) -> Parsed:
    """What to say of units that are not parsed as HIP, though nobody asked for that."""
    if asked.parse is not None or asked.build:
        return Parsed()
    why = f"more than {MOST} units; --parse checks them all"
    return Parsed((), tuple(Unchecked(u.root, why) for u in program.changed_units))


def _code(program: Program) -> int:
    return exits.TRANSLATION if program.failed else exits.OK
