"""The findings of all units, merged file by file into translated texts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.analysis.block_size import Obstacle, block_sizes
from retarget.analysis.configurable import configurable
from retarget.analysis.live_macros import Living, at, live_macros
from retarget.dialects import Dialect
from retarget.source.diff import hunks
from retarget.source.flags import Flags
from retarget.source.lexer import COMMENT, Token, tokens
from retarget.source.project import below
from retarget.source.text import (
    Cover,
    Diagnostic,
    Edit,
    EditConflict,
    Severity,
    Source,
    Span,
    apply,
    common,
    composed,
    origins,
    united,
)
from retarget.translation.file import OURS, File, Finding, Met, Need, Options
from retarget.translation.guarded_includes import header_words, with_guards
from retarget.translation.head import Spelling, head_edit
from retarget.translation.hip.bounds_insertion import bounds
from retarget.translation.hip.fp_atomics import RULE as FP_ATOMICS
from retarget.translation.hip.include_guards import is_fragment
from retarget.translation.of_macros import told_once
from retarget.translation.parts import functions as functions_of
from retarget.unit import Unit

_ONCE = frozenset({FP_ATOMICS})  # rules whose diagnostics appear once a program


class Translated(Struct, frozen=True):
    """One file before and after; `parts` are the support headers that the new text includes."""

    source: Source
    text: str
    edits: tuple[Edit, ...]
    parts: tuple[str, ...]
    is_root: bool

    @property
    def changed(self) -> bool:
        return self.text != self.source.text


class Program(Struct, frozen=True):
    """All files that the inputs reach, translated, and what there is to say of them."""

    files: tuple[Translated, ...]
    units: tuple[Unit, ...]
    diagnostics: tuple[Diagnostic, ...]
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # schedules of each kernel, by name
    coarsened: Mapping[str, str] = field(default_factory=dict)  # kernels that schedules changed: names of their forms
    launchers: Mapping[str, str] = field(default_factory=dict)  # what launches them, in their place or not
    scheduled: str = ""  # names the text that schedules made, as `proved` does; empty where none did
    met: tuple[Met, ...] = ()  # the rows of `semantics.tsv`, where it meets them

    @property
    def sources(self) -> dict[str, Source]:
        """By path, as the user wrote them."""
        return {s.path: s for u in self.units for s in u.sources} | {f.source.path: f.source for f in self.files}

    @property
    def changed_units(self) -> tuple[Unit, ...]:
        """The units that reach a file whose text changes."""
        changed = {f.source.path for f in self.files if f.changed}
        return tuple(u for u in self.units if any(s.path in changed for s in u.sources))

    def only(self, path: str) -> Program:
        """What concerns one file, for an output that holds it alone."""
        said = tuple(d for d in self.diagnostics if d.concerns(path))
        others = sorted(f.source.path for f in self.files if f.changed and f.source.path != path)
        if others:
            listed = ", ".join(others[:4]) + (" ..." if len(others) > 4 else "")
            what = "included files need translation too, and retarget does not write them"
            message = f"{what}: {listed}; -o FOLDER/ writes them all"
            said = (*said, Diagnostic("included-files", Severity.WARNING, Span(path, 0, 0), message))
        met = tuple(m for m in self.met if m.span.path == path)
        files = tuple(f for f in self.files if f.source.path == path)
        return replace(self, files=files, diagnostics=said, met=met)

    def with_diagnostics(self, more: Iterable[Diagnostic]) -> Program:
        """With more diagnostics."""
        return replace(self, diagnostics=_ordered((*self.diagnostics, *more)))

    def diff(self, names: Mapping[str, str]) -> Iterator[str]:
        """A unified diff of the files that change, in pieces. names: of the outputs, by source."""
        for file in self.files:
            if file.changed:
                path = file.source.path
                yield f"--- {path}\n+++ {names.get(path, path)}\n"
                yield from hunks(file.source, Source(path, file.text), file.edits)

    @property
    def failed(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.diagnostics)


class UnitResult(Struct, frozen=True):
    """A unit and, by path, what the rules found in each of its files; before: what has to be
    written in its files first, for clang and the rules to read them."""

    unit: Unit
    findings: tuple[tuple[str, tuple[Finding, ...]], ...]
    before: tuple[Edit, ...] = ()


def merged(
    results: Sequence[UnitResult],
    roots: frozenset[str],
    flags: Mapping[str, Flags],
    dialect: Dialect,
    options: Options,
    root: str,
    spelling: Callable[[str], Spelling],
    needed: Iterable[Need] = (),
) -> Program:
    """All files of all units, translated; of those outside of the folder `root` only what are roots themselves.
    needed: besides what the rules find."""
    units = tuple(r.unit for r in results)
    texts = {s.path: s for u in units for s in u.sources if not is_ours(s)}
    found = _by_path(results)
    for need in needed:
        found.setdefault(need.span.path, []).append(need)
    bound = list(_bounds(units, texts, flags.values())) if options.launch_bounds else []
    needs = _needs(units, found, roots)
    any_flags = next(iter(flags.values()), Flags())
    owner = {s.path: u for u in reversed(units) for s in u.sources}
    words = header_words() if dialect.target == "HIP" else frozenset[str]()
    functions = {path: _functions(several) for path, several in needs.items()}
    own = frozenset[str]().union(*functions.values())
    living: dict[str, list[tuple[Unit, Living]]] = {}
    for unit in units:
        for path, of_unit in live_macros(unit, flags.get(unit.root, any_flags), words | own).items():
            living.setdefault(path, []).append((unit, of_unit))
    files: list[Translated] = []
    said = [f for f in (*chain(*found.values()), *bound) if isinstance(f, Diagnostic)]
    for path, source in texts.items():
        edits = [f for f in (*found.get(path, []), *bound) if isinstance(f, Edit) and f.span.path == path]
        if not _below(path, root) and path not in roots:
            said += [_outside(path, root)] if edits and not dialect.stand_in(path) else []
            continue
        file = File(source, owner[path], dialect, flags.get(path, any_flags), options, path in roots)
        head = head_edit(file, needs[path], spelling(path), edits)
        live = partial(_live, living.get(path, []), words, path)
        kept, conflicts = _agreed([*edits, *with_guards(file, edits, head, functions[path], live)])
        said += conflicts
        parts = tuple(sorted({n.header for n in needs[path] if n.is_part}))
        files.append(Translated(source, apply(source, kept), kept, parts, path in roots))
    met = tuple(f for f in chain(*found.values()) if isinstance(f, Met))
    return Program(tuple(files), units, _ordered(told_once(said, texts)), met=met)


def _functions(needed: Iterable[Need]) -> frozenset[str]:
    """Those that the support headers of a file define."""
    return frozenset[str]().union(*(functions_of(n.header) for n in needed if n.is_part))


def _live(
    living: Sequence[tuple[Unit, Living]],
    words: frozenset[str],
    path: str,
    offset: int,
    is_runtime: bool,
    own: frozenset[str],
) -> frozenset[str]:
    """The macros that live at an offset of a file in one of the units, by names that HIP's headers use, or
    `own`. is_runtime: what is included there is the runtime, which nvcc reads ahead of the texts that it compiles."""
    of_units = (
        at(of_unit, offset) & (at(of_unit, 0) if is_runtime and unit.language == "cuda" else words | own)
        for unit, of_unit in living
        if path == unit.root or not (is_runtime and unit.language == "cuda")
    )
    return frozenset().union(*of_units)


def rebased(program: Program, sources: Mapping[str, Source], done: Sequence[Edit]) -> Program:
    """A program that was made of texts that edits had changed, with the edits of its files on the texts of before."""
    files = []
    for file in program.files:
        path = file.source.path
        own = [e for e in done if e.span.path == path]
        if own:
            edits = composed(sources[path], own, file.source, file.edits)
            file = replace(file, source=sources[path], edits=edits)
        files.append(file)
    back = {path: origins(done, sources[path]) for path in {e.span.path for e in done} if path in sources}
    at = partial(_before, back=back)
    units = tuple(_rebased(u, sources, at) for u in program.units)
    said = _ordered(_placed(d, at) for d in program.diagnostics)
    met = tuple(replace(m, span=at(m.span)) for m in program.met)
    return replace(program, files=tuple(files), units=units, diagnostics=said, met=met)


def _before(span: Span, back: Mapping[str, Callable[[int], int]]) -> Span:
    """The place in the user's text of one in the changed text. back: from offsets of the one to those of the other."""
    origin = back.get(span.path)
    return Span(span.path, origin(span.start), origin(span.end)) if origin else span


def _placed(said: Diagnostic, at: Callable[[Span], Span]) -> Diagnostic:
    related = tuple(replace(r, span=at(r.span)) for r in said.related)
    return replace(said, span=at(said.span) if said.span else None, related=related)


def _rebased(unit: Unit, sources: Mapping[str, Source], at: Callable[[Span], Span]) -> Unit:
    """What is asked of a unit once it is translated, in the user's text; of bodies, parts of which may stand nowhere
    in it, nothing."""
    if all(sources.get(s.path, s).text == s.text for s in unit.sources):
        return unit
    return dataclasses.replace(
        unit,
        sources=tuple(sources.get(s.path, s) for s in unit.sources),
        kernels=tuple(replace(k, span=at(k.span), name_span=at(k.name_span)) for k in unit.kernels),
        launches=tuple(replace(l, span=at(l.span)) for l in unit.launches),
        skipped=tuple(map(at, unit.skipped)),
        diagnostics=tuple(_placed(d, at) for d in unit.diagnostics),
        device_errors=tuple(_placed(d, at) for d in unit.device_errors),
        functions=(),
    )


def agreed(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Of the edits of several units those that no other contradicts, and that lie in no other."""
    found: dict[Span, set[Edit]] = {}
    for edit in edits:
        found.setdefault(edit.span, set()).add(edit)
    alike = {span: edits for span, edits in found.items() if len(edits) == 1}
    kept: list[Span] = []
    for span in sorted(alike):
        if not kept or kept[-1].path != span.path or kept[-1].end <= span.start:
            kept.append(span)
    return tuple(e for span in kept for e in alike[span])


def _by_path(results: Sequence[UnitResult]) -> dict[str, list[Finding]]:
    """The findings of all units, each once. What one unit compiles is decided by the units that compile it: not by
    those that leave it out."""
    found: dict[str, dict[Finding, None]] = {}
    dead = {path: Cover(spans) for path, spans in _left_out_by_all([r.unit for r in results]).items()}
    owned = frozenset(name for r in results for name, is_own in r.unit.in_macros if is_own)
    for result in results:
        for path, listed in result.findings:
            kept = (
                f
                for f in listed
                if (path not in dead or _counts(f, result.unit, path, dead[path]))
                and not _is_anothers(f, result.unit, owned)
            )
            found.setdefault(path, {}).update(dict.fromkeys(kept))
    return {path: list(listed) for path, listed in found.items()}


def _is_anothers(finding: Finding, unit: Unit, owned: frozenset[str]) -> bool:
    """Whether an edit renames what stands in a macro that the unit never uses, and that brings a name of the user's own
    where another unit uses it. owned: names of the user's own that macros bring to any unit."""
    if not owned or not isinstance(finding, Edit) or finding.why != "names" or finding.span.path not in unit.by_path:
        return False
    name = unit.text(finding.span)
    if name not in owned or {name} & unit.own_names or {(name, True), (name, False)} & unit.in_macros:
        return False
    listed = tokens(unit.by_path[finding.span.path].text)
    return any(t.start == finding.span.start and t.directive == "define" for t in listed)


def _counts(finding: Finding, unit: Unit, path: str, dead: Cover) -> bool:
    span = finding.span
    is_left_out = span is not None and span.path == path and unit.is_skipped(path, span.start)
    return span is None or not is_left_out or dead.has(path, span.start)


def _left_out_by_all(units: Sequence[Unit]) -> dict[str, list[Span]]:
    """Of the files that several units compile, what none of these does."""
    by_path: dict[str, set[tuple[Span, ...]]] = {}
    for unit in (u for u in units if u.parsed):
        skipped: dict[str, list[Span]] = {}
        for span in unit.skipped:
            skipped.setdefault(span.path, []).append(span)
        for path in unit.seen:
            by_path.setdefault(path, set()).add(tuple(skipped.get(path, ())))
    return {path: reduce(common, map(list, spans)) for path, spans in by_path.items()}


def _bounds(units: Sequence[Unit], texts: Mapping[str, Source], flags: Iterable[Flags]) -> Iterator[Edit | Diagnostic]:
    cuda = tuple(u for u in units if not _is_hip(u))
    sizes, code = proved_blocks(cuda, texts, flags)
    return bounds((k for u in cuda for k in u.kernels), sizes, code)


def proved_blocks(
    units: Sequence[Unit], texts: Mapping[str, Source], flags: Iterable[Flags]
) -> tuple[dict[str, int | Obstacle], dict[str, list[Token]]]:
    """The threads of each kernel's blocks (by usr), or what stands against a proof; and the code, by path, in which
    kernels are named."""
    names = {k.name for u in units for k in u.kernels}
    code = {p: _code(s) for p, s in texts.items() if any(name in s.text for name in names)}
    macros = configurable((s.text for s in texts.values()), (d for f in flags for d in f.define))
    return block_sizes(units, code, macros), code


def _code(source: Source) -> list[Token]:
    return [t for t in tokens(source.text) if t.kind != COMMENT]


def _needs(units: Sequence[Unit], found: Mapping[str, list[Finding]], roots: frozenset[str]) -> dict[str, list[Need]]:
    """The needs of each file; what a fragment needs stands in the roots that reach it."""
    needs: dict[str, list[Need]] = {s.path: [] for u in units for s in u.sources}
    for unit in units:
        for source in unit.sources:
            own = [f for f in found.get(source.path, []) if isinstance(f, Need)]
            goes_up = own and source.path not in roots and is_fragment(source, unit.sources)
            needs[unit.root if goes_up else source.path] += own
    return {path: list(dict.fromkeys(listed)) for path, listed in needs.items()}


def _is_hip(unit: Unit) -> bool:
    """Whether a unit was translated before: then the bounds that it has are those that it is to have."""
    return bool(unit.sources) and "#include <hip/hip_runtime.h>" in unit.sources[0].text


def is_ours(source: Source) -> bool:
    """Whether a file is a support header that an earlier run wrote."""
    return any(f"/{folder}" in f"/{source.path}" for folder in OURS)


def _agreed(edits: list[Edit]) -> tuple[tuple[Edit, ...], list[Diagnostic]]:
    """Edits of several units on one file, united; where two disagree, the earlier counts, and a diagnostic says so."""
    said: list[Diagnostic] = []
    while True:
        try:
            return united(edits), said
        except EditConflict as conflict:
            if _in_c(conflict.first.text) == conflict.second.text:
                edits = [e for e in edits if e != conflict.first]
                continue  # a header of both languages: what C reads, C++ reads too
            edits = [e for e in edits if e != conflict.second]
            if _in_c(conflict.second.text) == conflict.first.text:
                continue
            if (conflict.first.why, conflict.second.why) == ("ptx", "cuda-arch"):
                continue  # a condition within a statement, which the code of one branch replaces
            said.append(
                Diagnostic(
                    "conflict",
                    Severity.WARNING,
                    conflict.second.span,
                    f"two rules or units disagree here: retarget keeps '{conflict.first.text}' ({conflict.first.why}), "
                    f"not '{conflict.second.text}' ({conflict.second.why})",
                )
            )


def _in_c(text: str) -> str:
    """What stands in a unit of C for a text of ours in one of C++."""
    return text.replace("::", "_").replace("reinterpret_cast<const void*>", "(const void*)")


def _outside(path: str, root: str) -> Diagnostic:
    message = f"needs translation and lies outside of {root}: name it as an input, or give --root"
    return Diagnostic("outside-root", Severity.WARNING, Span(path, 0, 0), message)


def _below(path: str, root: str) -> bool:
    return below(path, root) is not None


def _ordered(said: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, the most severe of equal ones, in the order of the files."""
    best: dict[tuple[object, ...], Diagnostic] = {}
    rank = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
    for d in sorted(said, key=lambda d: rank[d.severity]):
        best.setdefault((d.rule, d.span, d.message), d)
    ordered = sorted(best.values(), key=Diagnostic.order)
    first = {d.rule: d for d in reversed(ordered)}
    return tuple(d for d in ordered if d.rule not in _ONCE or d is first[d.rule])
