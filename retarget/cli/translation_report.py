"""The report on a translation: on the terminal, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from retarget.api.translating import Result
from retarget.cli import translation_answers as answers
from retarget.source.text import Diagnostic, Severity, Source, rendered
from retarget.system.terminal import is_quiet, paint
from retarget.targets.parsed import Parsed
from retarget.targets.tools import Compiled
from retarget.translation.emit import Output
from retarget.translation.merge import Program
from retarget.translation.output_ownership import FileChanges
from retarget.translation.semantics import rows
from retarget.translation.severities import Suppressed


def shown(program: Program, verbose: bool) -> Iterator[str]:
    """The diagnostics in clang's form: warnings and errors; the notes too, or errors alone, where that is asked for."""
    errors, all_but_notes = (Severity.ERROR,), (Severity.ERROR, Severity.WARNING)
    wanted = errors if is_quiet() else tuple(Severity) if verbose else all_but_notes
    for diagnostic in program.diagnostics:
        if diagnostic.severity in wanted:
            yield rendered(diagnostic, program.sources, paint)


def beside(outcome: FileChanges) -> Iterator[str]:
    """What became of outputs that nothing makes any more."""
    for path in outcome.removed:
        yield f"{path}: removed: nothing makes it any more"
    for path in outcome.left:
        yield f"{path}: kept, as somebody changed it by hand: nothing makes it any more"
    for path in outcome.orphaned:
        yield f"{path}: orphaned: its input is gone; `retarget regenerate` removes it"


def summary(
    program: Program, found: tuple[Output, ...], verbose: bool, suppressed: Sequence[Suppressed] = ()
) -> str:
    """One line: files, edits, errors, warnings, notes, and how many of them are suppressed."""
    counts = Counter(d.severity for d in program.diagnostics)
    edits = sum(len(f.edits) for f in program.files)
    where = found[0].path if len(found) == 1 else f"{len(found)} files"
    told = [_plural(counts[s], s.value) for s in (Severity.ERROR, Severity.WARNING) if counts[s]]
    if counts[Severity.NOTE]:
        told.append(_plural(counts[Severity.NOTE], "note") + ("" if verbose else " (-v shows them)"))
    if suppressed:
        errors = sum(s.diagnostic.severity is Severity.ERROR for s in suppressed)
        told.append(f"{len(suppressed)} suppressed" + (f" ({_plural(errors, 'error')})" if errors else ""))
    return f"{where}: {_plural(edits, 'edit')}{''.join(', ' + t for t in told)}"


def rows_met(program: Program) -> dict[str, dict[str, int]]:
    """How often the program meets each row of `semantics.tsv`, by what came of it; in the order of the table."""
    counts = Counter((m.row, m.outcome) for m in program.met)
    order = [r.name for r in rows()]
    listed = sorted(counts.items(), key=lambda c: (order.index(c[0][0]), c[0][1] == "harmless", c[0][1]))
    found: dict[str, dict[str, int]] = {}
    for (row, outcome), count in listed:
        found.setdefault(row, {})[outcome] = count
    return found


def differences(program: Program, verbose: bool) -> str:
    """One line: the rows that the program meets, those where something is done, or nothing need be; all if verbose."""
    shown = [] if verbose else ["same", "none"]
    listed = []
    for row, counts in rows_met(program).items():
        kept = [f"{n} {_OUTCOMES.get(outcome, outcome)}" for outcome, n in counts.items() if outcome not in shown]
        listed += [f"{row} {', '.join(kept)}"] if kept else []
    return f"where the machines differ: {'; '.join(listed)} (retarget --explain ROW)" if listed else ""


_OUTCOMES = {"harmless": "proved harmless", "none": "unchanged"}


def _plural(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def unchecked(parsed: Parsed) -> Iterator[str]:
    """The units that could not be parsed as HIP, those of one reason together."""
    by_why: dict[str, list[str]] = {}
    for one in parsed.unchecked:
        by_why.setdefault(one.why, []).append(one.unit)
    for why, units in by_why.items():
        which = units[0] if len(units) == 1 else _plural(len(units), "unit")
        yield f"{which}: not checked as HIP: {why}"


def answer(
    result: Result, written: Sequence[str], build: tuple[Compiled, ...] | None = None, prove: str | None = None
) -> answers.Translation:
    """What --json prints; offsets are bytes, lines and columns count from one."""
    program, parsed = result.program, result.parsed
    sources = program.sources
    outputs = {o.source: o.path for o in result.outputs if o.source}
    return answers.Translation(
        files=tuple(
            answers.File(
                source=f.source.path,
                output=outputs.get(f.source.path),
                unit=f.is_root,
                changed=f.changed,
                edits=tuple(answers.Edit(e.span.start, e.span.end, e.text, e.why) for e in f.edits),
                parts=tuple(f.parts),
            )
            for f in program.files
        ),
        kernels=tuple(
            answers.Kernel(k.name, *_place(k.span.path, k.name_span.start, sources))
            for u in program.units
            for k in u.kernels
            if k.is_definition
        ),
        launches=tuple(
            answers.Launch(l.name, l.block, *_place(l.span.path, l.span.start, sources))
            for u in program.units
            for l in u.launches
        ),
        semantics=rows_met(program),
        diagnostics=tuple(diagnostic(d, sources) for d in program.diagnostics),
        suppressed=tuple(
            answers.Suppressed(diagnostic(s.diagnostic, sources), s.by, s.in_source) for s in result.suppressed
        ),
        written=tuple(written),
        parsed=answers.Parsed(parsed.checked, parsed.unchecked),
        build=build,
        prove=prove,
    )


def _place(path: str, offset: int, sources: dict[str, Source]) -> tuple[str, int, int]:
    return path, *(sources[path].position(offset) if path in sources else (0, 0))


def diagnostic(said: Diagnostic, sources: dict[str, Source]) -> answers.Diagnostic:
    """As JSON has it; offsets are bytes, lines and columns count from one."""
    span = said.span
    file, line, column = _place(span.path, span.start, sources) if span else (None, 0, 0)
    related = tuple(answers.Note(r.message, *_place(r.span.path, r.span.start, sources)) for r in said.related)
    return answers.Diagnostic(said.rule, said.severity, said.message, file, line, column, related)
