"""`retarget batch`: many programs, as a live count, one table, a page, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from retarget.api.page_files import write_page
from retarget.batch import state
from retarget.batch.batch import Batch, counted
from retarget.batch.comparison import StepChange, changes
from retarget.batch.discovery import discovered
from retarget.batch.manifest import STEPS, Described, Manifest, read_manifest, written
from retarget.batch.stage import GOOD, Outcome, Status
from retarget.batch.tool_calls import Found
from retarget.cli import batch_answers
from retarget.errors import Error, InputError, OutputError
from retarget.system import exits, typed_json
from retarget.system.cores import cores
from retarget.system.terminal import is_quiet, remark, terminal
from retarget.translation.emit import replace_whole

MANIFEST, DATABASES, PAGE, TABLE = "manifest.toml", "databases", "index.html", "results.csv"
_COMMENT = """\
Programs for `retarget batch`: edit it as you like. root and folder are relative to this file, everything else to
folder. Files outside of root, such as headers of a toolkit, stay as they are.
run: a program's arguments; inputs: what has to be there; outputs: files that it writes, to be compared."""
_PAGE_AFTER = 10.0  # seconds between the pages of a batch that goes on
_PAGE_SHARE = 50  # times the seconds that a page costs
_STYLES = {Status.OK: "green", Status.WARNED: "yellow", Status.FAILED: "bold red", Status.TIMEOUT: "red",
           Status.ABSENT: "magenta", Status.SKIPPED: "dim", Status.BUG: "bold red"}  # fmt: skip


class BatchOptions(Struct, frozen=True):
    """The options of `batch`, as given; None or empty where the manifest decides."""

    output: str | None
    discover: bool
    steps: tuple[str, ...]
    only: tuple[str, ...]
    anew: bool
    shows: bool
    as_json: bool
    jobs: int | None
    dask: str
    slurm: int
    slurm_options: tuple[str, ...]
    settings: dict[str, object]


def run(what: str, asked: BatchOptions, verbose: bool) -> int:
    """Returns the exit code: 4 where a program fails a step."""
    path, folder = _places(what, asked)
    if os.path.isdir(what) and not (os.path.exists(path) and not asked.discover):
        _discover(what, path)
        if asked.discover:
            return exits.OK
    manifest = _settled(read_manifest(path), asked)
    missing = [name for name in asked.only if name not in {p.name for p in manifest.program}]
    if missing:
        raise Error(f"--only {missing[0]}: {path} describes no such program")
    import_module("retarget.batch.running")  # which says what is missing
    if asked.shows:
        found = Batch.of(manifest, folder, asked.only).results()
        _tell(found, manifest, asked, verbose)
        return exits.OK
    with state.alone(folder):
        batch = Batch.of(manifest, folder, asked.only, asked.anew)
        if batch.known:
            remark(f"{len(batch.known)} of {len(batch.programs)} programs are done already")
        try:
            _carry_out(batch, asked)
        finally:
            found = batch.results()
            _write(found, manifest, folder)
    _tell(found, manifest, asked, verbose)
    if not asked.as_json:
        remark(f"{folder / PAGE}: a page of all programs")
    return exits.OK if all(o.ok for o in found) else exits.TRANSLATION


def _tell(found: Sequence[Outcome], manifest: Manifest, asked: BatchOptions, verbose: bool) -> None:
    if asked.as_json:
        click.echo(typed_json.text(batch_answers.Batch(tuple(found))))
    else:
        _show(found, manifest, verbose)


def _places(what: str, asked: BatchOptions) -> tuple[str, Path]:
    """The manifest, and the folder of the batch."""
    if os.path.isdir(what):
        folder = asked.output or "batch"
        return os.path.join(folder, MANIFEST), Path(folder)
    if not os.path.exists(what):
        raise InputError(f"{what}: no such manifest, and no folder")
    beside = os.path.dirname(what) or "."
    return what, Path(asked.output or (beside if os.path.basename(what) == MANIFEST else os.path.join(beside, "batch")))


def _discover(what: str, path: str) -> None:
    if os.path.exists(path):
        raise OutputError(f"{path} is there, and may be edited: move it away, or leave out --discover")
    folder = os.path.dirname(path)
    found = discovered(what, folder, remark)
    try:
        programs = tuple(_with_database(one, folder) for one in found)
        manifest = Manifest(root=os.path.relpath(what, folder or "."), program=programs)
        os.makedirs(folder, exist_ok=True)
        replace_whole(Path(path), written(manifest, _COMMENT).encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from None
    unknown = sum(p.run is None for p in programs)
    more = f"; {unknown} without a command to run: fill in `run`" if unknown else ""
    remark(f"{path}: {len(found)} programs{more}")


def _with_database(found: Found, folder: str) -> Described:
    """With its compile database beside the manifest, where it has one of its own."""
    if not found.entries:
        return found.program
    place = Path(folder) / DATABASES / f"{found.program.name}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    replace_whole(place, json.dumps(found.entries, indent=1).encode("utf-8", "surrogateescape"))
    home = os.path.join(folder, found.program.folder)
    return replace(found.program, database=os.path.relpath(place, home))


def _settled(manifest: Manifest, asked: BatchOptions) -> Manifest:
    """With what the command line gives."""
    given = {name: value for name, value in asked.settings.items() if value is not None}
    steps = tuple(s for s in STEPS if s in asked.steps) if asked.steps else manifest.steps
    return replace(manifest, steps=steps, **given)


def _carry_out(batch: Batch, asked: BatchOptions) -> None:
    from retarget.batch.running import Workers, carried_out  # noqa: PLC0415  (an optional library, and slow to import)

    if not batch.waiting:
        return
    options = tuple((k, v) for k, _, v in (o.partition("=") for o in asked.slurm_options))
    workers = Workers(asked.jobs or cores(), asked.dask, asked.slurm, options)
    with _progress(len(batch.programs), len(batch.known)) as advance:
        due = time.monotonic() + _PAGE_AFTER
        for outcome in carried_out(batch.manifest, batch.waiting, batch.folder, workers, asked.anew, remark):
            advance(outcome)
            if (started := time.monotonic()) > due:
                _write(batch.results(), batch.manifest, batch.folder)
                ended = time.monotonic()
                due = ended + max(_PAGE_AFTER, _PAGE_SHARE * (ended - started))


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[Outcome], None]]:
    """A bar with the last program on a terminal; a line for each program elsewhere."""
    console = terminal(stderr=True)
    if is_quiet() or not console.is_terminal:
        count = done

        def say(outcome: Outcome) -> None:
            nonlocal count
            count += 1
            told = ", ".join(f"{s.step} {s.status}" for s in outcome.stages)
            remark(f"[{count}/{total}] {outcome.name}: {told} ({outcome.seconds:.1f} s)")

        yield say
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("programs", total=total, completed=done)
        failed = 0

        def advance(outcome: Outcome) -> None:
            nonlocal failed
            failed += not outcome.ok
            bar.update(task, advance=1, description=f"{failed} failing, last {outcome.name}")

        yield advance


def _show(found: Sequence[Outcome], manifest: Manifest, verbose: bool) -> None:
    console = terminal()
    steps = [s for s in STEPS if any(o.stage(s) for o in found)]
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    table.add_column("program", overflow="fold")
    for step in steps:
        table.add_column(step, no_wrap=True)
    table.add_column("s", justify="right", no_wrap=True)
    kept = [o for o in found if verbose or len(found) <= 40 or not o.ok]
    for outcome in kept:
        cells = [_cell(outcome, step) for step in steps]
        table.add_row(Text(outcome.name), *cells, f"{outcome.seconds:.1f}")
    console.print(table)
    for why, names in _reasons(kept).items():
        console.print(Text(f"\n{why}", "bold"))
        console.print(Text(f"  {', '.join(names)}"))
    if len(kept) < len(found):
        console.print(f"and {len(found) - len(kept)} that went well: -v", style="dim")
    console.print()
    for step, counts in counted(found, steps).items():
        listed = ", ".join(f"{counts[status]} {status}" for status in Status if counts[status])
        console.print(f"{step}: {listed}")


def _reasons(outcomes: Sequence[Outcome]) -> dict[str, list[str]]:
    """Why programs did not go well, or have to be looked at, each reason with its programs."""
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.why:
            found.setdefault(outcome.why, []).append(outcome.name)
    return found


def _cell(outcome: Outcome, step: str) -> Text:
    stage = outcome.stage(step)
    if stage is None:
        return Text("")
    gain = stage.facts.get("gain")
    shown = f"{gain:.2f}x" if isinstance(gain, float) and stage.status in GOOD else str(stage.status)
    return Text(shown, _STYLES[stage.status])


def _write(found: Sequence[Outcome], manifest: Manifest, folder: Path) -> None:
    from retarget.system import html  # noqa: PLC0415  (an optional library, and slow to import)

    steps = [s for s in STEPS if any(o.stage(s) for o in found)]
    page = html.page("batch.html.jinja", outcomes=found, steps=steps, counts=counted(found, steps),
                     total=len(manifest.program), good=GOOD, statuses=list(Status))  # fmt: skip
    write_page(str(folder / PAGE), page)
    replace_whole(folder / TABLE, table_of(found).encode("utf-8", "surrogateescape"))


def table_of(found: Sequence[Outcome]) -> str:
    """As CSV: a line for each step of each program."""
    facts = sorted({name for o in found for s in o.stages for name in s.facts})
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["program", "step", "status", "seconds", "why", *facts])
    for outcome in found:
        for stage in outcome.stages:
            values = [stage.facts.get(name, "") for name in facts]
            rows.writerow([outcome.name, stage.step, stage.status, f"{stage.seconds:.3f}", stage.why, *values])
    return text.getvalue()


def compare(before: str, after: str, as_json: bool) -> int:
    """Prints what differs between the results in two folders; the exit code is 8 where something became worse."""
    pair = []
    for folder in (before, after):
        found = state.outcomes(Path(folder))
        if not found:
            raise InputError(f"{folder}: no results of a batch are there")
        pair.append(found)
    listed = tuple(changes(*pair))
    if as_json:
        make = batch_answers.BatchChange
        rows = tuple(make(c.program, c.step, _text(c.before), _text(c.after), c.is_worse, c.why) for c in listed)
        click.echo(typed_json.text(batch_answers.BatchComparison(rows)))
    else:
        _show_changes(listed)
    return exits.DIFFERENT if any(c.is_worse for c in listed) else exits.OK


def _text(status: Status | None) -> str | None:
    return None if status is None else str(status)


def _show_changes(listed: Sequence[StepChange]) -> None:
    console = terminal()
    if not listed:
        console.print("every step of every program ended as before")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    for head in ("program", "step", "before", "after"):
        table.add_column(head, overflow="fold")
    table.add_column("why", overflow="fold", ratio=1)
    for change in listed:
        style = "red" if change.is_worse else "green"
        before, after = (str(status or "none") for status in (change.before, change.after))
        table.add_row(Text(change.program), change.step, before, Text(after, style), Text(change.why))
    console.print(table)
