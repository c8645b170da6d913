"""The walk: inputs -> units -> findings -> translated texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from retarget.analysis.block_size import block_sizes
from retarget.dialects import load
from retarget.flags import Command, Flags
from retarget.lexer import COMMENT, NAME, Token, tokens
from retarget.parse import Interest, ParseError, parse, reached
from retarget.text import Diagnostic, Edit, EditConflict, Severity, Source, Span, apply, united
from retarget.toolchain import Headers
from retarget.translate import File, Need, Options, translated
from retarget.translate.bounds_insertion import insertions
from retarget.translate.head import Spelling, head_edit
from retarget.unit import Unit

UNIT_ENDINGS = (".cu", ".hip", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++")
OURS = "retarget_hip/"
_PARTS_OF_MAX = frozenset({"max", "min"})


class InputError(Exception):
    """An input that cannot be read or is refused; `span` is its place, where there is one."""


@dataclass(frozen=True)
class Request:
    """What the user asks of a translation."""

    inputs: tuple[str, ...]
    flags: Flags
    commands: tuple[Command, ...] = ()
    options: Options = field(default_factory=lambda: Options(()))
    headers: Headers | None = None
    user_maps: tuple[Path, ...] = ()
    cache: Path | None = None
    jobs: int = 1
    root: str = "."


@dataclass(frozen=True)
class Translated:
    """One file before and after; `parts` are the support headers that the new text includes."""

    source: Source
    text: str
    edits: tuple[Edit, ...]
    parts: tuple[str, ...]
    is_root: bool

    @property
    def changed(self) -> bool:
        return self.text != self.source.text


@dataclass(frozen=True)
class Program:
    """All files that the inputs reach, translated, and what there is to say of them."""

    files: tuple[Translated, ...]
    units: tuple[Unit, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def sources(self) -> dict[str, Source]:
        return {f.source.path: f.source for f in self.files} | {s.path: s for u in self.units for s in u.sources}

    @property
    def failed(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.diagnostics)


@dataclass(frozen=True)
class _UnitResult:
    unit: Unit
    findings: tuple[tuple[str, tuple[object, ...]], ...]  # by path


def read(path: str) -> Source:
    """A source of the user's. Raises InputError with the remedy where it is none."""
    if not os.path.exists(path):
        raise InputError(f"{path}: no such file")
    if os.path.isdir(path):
        raise InputError(f"{path} is a directory: name its files, or give a compile database with -p")
    try:
        source = Source.read(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    if source.text.startswith(("\xff\xfe", "\xfe\xff")):
        raise InputError(f"{path} is UTF-16: convert it first, for example with iconv -f UTF-16 -t UTF-8")
    if "\0" in source.text:
        raise InputError(f"{path} is binary, no source text")
    return source


def translate_program(
    request: Request, spelling: Callable[[str], Spelling], progress: Callable[[str], None] = lambda _: None
) -> Program:
    """Translates all inputs and what they reach below `request.root`.

    spelling: gives, for the path of a file, how a support header is brought into it. Raises InputError.
    """
    sources = {p: read(p) for p in dict.fromkeys(request.inputs)}
    flags = _flags_of(request)
    roots = [sources[p] for p in _roots(sources, flags)]
    results = list(_results(request, roots, flags, progress))
    return _merged(request, results, frozenset(s.path for s in roots), flags, spelling)


def _flags_of(request: Request) -> dict[str, Flags]:
    """Flags by input: those of its entry in the compile database, else of all entries; and those given."""
    entries = {os.path.abspath(c.file): c.flags for c in request.commands}
    everything = Flags()
    for command in request.commands:
        everything = everything.joined(Flags(include=command.flags.include, std=everything.std or command.flags.std))
    known = {p: entries.get(os.path.abspath(p), everything) for p in request.inputs}
    return {p: request.flags.joined(f) if request.flags != Flags() else f for p, f in known.items()}


def _roots(sources: dict[str, Source], flags: dict[str, Flags]) -> list[str]:
    """The inputs that no other input includes."""
    included: set[str] = set()
    by_real = {os.path.abspath(p): p for p in sources}
    for path, source in sources.items():
        if path.endswith(UNIT_ENDINGS):
            below = {os.path.abspath(s.path) for s in reached(source, flags[path])[1:]}
            included |= {by_real[p] for p in below if p in by_real and by_real[p] != path}
    return [p for p in sources if p not in included] or list(sources)


def _results(
    request: Request, roots: Sequence[Source], flags: dict[str, Flags], progress: Callable[[str], None]
) -> Iterable[_UnitResult]:
    work = partial(_translate_unit, request)
    pairs = [(s, flags[s.path]) for s in roots]
    if request.jobs > 1 and len(pairs) > 1:
        with ProcessPoolExecutor(request.jobs) as pool:
            for (source, _), result in zip(pairs, pool.map(work, pairs), strict=True):
                progress(source.path)
                yield result
        return
    for pair in pairs:
        progress(pair[0].path)
        yield work(pair)


def _translate_unit(request: Request, pair: tuple[Source, Flags]) -> _UnitResult:
    root, flags = pair
    sources = [s for s in reached(root, flags) if not _is_ours(s)]
    code = {s.path: [t for t in tokens(s.text) if t.kind != COMMENT] for s in sources}
    words = frozenset(t.text for listed in code.values() for t in listed if t.kind == NAME)
    dialect = load(words, request.user_maps)
    fields = frozenset(f for _, f in dialect.fields)
    known = frozenset(w for w in words if dialect.name(w))
    interest = Interest(known | {w for w in words if dialect.looks_like_cuda(w)}, fields, _PARTS_OF_MAX)
    unit = _parsed(request, root, flags, interest)
    own = unit.own_names | _defined_macros(code)
    is_cuda = bool(known) or any("<<<" in s.text for s in sources)
    files = [File(s, unit, dialect, flags, request.options, s is unit.sources[0], own, is_cuda) for s in unit.sources]
    found = tuple((f.source.path, translated(f)) for f in files if not _is_ours(f.source))
    return _UnitResult(unit, (*found, (root.path, tuple(unit.diagnostics))))


def _parsed(request: Request, root: Source, flags: Flags, interest: Interest) -> Unit:
    if request.headers is None:
        return Unit(root.path, reached(root, flags))
    try:
        return parse(root, flags, request.headers, interest, request.cache)
    except ParseError as error:
        why = Diagnostic("parse", Severity.WARNING, Span(root.path, 0, 0), f"{error}; names are translated by token")
        return Unit(root.path, reached(root, flags), diagnostics=(why,))


def _defined_macros(code: dict[str, list[Token]]) -> frozenset[str]:
    """Names that the user's files define, also in branches that are not compiled."""
    return frozenset(
        listed[i + 1].text
        for listed in code.values()
        for i, t in enumerate(listed[:-1])
        if t.text == "define" and t.directive == "define" and i and listed[i - 1].text == "#"
    )


def _is_hip(unit: Unit) -> bool:
    """Whether a unit was translated before: then the bounds that it has are those that it is to have."""
    return bool(unit.sources) and "#include <hip/hip_runtime.h>" in unit.sources[0].text


def _is_ours(source: Source) -> bool:
    return f"/{OURS}" in f"/{source.path}"


def _merged(
    request: Request,
    results: Sequence[_UnitResult],
    roots: frozenset[str],
    flags: dict[str, Flags],
    spelling: Callable[[str], Spelling],
) -> Program:
    units = tuple(r.unit for r in results)
    by_path: dict[str, list[object]] = {}
    for result in results:
        for path, found in result.findings:
            by_path.setdefault(path, []).extend(found)
    texts = {s.path: s for u in units for s in u.sources if not _is_ours(s)}
    code = {p: [t for t in tokens(s.text) if t.kind != COMMENT] for p, s in texts.items()}
    bounds = {}
    if request.options.launch_bounds:
        cuda = tuple(u for u in units if not _is_hip(u))
        bounds = insertions((k for u in cuda for k in u.kernels), block_sizes(cuda, code), code)
    owner = {s.path: u for u in reversed(units) for s in u.sources}
    any_flags = next(iter(flags.values()), Flags())
    files, said = [], []
    for path, source in texts.items():
        found = list(dict.fromkeys(by_path.get(path, ())))
        said += [f for f in found if isinstance(f, Diagnostic)]
        edits = [f for f in found if isinstance(f, Edit)] + bounds.get(path, [])
        needs = [f for f in found if isinstance(f, Need)]
        if not _below(path, request.root) and path not in roots:
            if edits:
                said.append(_outside(path, request.root))
            continue
        file = File(source, owner[path], load(frozenset()), flags.get(path, any_flags), request.options, path in roots)
        head = head_edit(file, needs, spelling(path))
        kept, conflicts = _agreed([*edits, *([head] if head else [])])
        said += conflicts
        parts = tuple(sorted({n.header for n in needs if n.is_part}))
        files.append(Translated(source, apply(source, kept), kept, parts, path in roots))
    return Program(tuple(files), units, _ordered(said))


def _agreed(edits: list[Edit]) -> tuple[tuple[Edit, ...], list[Diagnostic]]:
    """Edits of several units on one file, united; where two disagree the later is left out, and told."""
    said: list[Diagnostic] = []
    while True:
        try:
            return united(edits), said
        except EditConflict as conflict:
            edits = [e for e in edits if e != conflict.second]
            said.append(
                Diagnostic(
                    "conflict",
                    Severity.WARNING,
                    conflict.second.span,
                    f"two rules or units disagree here: '{conflict.first.text}' ({conflict.first.why}) is kept, "
                    f"'{conflict.second.text}' ({conflict.second.why}) is not",
                )
            )


def _outside(path: str, root: str) -> Diagnostic:
    message = f"needs translation and lies outside of {root}: name it as an input, or give --root"
    return Diagnostic("outside-root", Severity.WARNING, Span(path, 0, 0), message)


def _below(path: str, root: str) -> bool:
    return os.path.abspath(path).startswith(os.path.join(os.path.abspath(root), ""))


def _ordered(said: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, the most severe of equal ones, in the order of the files."""
    best: dict[tuple[object, ...], Diagnostic] = {}
    rank = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
    for d in sorted(said, key=lambda d: rank[d.severity]):
        best.setdefault((d.rule, d.span, d.message), d)
    return tuple(sorted(best.values(), key=Diagnostic.order))
