"""`retarget scan`: what a port will meet, as a table, as JSON, as a page, or as diagnostics for code hosts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from importlib import import_module
from operator import attrgetter

import click
from msgspec import Struct
from rich.console import Console
from rich.table import Table
from rich.text import Text

from retarget.api.page_files import refuse_place, write_page
from retarget.api.scanning import Scan, Total, scan
from retarget.cli import diagnostics, scan_answers, translation_answers, translation_report
from retarget.cli.invocation import Invocation
from retarget.cli.source_options import Sources
from retarget.source.text import Diagnostic, Severity, Source
from retarget.system import exits, progress, typed_json
from retarget.system.terminal import remark, terminal
from retarget.translation.survey import KernelDefinition, Survey

_MOST = 12  # rows of a table, unless all are asked for
_SEVERAL = 100  # files, from which on a bar shows how far it is


class ScanOptions(Struct, frozen=True):
    """The options of `scan`, as given. page: the path of one to write."""

    architectures: str
    exact: bool
    as_json: bool
    form: str
    page: str | None
    force: bool


class ManualTask(Struct, frozen=True):
    """What somebody has to do, at all places alike. first: one of the places."""

    rule: str
    severity: Severity
    message: str
    places: int
    files: int
    first: Diagnostic


class LibraryUse(Struct, frozen=True):
    """How a library of CUDA's is used: how many of its names, and how often; of each kind of counterpart, the names."""

    name: str
    names: int
    uses: int
    renamed: int
    same: int
    none: int


def run(asked: ScanOptions, sources: Sources, run: Invocation) -> int:
    """Returns the exit code."""
    if asked.page:
        import_module("retarget.system.html")  # which says what is missing
        refuse_place(asked.page, sources.inputs(), asked.force)
    levels = sources.configuration.levels()
    total = len(sources.inputs())
    shown = progress.counted("reading", total) if total >= _SEVERAL else nullcontext(lambda: None)
    with shown as advance:
        found = scan(
            sources, architectures=asked.architectures, exact=asked.exact, levels=levels, progress=lambda _: advance()
        )
    if asked.page:
        write_page(asked.page, page(found, sources))
        remark(f"{asked.page}: written")
    if asked.form != diagnostics.TEXT:
        diagnostics.tell_program(asked.form, found.program, found.suppressed, run, sources.verbose)
    elif asked.as_json:
        click.echo(typed_json.text(answer(found)))
    elif not asked.page:
        _show(terminal(), found, sources.verbose)
    return exits.OK


def page(found: Scan, sources: Sources) -> str:
    """For a browser."""
    from retarget.system import html  # noqa: PLC0415  (an optional library, and slow to import)

    where = ", ".join(sources.whole.folders if sources.whole else sources.inputs())
    return html.page(
        "scan.html.jinja",
        where=where,
        found=found,
        lines=_lines(found),
        libraries=libraries(found),
        tasks=tasks(found.program.diagnostics),
        changes=_by_rule(found),
        errors=Severity.ERROR,
        warnings=Severity.WARNING,
        notes=Severity.NOTE,
    )


def tasks(said: Iterable[Diagnostic]) -> tuple[ManualTask, ...]:
    """The diagnostics of one rule and message together, the most severe and the most frequent first."""
    groups: dict[tuple[str, Severity, str], list[Diagnostic]] = {}
    for one in said:
        groups.setdefault((one.rule, one.severity, one.message), []).append(one)
    found = (
        ManualTask(*key, len(listed), len({d.span.path for d in listed if d.span}), listed[0])
        for key, listed in groups.items()
    )
    rank = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    return tuple(sorted(found, key=lambda t: (rank.index(t.severity), -t.places, t.rule, t.message)))


def libraries(found: Scan) -> tuple[LibraryUse, ...]:
    """By how often they are used."""
    groups: dict[str, list[Total]] = {}
    for total in found.names:
        groups.setdefault(total.name.library, []).append(total)
    made = (_library(name, listed) for name, listed in groups.items())
    return tuple(sorted(made, key=attrgetter("uses"), reverse=True))


def _library(name: str, totals: Sequence[Total]) -> LibraryUse:
    counts = Counter(t.name.status for t in totals)
    return LibraryUse(
        name, len(totals), sum(t.count for t in totals), counts["mapped"], counts["same"], counts["none"]
    )


def _lines(found: Scan) -> int:
    return sum(f.lines for f in found.files)


def _by_rule(found: Scan) -> Counter[str]:
    return Counter(e.why for f in found.program.files for e in f.edits)


def _show(console: Console, found: Scan, verbose: bool) -> None:
    kernels, launches, asm = (
        sum(len(f.kernels) for f in found.files),
        sum(f.launches for f in found.files),
        sum(f.asm for f in found.files),
    )
    all_files = len(found.files) + found.others
    console.print(
        f"{len(found.files)} of {_counted(all_files, 'file')} {'name' if len(found.files) != 1 else 'names'} CUDA: "
        f"{_counted(_lines(found), 'line')}, {_counted(kernels, 'kernel')}, {_counted(launches, 'launch', 'es')}, "
        f"{_counted(asm, 'statement')} of inline PTX"
    )
    edits = sum(found.edits.values())
    changed = sum(bool(count) for count in found.edits.values())
    errors, warnings, notes = (found.count(s) for s in (Severity.ERROR, Severity.WARNING, Severity.NOTE))
    console.print(f"  done by the translation   {_counted(edits, 'place')} in {_counted(changed, 'file')}")
    console.print(f"  to be looked at           {_counted(warnings, 'warning')}, {_counted(notes, 'note')}")
    console.print(f"  to be written by hand     {_counted(errors, 'error')}")
    for table in _tables(found, verbose):
        console.print()
        console.print(table)
    if not found.is_exact:
        console.print()
        console.print(_UNPARSED, style="dim")


_UNPARSED = (
    "counted by tokens, code of branches that are not compiled too; --exact has clang read each unit, which sees "
    "types, macros and block sizes as the translation does, at its cost"
)


def _tables(found: Scan, verbose: bool) -> Iterator[Table]:
    yield _table(
        [("library", ""), *((head, "n") for head in ("names", "uses", "renamed", "same", "none"))],
        [(l.name, l.names, l.uses, l.renamed, l.same, l.none) for l in libraries(found)],
        verbose,
    )
    for severity, head in ((Severity.ERROR, "by hand"), (Severity.WARNING, "look at")):
        listed = [t for t in tasks(found.program.diagnostics) if t.severity is severity]
        if listed:
            columns = [("places", "n"), ("files", "n"), ("rule", ""), (head, "fold")]
            told = (t.message if verbose else t.message.partition(": ")[0] for t in listed)
            yield _table(
                columns, [(t.places, t.files, t.rule, text) for t, text in zip(listed, told, strict=True)], verbose
            )
    yield _files(found, verbose)


def _files(found: Scan, verbose: bool) -> Table:
    """The files that need most first."""
    folder = os.path.commonpath([os.path.dirname(f.path) for f in found.files]) if len(found.files) > 1 else ""

    def counts(file: Survey) -> tuple[int, int, int]:
        errors, warnings = (found.count(s, file.path) for s in (Severity.ERROR, Severity.WARNING))
        return errors, warnings, found.edits.get(file.path, 0)

    rows = []
    for file in sorted(found.files, key=lambda f: (*(-count for count in counts(f)), f.path)):
        errors, warnings, edits = counts(file)
        path = os.path.relpath(file.path, folder) if folder else file.path
        rows.append((path, len(file.kernels), file.launches, edits, warnings, errors))
    heads = ("kernels", "launches", "changes", "warnings", "errors")
    return _table([("file", "fold"), *((head, "n") for head in heads)], rows, verbose)


def _table(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str | int]], verbose: bool) -> Table:
    """columns: heads, with `n` for numbers and `fold` for text that may take several lines."""
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    for head, kind in columns:
        if kind == "n":
            table.add_column(head, justify="right", no_wrap=True)
        else:
            table.add_column(head, overflow="fold", ratio=1 if kind == "fold" else None)
    kept = rows if verbose else rows[:_MOST]
    for row in kept:
        table.add_row(*(Text(str(cell)) for cell in row))
    if len(kept) < len(rows):
        text = next(at for at, (_, kind) in enumerate(columns) if kind != "n")
        more = Text(f"and {len(rows) - len(kept)} more: -v", "dim")
        table.add_row(*(more if at == text else "" for at in range(len(columns))))
    return table


def _counted(count: int, what: str, ending: str = "s") -> str:
    return f"{count:,} {what}{'' if count == 1 else ending}"


def answer(found: Scan) -> scan_answers.Scan:
    """What --json prints."""
    sources = found.program.sources
    return scan_answers.Scan(
        files=tuple(_file(found, f, sources[f.path]) for f in found.files),
        names=tuple(
            scan_answers.ScannedName(t.name.cuda, t.name.hip or None, t.name.status, t.name.library, t.count, t.files)
            for t in found.names
        ),
        edits=dict(sorted(_by_rule(found).items())),
        diagnostics=tuple(translation_report.diagnostic(d, sources) for d in found.program.diagnostics),
        suppressed=tuple(
            translation_answers.Suppressed(translation_report.diagnostic(s.diagnostic, sources), s.by, s.in_source)
            for s in found.suppressed
        ),
        others=found.others,
        exact=found.is_exact,
    )  # fmt: skip


def _file(found: Scan, file: Survey, source: Source) -> scan_answers.ScannedFile:
    def rules(kernel: KernelDefinition) -> Counter[str]:
        return Counter(d.rule for d in found.within(file.path, kernel))

    kernels = tuple(scan_answers.ScannedKernel(k.name, *source.position(k.span.start), rules(k)) for k in file.kernels)
    uses = {u.name.cuda: u.count for u in file.uses}
    edits = found.edits.get(file.path, 0)
    return scan_answers.ScannedFile(file.path, file.lines, file.launches, file.asm, file.headers, edits, kernels, uses)
