"""What the translation of a program will meet, counted before anything is built: by file, by kernel, by name."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.api.inputs import Inputs
from retarget.api.translating import known_targets
from retarget.api.whole_tree import expanded
from retarget.dialects import Name
from retarget.source.lexer import NAME, code, includes
from retarget.source.project import below, real
from retarget.source.reach import reached
from retarget.source.text import Diagnostic, Severity, Source
from retarget.system.workers import worked
from retarget.targets.amd.target import AMD
from retarget.translation.emit import Place
from retarget.translation.file import Finding, Options
from retarget.translation.hip import HIP
from retarget.translation.merge import Program, UnitResult, is_ours, merged
from retarget.translation.plain import names_cuda
from retarget.translation.severities import Level, Suppressed, levelled
from retarget.translation.survey import KernelDefinition, Survey, surveyed
from retarget.translation.unit_files import files_of
from retarget.translation.walk import Request, configurations_of, read, translate_program
from retarget.unit import Unit

Progress = Callable[[str], None]  # hears of each file, or unit, that is done
_NO_TYPES = "return|else|case|goto|throw|new|delete|sizeof|do"  # words that stand in front of a use
_DEFINES = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)


class Total(Struct, frozen=True):
    """A name of CUDA's in a whole program. count: how often; files: in how many."""

    name: Name
    count: int
    files: int


class Scan(Struct, frozen=True, dict=True):
    """program: with the edits and the diagnostics of the translation; files: those that name something of CUDA's;
    others: how many do not; is_exact: clang read the units, so that diagnostics are those of the translation, else
    rules saw tokens alone."""

    program: Program
    files: tuple[Survey, ...]
    others: int
    is_exact: bool
    suppressed: tuple[Suppressed, ...] = ()
    said: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)  # by file

    @cached_property
    def names(self) -> tuple[Total, ...]:
        """Every name of CUDA's, by library and name."""
        rows: dict[str, Name] = {}
        counts, files = Counter[str](), Counter[str]()
        for use in (u for f in self.files for u in f.uses):
            rows[use.name.cuda] = use.name
            counts[use.name.cuda] += use.count
            files[use.name.cuda] += 1
        found = (Total(row, counts[word], files[word]) for word, row in rows.items())
        return tuple(sorted(found, key=lambda t: (t.name.library, t.name.cuda)))

    @cached_property
    def edits(self) -> Mapping[str, int]:
        """How many places of each file the translation changes."""
        return {f.source.path: len(f.edits) for f in self.program.files}

    def count(self, severity: Severity, path: str | None = None) -> int:
        """How many diagnostics, of a file or of all."""
        listed = self.program.diagnostics if path is None else self.said.get(path, ())
        return sum(d.severity is severity for d in listed)

    def within(self, path: str, kernel: KernelDefinition) -> tuple[Diagnostic, ...]:
        """What there is to say of a kernel."""
        own = self.said.get(path, ())
        return tuple(d for d in own if d.span and kernel.span.start <= d.span.start < kernel.span.end)


def scan(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    architectures: str = "gfx90a",
    exact: bool = False,
    levels: Sequence[Level] = (),
    progress: Progress = lambda _: None,
) -> Scan:
    """What the translation to HIP will meet in files, folders or a compile database; nothing is written or built.

    exact: clang reads each unit, as for a translation, and at its cost; else rules see the tokens of each file, which
    takes seconds for a thousand files: what needs types is not seen then, and code in branches that are not compiled
    counts too. Raises InputError, MissingTool, UnknownArchitecture.
    """
    inputs = expanded(Inputs.of(given))
    targets = known_targets(architectures)
    options = Options(tuple(t.architecture for t in targets))
    request = inputs.request(options)
    found = _parsed(request, progress) if exact else _unparsed(inputs, request, progress)
    program, suppressed = levelled(found.program.with_diagnostics(inputs.complaints()), levels)
    said: dict[str, list[Diagnostic]] = {}
    for diagnostic in program.diagnostics:
        if diagnostic.span:
            said.setdefault(diagnostic.span.path, []).append(diagnostic)
    others = len(inputs.copied) + found.others
    return Scan(program, found.files, others, exact, suppressed, {path: tuple(listed) for path, listed in said.items()})


def _parsed(request: Request, progress: Progress) -> Scan:
    layout = AMD.layout(Place.IN_PLACE, request.root, "")
    program = translate_program(request, HIP, layout.spelling, progress)
    flags = configurations_of(request)
    surveys: dict[str, Survey] = {}
    for unit in program.units:
        words = frozenset(t.text for s in unit.sources for t in code(s.text) if t.kind == NAME)
        dialect = HIP.dialect(words, request.user_maps)
        for file in files_of(unit, words, dialect, flags[unit.root][0], request.options, HIP, request.root):
            path = file.source.path
            if path not in surveys and not is_ours(file.source) and below(path, request.root) is not None:
                surveys[path] = surveyed(file)
    files = tuple(surveys[f.source.path] for f in program.files if f.source.path in surveys)
    kept = tuple(f for f in files if f.uses or f.kernels or f.launches or names_cuda(program.sources[f.path].text))
    return Scan(program, kept, len(files) - len(kept), True)


def _unparsed(inputs: Inputs, request: Request, progress: Progress) -> Scan:
    sources = [s for s in _sources(inputs, request) if not is_ours(s)]
    cuda = [s for s in sources if names_cuda(s.text)]
    macros = _foreign_macros(cuda)
    items = [(s, macros[s.path]) for s in cuda]
    work = partial(_surveyed, request)
    found = worked(work, items, request.jobs, work, lambda item: progress(item[0].path))
    results = _without_own([result for result, _ in found], cuda)
    flags = {s.path: request.flags for s in cuda}
    layout = AMD.layout(Place.IN_PLACE, request.root, "")
    program = merged(
        results, frozenset(flags), flags, HIP.dialect(frozenset()), request.options,
        request.root, layout.spelling,
    )  # fmt: skip
    return Scan(program, tuple(survey for _, survey in found), len(sources) - len(cuda), False)


def _without_own(results: Sequence[UnitResult], sources: Sequence[Source]) -> list[UnitResult]:
    """Without warnings of names that look like CUDA's, where a file of the program declares them."""
    telling = re.compile(r"'(\w+)' looks like")
    unknown = {
        match[1] for r in results for _, listed in r.findings for f in listed
        if isinstance(f, Diagnostic) and f.rule == "unknown-name" and (match := telling.match(f.message))
    }  # fmt: skip
    if not unknown:
        return list(results)
    either = "|".join(map(re.escape, sorted(unknown)))
    declared = re.compile(rf"\b(?!(?:{_NO_TYPES})\b)\w+[\s*&>]*[\s*&>]({either})\s*[=;(){{\[,]")
    own = {name for s in sources for name in declared.findall(s.text)}

    def kept(finding: Finding) -> bool:
        match = telling.match(finding.message) if isinstance(finding, Diagnostic) else None
        return match is None or match[1] not in own

    return [replace(r, findings=tuple((p, tuple(filter(kept, fs))) for p, fs in r.findings)) for r in results]


def _surveyed(request: Request, item: tuple[Source, frozenset[str]]) -> tuple[UnitResult, Survey]:
    """A file as a unit of its own, which clang does not read."""
    source, macros = item
    unit = Unit(source.path, (source,), request.flags.language_of(source.path))
    words = frozenset(t.text for t in code(source.text) if t.kind == NAME)
    dialect = HIP.dialect(words, request.user_maps)
    (file,) = files_of(unit, words, dialect, request.flags, request.options, HIP, request.root, macros)
    return UnitResult(unit, ((source.path, HIP.findings(file)),)), surveyed(file)


def _sources(inputs: Inputs, request: Request) -> list[Source]:
    """The files of whole folders; else the inputs, and the user's files that they include."""
    configurations = configurations_of(request)
    found: dict[str, Source] = {}
    for path in request.inputs:
        flags = configurations[path][0]
        root = read(path, flags.language)
        listed = [root] if inputs.whole and path in inputs.files else reached(root, flags)
        for source in listed:
            found.setdefault(real(source.path), source)
    return list(found.values())


def _foreign_macros(sources: Sequence[Source]) -> dict[str, frozenset[str]]:
    """By file, the names that the files which it includes define as macros, if CUDA has such a name. Files are found by
    the ends of their paths, wherever a build would look for them."""
    defined = {s.path: frozenset(w for w in _DEFINES.findall(s.text) if _row(w)) for s in sources}
    by_name: dict[str, list[str]] = {}
    for source in sources:
        by_name.setdefault(os.path.basename(source.path), []).append(source.path)
    if not any(defined.values()):
        return {s.path: frozenset[str]() for s in sources}
    reach = {s.path: [*_included(s, by_name)] for s in sources}
    return {s.path: frozenset(w for path in _closure(s.path, reach) for w in defined[path]) for s in sources}


def _row(word: str) -> Name | None:
    return HIP.dialect(frozenset({word})).name(word)


def _included(source: Source, by_name: Mapping[str, Sequence[str]]) -> Iterable[str]:
    for include in includes(source.text):
        end = os.path.normpath(include.path).lstrip("./")
        for path in by_name.get(os.path.basename(end), ()):
            if path == end or path.endswith(f"/{end}"):
                yield path


def _closure(path: str, reach: Mapping[str, Sequence[str]]) -> set[str]:
    found, waiting = {path}, [path]
    while waiting:
        new = [p for p in reach[waiting.pop()] if p not in found]
        found.update(new)
        waiting += new
    return found
