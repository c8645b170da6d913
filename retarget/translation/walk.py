"""The walk: inputs -> units -> findings -> translated texts."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.errors import InputError
from retarget.source.database import DATABASE, DatabaseEntry
from retarget.source.file_patterns import FilePattern
from retarget.source.flags import UNIT_ENDINGS, Flags
from retarget.source.lexer import NAME, tokens
from retarget.source.lexer import code as code_of
from retarget.source.line_ends import refuse_split_lines
from retarget.source.program_start import defines_main
from retarget.source.project import Project, below, leads_in_a_circle, real
from retarget.source.reach import forget, reached, read_now
from retarget.source.recent import holding
from retarget.source.text import Diagnostic, Edit, Severity, Source, Span, apply
from retarget.system.toolchain import Headers
from retarget.system.workers import is_worker, worked
from retarget.translation import unit_memory
from retarget.translation.configurations import distinct, united
from retarget.translation.file import Need, Options
from retarget.translation.head import Spelling
from retarget.translation.merge import Program, UnitResult, agreed, is_ours, merged, rebased
from retarget.translation.rule import Vocabulary
from retarget.translation.translation import Translation
from retarget.translation.unit_files import files_of
from retarget.unit import Unit
from retarget.unit.parse import Interest, ParseError, parse

if TYPE_CHECKING:
    from retarget.schedule.schedule import Schedule

_LARGE = 1_000_000  # characters


class Draw(Struct, frozen=True):
    """So many variants of each kernel, drawn at random; all where `count` is 0."""

    count: int
    seed: int = 1


class Request(Struct, frozen=True):
    """What the user asks of a translation."""

    inputs: tuple[str, ...]
    flags: Flags
    commands: tuple[DatabaseEntry, ...] = ()
    options: Options = field(default_factory=lambda: Options(()))
    headers: Headers | None = None
    user_maps: tuple[Path, ...] = ()
    cache: Path | None = None
    jobs: int = 1
    root: str = "."
    several: bool = False  # units, or parses of one: then shared headers are worth precompiling
    schedules: tuple[Schedule, ...] = ()
    elsewhere: bool = False  # schedules may name kernels that are not here
    reasons: Mapping[str, str] = field(default_factory=dict)  # by kernel, why it has its schedule
    variants: Draw | None = None
    texts: Mapping[str, Source] = field(default_factory=dict)  # that stand for the files of the same path
    needs: tuple[Need, ...] = ()  # of these texts
    keeps_bodies: bool = True  # of device functions, in the units of the result: two thirds of their memory
    flags_by_file: tuple[tuple[FilePattern, Flags], ...] = ()  # of units, later ones first, below all that is said else
    rounds: int = 4  # at most so often the texts are made readable, and then translated again


_OTHERS = ("Makefile", "makefile", "GNUmakefile", "CMakeLists.txt", "Dockerfile", "meson.build")
_OTHER_ENDINGS = (
    ".mk", ".cmake", ".txt", ".md", ".rst", ".json", ".toml", ".yml", ".yaml", ".xml", ".html", ".py", ".sh", ".pl",
    ".f90", ".o", ".a", ".so", ".d", ".orig", ".diff", ".patch", ".lock",
)  # fmt: skip


def read(path: str, language: str = "") -> Source:
    """A source of the user's. language: as its command line names it. Raises InputError with the remedy where it is
    none."""
    if not os.path.exists(path):
        raise InputError(f"{path}: {'links lead in a circle' if leads_in_a_circle(path) else 'no such file'}")
    if os.path.isdir(path):
        is_build = os.path.isfile(os.path.join(path, DATABASE))
        remedy = f"use its compile database, -p {path}" if is_build else "name its files, or a compile database with -p"
        raise InputError(f"{path} is a directory: {remedy}, or translate all of it, with -o FOLDER/")
    if not os.path.isfile(path):
        raise InputError(f"{path} is no regular file: save the text to one first")
    if not language and (os.path.basename(path).startswith(_OTHERS) or path.endswith(_OTHER_ENDINGS)):
        raise InputError(f"{path} is no CUDA, C or C++ by its name", "give -- -x cu if it is")
    with _reading(path):
        source = Source.read(path)
    if source.text.startswith(("\xff\xfe", "\xfe\xff")):
        raise InputError(f"{path} is UTF-16: convert it first, for example with iconv -f UTF-16 -t UTF-8")
    if "\0" in source.text:
        raise InputError(f"{path} is binary, no source text")
    return source


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Makes of a file that cannot be read an InputError that names it."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{error.filename or path}: cannot be read: {error.strerror}") from error


def translate_program(
    request: Request,
    translation: Translation,
    spelling: Callable[[str], Spelling],
    progress: Callable[[str], None] = lambda _: None,
) -> Program:
    """Translates all inputs and what they reach below `request.root`.

    spelling: gives, for the path of a file, how a support header is brought into it. Raises InputError.
    """
    roots = roots_of(request)
    configurations = configurations_of(request)
    flags = {path: listed[0] for path, listed in configurations.items()}
    options = replace(request.options, launch_bounds=request.options.launch_bounds and translation.has_bounds)
    request = replace(request, several=request.several or len(roots) > 2, options=options)
    pairs = [(s, own) for s in roots for own in configurations[s.path]]
    translation.dialect(frozenset(), request.user_maps)  # the tables that every text needs, before the processes part
    if not is_worker():
        tokens.cache_clear()  # each process has its own soon; this one would hold them all the while
    unit, lost = partial(_unit_result, request, translation), partial(_lost, request, translation)
    results = worked(unit, pairs, request.jobs, lost, lambda pair: progress(pair[0].path))
    edits = _before(request, roots, results)
    if edits:
        return _again(request, translation, results, edits, spelling, progress)
    if request.cache:
        unit_memory.keep_small(request.cache)
    results = united(results, [own for _, own in pairs])
    paths, dialect = frozenset(s.path for s in roots), translation.dialect(frozenset())
    return merged(results, paths, flags, dialect, request.options, request.root, spelling, request.needs)


def _before(request: Request, roots: Sequence[Source], results: Sequence[UnitResult]) -> tuple[Edit, ...]:
    """What is to be written first in the files that the program has."""
    own = {s.path for s in roots}
    listed = (e for r in results for e in r.before) if request.rounds else ()
    return agreed(e for e in listed if e.span.path in own or below(e.span.path, request.root) is not None)


def _again(
    request: Request,
    translation: Translation,
    results: Sequence[UnitResult],
    edits: Sequence[Edit],
    spelling: Callable[[str], Spelling],
    progress: Callable[[str], None],
) -> Program:
    """The program with these edits, translated: they make of its texts what clang, and the rules, can read."""
    before = {s.path: s for r in results for s in r.unit.sources}
    after = {p: dataclasses.replace(before[p], text=apply(before[p], edits)) for p in {e.span.path for e in edits}}
    again = replace(request, texts={**request.texts, **after}, rounds=request.rounds - 1)
    return rebased(translate_program(again, translation, spelling, progress), before, edits)


def roots_of(request: Request) -> list[Source]:
    """The units: the inputs that no other input includes, and those that the compile database lists."""
    forget()
    flags = flags_of(request)
    sources = {p: request.texts.get(p) or read(p, flags[p].language) for p in _apart(request.inputs)}
    compiled = {real(c.file) for c in request.commands}
    return [sources[p] for p in _roots(sources, flags, compiled)]


def _apart(inputs: Iterable[str]) -> Iterable[str]:
    """The inputs, of those that are one file the first."""
    found: dict[str, str] = {}
    for path in inputs:
        found.setdefault(real(path), path)
    return found.values()


def flags_of(request: Request) -> dict[str, Flags]:
    """Flags by input: those of its first entry in the compile database."""
    return {path: listed[0] for path, listed in configurations_of(request).items()}


def configurations_of(request: Request) -> dict[str, tuple[Flags, ...]]:
    """Flags by input: those of its entries in the compile database, else of all entries; and those given."""
    entries: dict[str, list[Flags]] = {}
    for command in request.commands:
        entries.setdefault(real(command.file), []).append(command.flags)
    everything = Flags()
    for command in request.commands:
        everything = everything.joined(Flags(include=command.flags.include, std=everything.std or command.flags.std))
    known = {p: entries.get(real(p), [everything]) for p in request.inputs}
    project = Project.of(request.root, request.inputs, entries)

    def asked(path: str, flags: Flags) -> Flags:
        given = request.flags.joined(flags)
        for own in (own for pattern, own in reversed(request.flags_by_file) if pattern.matches(path)):
            given = given.over(own)
        return dataclasses.replace(given.parted(), project=project)

    return {p: distinct(asked(p, f) for f in listed) for p, listed in known.items()}


def _roots(sources: dict[str, Source], flags: dict[str, Flags], compiled: set[str]) -> list[str]:
    """The inputs that no other input includes, and those that the compile database lists."""
    if all(real(p) in compiled for p in sources):
        return list(sources)
    included: set[str] = set()
    by_real = {real(p): p for p in sources}
    for path, source in sources.items():
        if path.endswith(UNIT_ENDINGS):
            with _reading(path):
                below = {real(s.path) for s in reached(source, flags[path])[1:]}
            included |= {by_real[p] for p in below if p in by_real and by_real[p] != path}
    return [p for p in sources if p not in included or real(p) in compiled] or list(sources)


def _unit_result(request: Request, translation: Translation, pair: tuple[Source, Flags]) -> UnitResult:
    """The result of a unit, as it is remembered where nothing has changed."""
    root, flags = pair
    with _reading(root.path):
        sources = reached(root, flags, request.texts)
        for source in sources:
            refuse_split_lines(source)
        if request.cache is None:
            return _translate_unit(request, translation, pair)
        maps = [found.digest for path in request.user_maps if (found := read_now(str(path)))]
        asked = repr((translation.name, request.options, request.headers, request.root, maps, request.keeps_bodies))
        name = unit_memory.key(asked, root, flags, sources)
        known = unit_memory.recall(name, request.cache, sources)
        if known is None:
            with holding(sum(len(source.text) for source in sources)):
                known = _translate_unit(request, translation, pair)
            unit_memory.remember(name, request.cache, known, flags)
        if len(root.text) > _LARGE:  # the process that asked takes the result in while this one is still there
            tokens.forget(root.text)
            code_of.forget(root.text)
        return known


def _lost(request: Request, translation: Translation, pair: tuple[Source, Flags]) -> UnitResult:
    """A unit that ends the process which parses it."""
    return _translate_unit(request, translation, pair, "libclang crashes on it, or memory does not suffice")


def _translate_unit(
    request: Request,
    translation: Translation,
    pair: tuple[Source, Flags],
    unreadable: str = "",
    composed: tuple[Source, ...] = (),
) -> UnitResult:
    """composed: files that clang found behind directives which macros compose."""
    root, flags = pair
    sources = [*(s for s in reached(root, flags, request.texts) if not is_ours(s)), *composed]
    if not request.user_maps and translation.is_plain(root, flags, sources):
        names = frozenset({"main"} if defines_main(root.text) else ())
        return UnitResult(Unit(root.path, tuple(sources), flags.language_of(root.path), own_names=names), ())
    code = {s.path: code_of(s.text) for s in sources}
    words = frozenset(t.text for listed in code.values() for t in listed if t.kind == NAME)
    dialect = translation.dialect(words, request.user_maps)
    interest = translation.interest(Vocabulary(dialect, tuple(sources), words))
    unit = _unparsed(root, flags, unreadable) if unreadable else _parsed(request, root, flags, interest)
    more = tuple(s for s in unit.sources if s.path not in code and not is_ours(s))
    if any(t.kind == NAME and t.text not in words for s in more for t in tokens(s.text)):
        return _translate_unit(request, translation, pair, unreadable, (*composed, *more))
    files = files_of(unit, words, dialect, flags, request.options, translation, request.root)
    found = tuple((f.source.path, translation.findings(f)) for f in files if not is_ours(f.source))
    before = tuple(translation.before(files))
    kept = unit if request.keeps_bodies else dataclasses.replace(unit, functions=(), initials=())
    return UnitResult(kept, found, before)


def _parsed(request: Request, root: Source, flags: Flags, interest: Interest) -> Unit:
    if request.headers is None:
        return Unit(root.path, reached(root, flags, request.texts), flags.language_of(root.path))
    try:
        return parse(root, flags, request.headers, interest, request.cache, request.several, request.texts)
    except ParseError as error:
        return _unparsed(root, flags, str(error))


def _unparsed(root: Source, flags: Flags, why: str) -> Unit:
    told = Diagnostic("parse", Severity.WARNING, Span(root.path, 0, 0), why)
    return Unit(root.path, reached(root, flags), flags.language_of(root.path), diagnostics=(told,))
