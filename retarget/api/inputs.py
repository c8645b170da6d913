"""What a program is: its files, and how they are compiled."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from msgspec import Struct, field
from msgspec.structs import fields, replace

from retarget.errors import Error, InputError
from retarget.source.code_options import code_words, left_out
from retarget.source.database import DATABASE, DatabaseEntry, read_database
from retarget.source.file_patterns import EVERY_FILE, FilePattern
from retarget.source.flags import Flags, read_flags
from retarget.source.project import below, leads_in_a_circle, real
from retarget.source.text import Diagnostic, Severity, Span
from retarget.system.cache import cache_folder
from retarget.system.cores import cores
from retarget.system.toolchain import find_headers
from retarget.translation.emit import Place, place_of
from retarget.translation.file import Options
from retarget.translation.lock import Whole
from retarget.translation.output_ownership import is_ours
from retarget.translation.walk import Request


class PatternOptions(Struct, frozen=True):
    """What holds for the files of a pattern, below what is said else: flags of units, schedules of kernels. origin: the
    line of a configuration that says so."""

    files: FilePattern = EVERY_FILE
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    std: str | None = None
    schedules: tuple[str, ...] = ()
    origin: str = ""


class Inputs(Struct, frozen=True, dict=True):
    """A program: its files, and how they are compiled.

    files: CUDA files; none where a compile database lists them. database: a compile_commands.json, or its folder.
    include, define, std: as `-I`, `-D` and `-std` of a compiler; options: more of its words. maps: tables of the user's
    own names. cuda_path: a toolkit whose headers are read. root: files outside of it stay as they are; by default the
    nearest folder that holds all inputs. jobs: processes. schedules: of kernels, such as "lu: block(x=2) thread(y=8)";
    elsewhere: they may name kernels that these files do not have.
    for_files: what holds for some files; later ones first. configured: the words of a command line that name the
    configuration which says so, where it would not find that by itself.
    whole: the folders that `files` are all of, as `whole_tree.expanded` finds them; copied: their other files; said:
    what there is to say of them.
    compiled_alike: the outputs are compiled with the same options, so that none is lost that changes code alone;
    all_options_used: by the compiler that gets the text, so that nothing is said of any.
    last_macro_counts: of those that the options define or undefine several times, as for compilers; else that is an
    error.
    """

    files: tuple[str, ...] = ()
    database: str | None = None
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    std: str | None = None
    maps: tuple[str, ...] = ()
    cuda_path: str | None = None
    root: str | None = None
    jobs: int = field(default_factory=cores)
    schedules: tuple[str, ...] = ()
    elsewhere: bool = False
    options: tuple[str, ...] = ()
    for_files: tuple[PatternOptions, ...] = ()
    configured: tuple[str, ...] = ()
    whole: Whole | None = None
    copied: tuple[str, ...] = ()
    said: tuple[Diagnostic, ...] = ()
    compiled_alike: bool = False
    all_options_used: bool = False
    last_macro_counts: bool = False

    @classmethod
    def of(cls, given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]], **more: Any) -> Self:
        """Inputs as they are, or of the files named; `more` are fields."""
        if isinstance(given, Inputs):
            return cls(**{f.name: getattr(given, f.name) for f in fields(Inputs)} | more)
        named = [given] if isinstance(given, str | os.PathLike) else list(given)
        return cls(files=tuple(os.fspath(path) for path in named), **more)

    @cached_property
    def commands(self) -> tuple[DatabaseEntry, ...]:
        """The entries of the compile database."""
        return read_database(Path(self.database)) if self.database else ()

    def inputs(self) -> tuple[str, ...]:
        """The files named, else those of the database. Raises Error where there is none, InputError."""
        named = tuple(_own_name(f) for f in self.files)
        here = os.getcwd()
        listed = tuple(dict.fromkeys(below(c.file, here) or c.file for c in self.commands))
        if not named and not listed and self.database:
            raise InputError(f"{self.database}: the compile database lists no source of C, C++ or CUDA")
        if not named and not listed:
            raise Error("no input: name CUDA files, or give a compile database with -p")
        found = named or _own_names(tuple(f for f in listed if os.path.exists(f)))
        if not found:
            raise InputError(f"{self.database}: {_gone(listed)}")
        return found

    def without_outputs(self, folder: str) -> tuple[Self, tuple[str, ...]]:
        """Without the inputs that an earlier run wrote to this folder of outputs, which a shell's pattern matches too;
        and these. Raises InputError where others lie there, or none remains."""
        inputs = self.inputs()
        inside = [i for i in inputs if below(i, folder) is not None]
        theirs = [i for i in inside if not is_ours(i, folder)]
        if len(inside) < len(inputs) and theirs:
            raise InputError(
                f"{theirs[0]} lies in the output folder {folder}, and is not what retarget wrote there: "
                "give -o another folder, or leave that file out"
            )
        ours = [i for i in inside if i not in theirs]
        if len(ours) == len(inputs):
            raise InputError(f"{listed(ours)}: written by an earlier run: name the originals")
        if not ours:
            return self, ()
        return replace(self, files=tuple(i for i in inputs if i not in ours)), tuple(ours)

    def place(self, output: str | None, in_place: bool) -> Place:
        """How their outputs are placed, given `-o` and `--in-place`."""
        return Place.TREE if self.whole and output else place_of(output, in_place, len(self.inputs()))

    def depends(self) -> Iterator[str]:
        """The files and folders, beside the inputs, on which a run depends, whether they are there or not."""
        yield from self.maps
        yield from (path for c in self.commands for path in (c.file, *c.reads, *c.flags.include))
        yield from dict.fromkeys(c.compiler for c in self.commands if os.path.isabs(c.compiler))
        if self.database:
            yield from (self.database, os.path.join(self.database, DATABASE))

    def complaints(self, lacking: Collection[str] = ()) -> Iterator[Diagnostic]:
        """What there is to say of whole trees; what of the compile database is out of date, as far as it concerns the
        inputs; lacking: the units of which headers were not found."""
        yield from self.said
        yield from self._left_out()
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
                message = f"{fault}: its options are missing for {listed(files)}: configure the build again"
                yield Diagnostic("database", Severity.WARNING, place, message)
        known = {real(path) for path in lacking}
        strange = sorted((c.compiler, c.file) for c in self.commands if real(c.file) in known and not c.has_compiler)
        for compiler, pairs in groupby(strange, _first):
            lacks = f"the compiler {compiler} is not on this machine, and headers of {listed(f for _, f in pairs)}"
            message = f"{lacks} were not found: install it, or name the folders that it looks in with -I"
            yield Diagnostic("database", Severity.WARNING, place, message)

    def _left_out(self) -> Iterator[Diagnostic]:
        """What there is to say of options that no text holds: those behind `--`, then those of the compile database."""
        if self.all_options_used:
            return
        inputs = self.inputs()
        named = {real(i) for i in inputs}
        said: dict[tuple[str, str], list[str]] = {}
        for message in left_out(self.flags().code, self.compiled_alike):
            said[inputs[0], message] = []
        for command in (c for c in self.commands if real(c.file) in named):
            for message in left_out(command.flags.code, self.compiled_alike):
                said.setdefault((str(self.database), message), []).append(command.file)
        for (place, message), files in said.items():
            whose = f", for {listed(files)}" if files else ""
            yield Diagnostic("unused-option", Severity.WARNING, Span(place, 0, 0), message + whose)

    def flags(self) -> Flags:
        """Of all units. Raises FlagError."""
        own = _flags(self.include, self.define, self.std)
        if not self.options:
            return own
        given = read_flags(self.options, strict=not self.last_macro_counts)
        return own.joined(dataclasses.replace(given, code=code_words(self.options, inputs=True)))

    def words(self) -> list[str]:
        """As words of a command line."""
        own = self.flags()
        paths = (("-p", self.database), ("--cuda-path", self.cuda_path), ("--root", self.root), ("--std", own.std))
        listed = [*(("-I", i) for i in (*own.include, *own.system)), *(("-D", d) for d in own.define),
                  *(("--map", m) for m in self.maps), *((option, given) for option, given in paths if given),
                  *(("--schedule", s) for s in self.schedules)]  # fmt: skip
        files = self.whole.folders if self.whole else self.files
        return [*files, *(str(word) for pair in listed for word in pair), *self.configured]

    def folder(self) -> str:
        """Files outside of it stay as they are: the one given, else the nearest that holds all inputs, or the
        working folder, where it does."""
        if self.root:
            return self.root
        shared = os.path.commonpath([os.path.dirname(os.path.abspath(i)) for i in self.inputs()])
        here = os.getcwd()
        return here if os.path.commonpath([shared, here]) == here else shared

    def request(self, options: Options) -> Request:
        """The translation that is asked for. Raises MissingTool, BadSchedule, InputError."""
        headers = find_headers(Path(self.cuda_path) if self.cuda_path else None)
        maps = tuple(Path(m) for m in self.maps)
        given, cache = (self.inputs(), self.flags(), self.commands), cache_folder()
        by_file = tuple((f.files, _flags(f.include, f.define, f.std)) for f in self.for_files)
        asked = Request(*given, options, headers, maps, cache, self.jobs, self.folder(), flags_by_file=by_file)
        if not self.schedules and not any(f.schedules for f in self.for_files):
            return asked
        from retarget.schedule.schedule import read_schedules  # noqa: PLC0415  (most runs have no schedule)

        if self.schedules:
            return replace(asked, schedules=read_schedules(self.schedules), elsewhere=self.elsewhere)
        later_first = ((f, s) for f in reversed(self.for_files) for s in read_schedules(f.schedules))
        return replace(asked, schedules=tuple(replace(s, files=f.files, origin=f.origin) for f, s in later_first))


def _flags(include: Sequence[str], define: Sequence[str], std: str | None) -> Flags:
    standard = [f"-std={std}"] if std else []
    return read_flags([*(f"-I{i}" for i in include), *(f"-D{d}" for d in define), *standard])


def _first(pair: tuple[str, str]) -> str:
    return pair[0]


def _fault(command: DatabaseEntry) -> str:
    return command.fault


def _own_name(path: str) -> str:
    """A path without dots, which nothing takes for an option."""
    plain = os.path.normpath(path)
    return f"./{plain}" if plain.startswith("-") else plain


def _own_names(files: Sequence[str]) -> tuple[str, ...]:
    """Without the links to files that are listed by their own names, too."""
    own = {f for f in map(os.path.abspath, files) if real(f) == f}
    return tuple(f for f in files if os.path.abspath(f) in own or real(f) not in own)


def _gone(files: Sequence[str]) -> str:
    which = f"{listed(files)} {'is' if len(set(files)) == 1 else 'are'}"
    if all(map(leads_in_a_circle, files)):
        return f"{which} behind links that lead in a circle: mend the links"
    return f"{which} gone: configure the build again"


def listed(files: Iterable[str]) -> str:
    """Some of many files, for a message."""
    known = list(dict.fromkeys(below(f, os.getcwd()) or f for f in files))
    return ", ".join(known[:4]) + (f" and {len(known) - 4} more" if len(known) > 4 else "")
