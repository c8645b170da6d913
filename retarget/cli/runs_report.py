"""What runs on this machine gave, side by side: on the terminal, and as JSON."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence

import click
from rich.table import Table

from retarget.api.verifying import Verification
from retarget.cli import run_answers as answers
from retarget.system import typed_json
from retarget.system.terminal import is_quiet, terminal
from retarget.targets.cpu.verdict import HostRun, Verdict

_SHOWN = 4  # differences of one run
_TIMES = re.compile(r"time|took|second|[0-9] ?[mun]?s\b|0x[0-9a-f]+|speed|B/s|FLOP", re.I)


def show(found: Verification, as_json: bool) -> None:
    """Prints the table, the differences, and what they say."""
    if as_json:
        click.echo(typed_json.text(answer(found)))
    elif not (is_quiet() and found.ok):
        _print(found.base, found.verdicts, found.unsteady)


def _print(base: HostRun, verdicts: Sequence[Verdict], unsteady: int) -> None:
    console = terminal(stderr=True)
    say = console.print
    table = Table("run", "wave", "order", "exit", "result", box=None, pad_edge=False)
    for run in (base, *(v.run for v in verdicts)):
        verdict = next((v for v in verdicts if v.run is run), None)
        result = "" if verdict is None else _result(verdict)
        seed = run.conditions.seed
        order = "as written" if seed is None else f"random, seed {seed}"
        table.add_row(run.label, str(run.conditions.wave), order, str(run.result.code), result)
    console.print(table)
    if base.label == "original" and base.result.hung:
        say("the original does not end in time: --limit TIME gives a run more")
    elif base.label == "original" and base.result.code:
        say(f"the original itself ends with exit code {base.result.code}: are its arguments and files right?")
        say(base.result.stderr.decode(errors="replace").rstrip()[-2000:])
    if unsteady:
        say(f"{unsteady} line(s) differ between runs of the original itself; their numbers that vary were not compared")
    for verdict in (v for v in verdicts if not v.ok):
        _print_differences(say, base, verdict)
    names = sorted({v.kernel.kernel for v in verdicts if v.kernel and v.run.label == base.label})
    if names:
        say(f"device memory depends on the order or the width first behind: {', '.join(names)}")


def _result(verdict: Verdict) -> str:
    if verdict.run.result.hung:
        return "ran too long"
    if verdict.code_differs:
        return "another exit code"
    return f"{len(verdict.differences)} difference(s)" if verdict.differences else "same"


def _print_differences(say: Callable[[str], None], base: HostRun, verdict: Verdict) -> None:
    run = verdict.run
    order = "as written" if run.conditions.seed is None else f"seed {run.conditions.seed}"
    say(f"\n{run.label}, wave {run.conditions.wave}, {order}:")
    for d in verdict.differences[:_SHOWN]:
        where = f"line {d.line}" if d.line else "output"
        say(f"  {where}: {base.label}: {d.expected}")
        say(f"  {' ' * len(where)}  {run.label}: {d.found}")
    if len(verdict.differences) > _SHOWN:
        say(f"  and {len(verdict.differences) - _SHOWN} more")
    if run.result.stderr and (verdict.code_differs or run.result.hung):
        say(run.result.stderr.decode(errors="replace").rstrip())
    if verdict.kernel and run.label == base.label:
        step = verdict.kernel
        say(f"  device memory differs first behind launch {step.number}, of {step.kernel}")
    elif any(_TIMES.search(d.expected) for d in verdict.differences):
        told = next(d.expected for d in verdict.differences if _TIMES.search(d.expected))
        say(f"  --ignore leaves out lines of times or addresses, here: {_pattern(told)}")


def _pattern(line: str) -> str:
    """An option that matches a line whatever its numbers are.

    >>> _pattern("took 1.5 ms")
    "--ignore 'took .* ms'"
    """
    words = [re.escape(w) for w in re.split(r"(?:0x)?[-+]?[0-9][0-9a-fA-F.]*", line.strip())]
    return "--ignore " + shlex.quote(".*".join(words).replace("\\ ", " "))


def answer(found: Verification) -> answers.Runs:
    """What --json prints."""
    return answers.Runs(answers.Base(*_run(found.base)), tuple(map(_compared, found.verdicts)))


def _run(run: HostRun) -> tuple[str, int, int | None, int, bool]:
    return run.label, run.conditions.wave, run.conditions.seed, run.result.code, run.result.hung


def _compared(verdict: Verdict) -> answers.Compared:
    step = verdict.kernel
    first = answers.FirstDiffering(step.number, step.kernel) if step else None
    return answers.Compared(*_run(verdict.run), verdict.ok, verdict.differences, first)
