"""What a command reads: files, compiler flags, a compile database; given alike to all commands."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial, wraps
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from retarget.errors import InputError
from retarget.source.database import DATABASE, Command, read_database
from retarget.source.flags import Flags, read_flags
from retarget.source.project import below, leads_in_a_circle, real
from retarget.source.text import Diagnostic, Severity, Span
from retarget.system import cache as runs
from retarget.system.toolchain import find_headers
from retarget.translate.emit import Ledger
from retarget.translate.file import Options
from retarget.translate.walk import Request

_NONE = Flags()


@dataclass(frozen=True)
class Sources:
    """The options that say what is translated, as given."""

    files: tuple[str, ...]
    database: str | None
    include: tuple[str, ...]
    define: tuple[str, ...]
    std: str | None
    maps: tuple[str, ...]
    cuda_path: str | None
    root: str | None
    jobs: int
    verbose: bool
    schedules: tuple[str, ...]

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """The entries of the compile database."""
        return read_database(Path(self.database)) if self.database else ()

    def inputs(self) -> tuple[str, ...]:
        """The files named, else those of the database. Raises click.UsageError where there is none."""
        named = tuple(os.path.normpath(f) for f in self.files)
        here = os.getcwd()
        listed = tuple(dict.fromkeys(below(c.file, here) or c.file for c in self.commands))
        if not named and not listed and self.database:
            raise InputError(f"{self.database}: the compile database lists no source of C, C++ or CUDA")
        if not named and not listed:
            raise click.UsageError("no input: name CUDA files, or give a compile database with -p")
        found = named or _own_names(tuple(f for f in listed if os.path.exists(f)))
        if not found:
            raise InputError(f"{self.database}: {_gone(listed)}")
        return found

    def without_outputs(self, folder: str) -> Sources:
        """Without the inputs that an earlier run wrote to this folder of outputs: a shell's pattern matches these too.
        Raises InputError where others lie there, or nothing is left."""
        inputs, ledger = self.inputs(), Ledger(runs.cache_folder())
        inside = [i for i in inputs if below(i, folder) is not None]
        theirs = [i for i in inside if not ledger.is_ours(i)]
        if len(inside) < len(inputs) and theirs:
            raise InputError(
                f"{theirs[0]} lies in the output folder {folder}, and is not what retarget wrote there: "
                "give -o another folder, or leave that file out"
            )
        ours = [i for i in inside if i not in theirs]
        if len(ours) == len(inputs):
            raise InputError(f"{_listed(ours)}: written by an earlier run: name the originals")
        if not ours:
            return self
        click.echo(f"retarget: left out, as an earlier run wrote them to {folder}: {_listed(ours)}", err=True)
        return replace(self, files=tuple(i for i in inputs if i not in ours))

    def depends(self) -> Iterator[str]:
        """The files and folders, beside the inputs, on which a run depends, whether they are there or not."""
        yield from self.maps
        yield from (path for c in self.commands for path in (c.file, *c.reads, *c.flags.include))
        yield from dict.fromkeys(c.compiler for c in self.commands if os.path.isabs(c.compiler))
        if self.database:
            yield from (self.database, os.path.join(self.database, DATABASE))

    def complaints(self, lacking: Collection[str] = ()) -> Iterator[Diagnostic]:
        """What of the compile database is out of date, as far as it concerns the inputs; lacking: the units of which
        headers were not found."""
        if self.database is None:
            return
        place = Span(self.database, 0, 0)
        gone = [] if self.files else [c.file for c in self.commands if not os.path.exists(c.file)]
        for _, lost in groupby(sorted(gone, key=leads_in_a_circle), leads_in_a_circle):
            yield Diagnostic("database", Severity.WARNING, place, f"{_gone([*lost])}; the rest is translated")
        inputs = {real(i) for i in self.inputs()}
        for fault, commands in groupby(sorted(self.commands, key=_fault), _fault):
            files = [c.file for c in commands if real(c.file) in inputs]
            if fault and files:
                message = f"{fault}: its options are missing for {_listed(files)}: configure the build again"
                yield Diagnostic("database", Severity.WARNING, place, message)
        known = {real(path) for path in lacking}
        strange = sorted((c.compiler, c.file) for c in self.commands if real(c.file) in known and not c.has_compiler)
        for compiler, pairs in groupby(strange, _first):
            lacks = f"the compiler {compiler} is not on this machine, and headers of {_listed(f for _, f in pairs)}"
            message = f"{lacks} were not found: install it, or name the folders that it looks in with -I"
            yield Diagnostic("database", Severity.WARNING, place, message)

    def flags(self) -> Flags:
        """Those given as options of ours."""
        standard = [f"-std={self.std}"] if self.std else []
        return read_flags([*(f"-I{i}" for i in self.include), *(f"-D{d}" for d in self.define), *standard])

    def words(self, more: Flags = _NONE) -> list[str]:
        """The options again, for another command; more: flags that were given behind `--`."""
        own = self.flags().joined(more)
        paths = (("-p", self.database), ("--cuda-path", self.cuda_path), ("--root", self.root), ("--std", own.std))
        listed = [*(("-I", i) for i in (*own.include, *own.system)), *(("-D", d) for d in own.define),
                  *(("--map", m) for m in self.maps), *((option, given) for option, given in paths if given),
                  *(("--schedule", s) for s in self.schedules)]  # fmt: skip
        return [*self.files, *(str(word) for pair in listed for word in pair)]

    def folder(self) -> str:
        """Files outside of it stay as they are: the one given, else the nearest that holds all inputs, or the
        working folder, where it does."""
        if self.root:
            return self.root
        shared = os.path.commonpath([os.path.dirname(os.path.abspath(i)) for i in self.inputs()])
        here = os.getcwd()
        return here if os.path.commonpath([shared, here]) == here else shared

    def request(self, flags: Flags, options: Options) -> Request:
        """The translation that is asked for. Raises MissingTool, BadSchedule."""
        headers = find_headers(Path(self.cuda_path) if self.cuda_path else None)
        maps = tuple(Path(m) for m in self.maps)
        cache = runs.cache_folder()
        asked = Request(self.inputs(), flags, self.commands, options, headers, maps, cache, self.jobs, self.folder())
        if not self.schedules:
            return asked
        from retarget.schedule.schedule import read_schedules  # noqa: PLC0415  (most runs have no schedule)

        return replace(asked, schedules=read_schedules(self.schedules))


def _first(pair: tuple[str, str]) -> str:
    return pair[0]


def _fault(command: Command) -> str:
    return command.fault


def _own_names(files: Sequence[str]) -> tuple[str, ...]:
    """Without the links to files that are listed by their own names, too."""
    own = {f for f in map(os.path.abspath, files) if real(f) == f}
    return tuple(f for f in files if os.path.abspath(f) in own or real(f) not in own)


def _gone(files: Sequence[str]) -> str:
    listed = f"{_listed(files)} {'is' if len(set(files)) == 1 else 'are'}"
    if all(map(leads_in_a_circle, files)):
        return f"{listed} behind links that lead in a circle: mend the links"
    return f"{listed} gone: configure the build again"


def _listed(files: Iterable[str]) -> str:
    known = list(dict.fromkeys(below(f, os.getcwd()) or f for f in files))
    return ", ".join(known[:4]) + (f" and {len(known) - 4} more" if len(known) > 4 else "")


_SCHEDULE = partial(
    click.option,
    "--schedule",
    "schedules",
    multiple=True,
    metavar="SCHEDULE",
    help='What a thread and a block are to do: "lu: block(x=2) thread(y=8)"; none named: for all.',
)
_OPTIONS = (
    click.option("-p", "--database", metavar="PATH", help="A compile_commands.json, or its folder."),
    click.option("-I", "include", multiple=True, metavar="DIR", help="Folder of the user's headers."),
    click.option("-D", "define", multiple=True, metavar="NAME[=V]", help="Macro."),
    click.option("--std", metavar="STD", help="C++ standard, such as c++17."),
    click.option("--map", "maps", multiple=True, metavar="TSV", help="Your own names: columns cuda and hip."),
    click.option("--cuda-path", metavar="DIR", help="Parse with this CUDA toolkit's headers."),
    click.option("--root", metavar="DIR", help="Files outside of it stay [default: what the inputs share]."),
    click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help="Processes [default: one a core]."),
    click.option("-v", "--verbose", is_flag=True, help="Show notes too."),
)


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as one argument `sources`."""
    return _gathering(command, (_SCHEDULE(), *_OPTIONS))


def unscheduled_options(why: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The same for a command that takes no schedules, and says why where it is given some."""

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def refusing(sources: Sources, **options: Any) -> Any:
            if sources.schedules:
                name = click.get_current_context().info_name
                raise click.UsageError(f"--schedule and {name} contradict each other: {why}")
            return command(sources=sources, **options)

        return _gathering(refusing, (_SCHEDULE(hidden=True), *_OPTIONS))

    return added


def _gathering(command: Callable[..., Any], options: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    @wraps(command)
    def gathered(**given: Any) -> Any:
        own = {f.name: given.pop(f.name) for f in fields(Sources)}
        own["jobs"] = own["jobs"] or os.cpu_count() or 1
        return command(sources=Sources(**own), **given)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered
