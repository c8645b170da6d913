"""Programs on the host: run once, run in many orders, or run beside their original; and what is told of it."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from retarget import exits, report
from retarget.flags import Flags
from retarget.host.build import HostBuild, executable
from retarget.host.compare import Difference, Judge, Step, first_difference, read_trace, varying_lines
from retarget.host.compiler import BuildFailed, find_host_compiler
from retarget.host.layout import Language, host_layout
from retarget.host.options import HostOptions
from retarget.host.run import Conditions, Outcome, captured, passed_through
from retarget.messages import Placing, diagnostics
from retarget.pipeline import translate_program
from retarget.program import Program
from retarget.sources import Sources
from retarget.targets.amd import architecture
from retarget.text import rendered
from retarget.translate import Options

_SHOWN = 4  # differences of one run
_BASE_RUNS = 3  # of the original: what differs among them is no fault of the translation


@dataclass(frozen=True)
class Run:
    """One run: what ran and how, what came of it, the files it wrote, and the trace of its launches."""

    label: str
    conditions: Conditions
    outcome: Outcome
    files: tuple[bytes, ...]
    trace: tuple[Step, ...]


@dataclass(frozen=True)
class Verdict:
    """A run against the one that it is measured by. `kernel`: where device memory first differs."""

    run: Run
    differences: tuple[Difference, ...]
    kernel: Step | None
    code_differs: bool

    @property
    def ok(self) -> bool:
        return not self.differences and not self.code_differs and not self.run.outcome.hung


def carry_out(what: str, sources: Sources, host: HostOptions, arguments: Sequence[str], as_json: bool) -> int:
    """`run` or `verify`: translates, builds, runs. Returns the exit code of the command."""
    layout = host_layout(sources.folder(), sources.inputs(), Language.HIP)
    flags = sources.flags()
    program = translate_program(sources.request(flags, Options((architecture("gfx90a"),))), layout.spelling)
    for text in report.shown(program, sources.verbose):
        click.echo(text, err=True)
    if program.failed:
        return exits.TRANSLATION
    translated = _built(program, sources, flags, Language.HIP, host.sanitize)
    first = Conditions(int(host.wave), check=host.sanitize, limit=host.limit)
    if what == "run" and not host.shuffle:
        sys.stdout.flush()
        return passed_through(translated, arguments, first)
    runner = _Runner(tuple(arguments), host)
    plan = [("translated", translated, c) for c in _orders(first, host)]
    if what == "run":
        with _progress(len(plan)) as advance:
            runs = [runner.run(*one, advance) for one in plan]
        sys.stdout.write(runs[0].outcome.stdout.decode(errors="surrogateescape"))
        sys.stdout.flush()
        sys.stderr.write(runs[0].outcome.stderr.decode(errors="replace"))
        return _told(runs[0], [_judged(runs[0], r, Judge(host.tolerance), host) for r in runs[1:]], as_json)
    original = _built(program, sources, flags, Language.CUDA, False)
    alone = replace(first, wave=32, check=False)
    with _progress(len(plan) + _BASE_RUNS) as advance:
        base = [runner.run("original", original, alone, advance) for _ in range(_BASE_RUNS)]
        runs = [runner.run(*one, advance) for one in plan]
    varying = varying_lines(r.outcome.stdout for r in base)
    judge = Judge(host.tolerance, tuple(re.compile(p.encode()) for p in host.ignore), varying)
    return _told(base[0], [_judged(base[0], r, judge, host) for r in runs], as_json, varying)


def _orders(first: Conditions, host: HostOptions) -> Iterator[Conditions]:
    """Both widths, the one asked for first; then each in random orders."""
    widths = (first.wave, 96 - first.wave)
    yield from (replace(first, wave=w) for w in widths)
    for seed in range(host.seed, host.seed + host.shuffle):
        yield from (replace(first, wave=w, seed=seed) for w in widths)


def _built(program: Program, sources: Sources, flags: Flags, language: Language, check: bool) -> str:
    """The executable; where the build fails, tells the compiler's messages at the user's lines, and exits."""
    layout = host_layout(sources.folder(), sources.inputs(), language)
    try:
        with Console(stderr=True).status(f"building ({language})"):
            return executable(find_host_compiler(), HostBuild(program, layout, flags, language, check))
    except BuildFailed as failure:
        known = program.sources
        for said in diagnostics(failure.output, Placing()):
            click.echo(rendered(said, known), err=True)
        raise SystemExit(exits.BUILD) from None


@dataclass(frozen=True)
class _Runner:
    arguments: tuple[str, ...]
    host: HostOptions

    def run(self, label: str, program: str, conditions: Conditions, advance: Callable[[], None]) -> Run:
        with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
            trace = Path(folder) / "trace"
            outcome = captured(program, self.arguments, replace(conditions, trace=trace))
            steps = read_trace(trace.read_text()) if trace.exists() else ()
        files = tuple(_contents(Path(name)) for name in self.host.outputs)
        advance()
        return Run(label, conditions, outcome, files, steps)


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        return f"{path}: {error.strerror}".encode()


def _judged(base: Run, run: Run, judge: Judge, host: HostOptions) -> Verdict:
    found = list(judge.differences(base.outcome.stdout, run.outcome.stdout))
    exact = replace(judge, varying=frozenset())
    for a, b in zip(base.files, run.files, strict=True):
        found += exact.differences(a, b)
    code = base.outcome.code != run.outcome.code
    return Verdict(run, tuple(found), first_difference(base.trace, run.trace), code)


def _told(base: Run, verdicts: Sequence[Verdict], as_json: bool, varying: frozenset[int] = frozenset()) -> int:
    """Prints the table, the differences, and what they say; returns the exit code."""
    if as_json:
        click.echo(json.dumps({"base": _plain(base), "runs": [_judgement(v) for v in verdicts]}, indent=1))
    else:
        _print(base, verdicts, varying)
    if any(v.run.outcome.hung for v in verdicts):
        return exits.HUNG
    if all(v.ok for v in verdicts):
        return exits.OK if base.label == "original" else base.outcome.code
    return exits.DIFFERENT


def _print(base: Run, verdicts: Sequence[Verdict], varying: frozenset[int]) -> None:
    console = Console(stderr=True, highlight=False)
    table = Table("run", "wave", "order", "exit", "result", box=None, pad_edge=False)
    for run in (base, *(v.run for v in verdicts)):
        verdict = next((v for v in verdicts if v.run is run), None)
        result = "" if verdict is None else _result(verdict)
        seed = run.conditions.seed
        order = "as written" if seed is None else f"random, seed {seed}"
        table.add_row(run.label, str(run.conditions.wave), order, str(run.outcome.code), result)
    console.print(table)
    if varying:
        console.print(f"{len(varying)} line(s) differ between runs of the original itself and were not compared")
    for verdict in (v for v in verdicts if not v.ok):
        _print_differences(console, base, verdict)
    names = sorted({v.kernel.kernel for v in verdicts if v.kernel and v.run.label == base.label})
    if names:
        console.print(f"device memory depends on the order or the width first behind: {', '.join(names)}", markup=False, soft_wrap=True)


def _result(verdict: Verdict) -> str:
    if verdict.run.outcome.hung:
        return "ran too long"
    if verdict.code_differs:
        return "another exit code"
    return f"{len(verdict.differences)} difference(s)" if verdict.differences else "same"


def _print_differences(console: Console, base: Run, verdict: Verdict) -> None:
    run = verdict.run
    order = "as written" if run.conditions.seed is None else f"seed {run.conditions.seed}"
    console.print(f"\n{run.label}, wave {run.conditions.wave}, {order}:", markup=False, soft_wrap=True)
    for d in verdict.differences[:_SHOWN]:
        where = f"line {d.line}" if d.line else "output"
        console.print(f"  {where}: {base.label}: {d.expected}", markup=False, soft_wrap=True)
        console.print(f"  {' ' * len(where)}  {run.label}: {d.found}", markup=False, soft_wrap=True)
    if len(verdict.differences) > _SHOWN:
        console.print(f"  and {len(verdict.differences) - _SHOWN} more")
    if run.outcome.stderr and (verdict.code_differs or run.outcome.hung):
        console.print(run.outcome.stderr.decode(errors="replace").rstrip(), markup=False, soft_wrap=True)
    if verdict.kernel and run.label == base.label:
        step = verdict.kernel
        console.print(f"  device memory differs first behind launch {step.number}, of {step.kernel}", markup=False, soft_wrap=True)
    elif any(_TIMES.search(d.expected) for d in verdict.differences):
        told = next(d.expected for d in verdict.differences if _TIMES.search(d.expected))
        console.print(f"  lines of times or addresses are left out by --ignore, here: {_pattern(told)}", markup=False, soft_wrap=True)


_TIMES = re.compile(r"time|took|second|[0-9] ?[mun]?s\b|0x[0-9a-f]+|speed|B/s|FLOP", re.I)


def _pattern(line: str) -> str:
    """An option that matches a line whatever its numbers are.

    >>> _pattern("took 1.5 ms")
    "--ignore 'took .* ms'"
    """
    words = [re.escape(w) for w in re.split(r"(?:0x)?[-+]?[0-9][0-9a-fA-F.]*", line.strip())]
    return "--ignore " + shlex.quote(".*".join(words).replace("\\ ", " "))


def _plain(run: Run) -> dict[str, Any]:
    c = run.conditions
    return {"run": run.label, "wave": c.wave, "seed": c.seed, "exit": run.outcome.code, "hung": run.outcome.hung}


def _judgement(verdict: Verdict) -> dict[str, Any]:
    listed = [{"line": d.line, "expected": d.expected, "found": d.found} for d in verdict.differences]
    kernel = verdict.kernel and {"launch": verdict.kernel.number, "kernel": verdict.kernel.kernel}
    return _plain(verdict.run) | {"same": verdict.ok, "differences": listed, "memory_differs_behind": kernel}


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=total, label="running", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
