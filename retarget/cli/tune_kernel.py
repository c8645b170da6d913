"""`retarget tune`, with --kernel or without: options in, exit codes out."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click
from rich.console import Console

from retarget import __version__
from retarget.api.choices import Choice, program_key, request_of
from retarget.case import read_cases
from retarget.cli import tune as command
from retarget.cli.sources import Sources
from retarget.system import cache, exits
from retarget.system.terminal import terminal
from retarget.targets.table import TARGETS
from retarget.tuning import measurements, show
from retarget.tuning.by_runs import Tuned
from retarget.tuning.contest import Plan
from retarget.tuning.kernel.on_cases import (
    How,
    Kernel,
    Machine,
    NoKernel,
    find_kernel,
    found_machine,
    kept_cases,
    tuned,
)
from retarget.tuning.kernel.search import searching
from retarget.tuning.kernel.session import Search
from retarget.tuning.kernel.store import Kept


@dataclass(frozen=True)
class Asked:
    """The options of `tune --kernel`, as given; `common`: those that the tuning of a program has too."""

    common: command.Asked
    kernel: str | None
    case: str | None
    search: str | None


def tune_either(options: Mapping[str, Any], sources: Sources, words: Sequence[str]) -> int:
    """Tunes one kernel, where the options name one, else the program; returns the exit code."""
    own = {name: options[name] for name in ("kernel", "case", "search")}
    common = command.Asked(**{name: value for name, value in options.items() if name not in own})
    if any(own.values()):
        return tune(Asked(common, **own), sources, words)
    return command.tune(common, sources, words)


def tune(asked: Asked, sources: Sources, words: Sequence[str]) -> int:
    """Tunes one kernel; returns the exit code."""
    console = terminal(stderr=True)
    sources.inputs()
    _refuse(asked, sources, words)
    search = _search(asked)
    if asked.common.report:
        command.refuse_page(asked.common.report, sources)
    request = request_of(sources)
    try:
        kernel = find_kernel(request, str(asked.kernel))
    except NoKernel as error:
        raise click.UsageError(f"--kernel: {error}") from None
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        given, place = read_cases(str(asked.case)), str(asked.case)
        cases = kept_cases(kernel, islice(given, 1), place, f"{folder}/first")  # others may be large
        how = How(_plan(asked), asked.common.variants, search)
        machine = found_machine(TARGETS[asked.common.target])
        cases += kept_cases(kernel, given, place, f"{folder}/others")
        for concern in machine.platform.concerns:
            console.print(f"warning: {concern}")
        with measurements.alone(cache.cache_folder(), machine.platform.unit):
            done, told = _tuned(asked, kernel, cases, machine, how, console)
    if asked.common.as_json:
        click.echo(json.dumps(told, indent=1))
    else:
        show.result(done, machine.platform.device, sources.verbose)
    if asked.common.report:
        command.write_page(Choice(sources, told), None, asked.common.report, False, sources.verbose)
    return exits.OK


def _refuse(asked: Asked, sources: Sources, words: Sequence[str]) -> None:
    """Raises click.UsageError for what does not go together."""
    if not asked.kernel or not asked.case:
        raise click.UsageError("--kernel NAME and --case PY belong together: which kernel, and how it is launched")
    if TARGETS[asked.common.target].tools().opened is None:
        name = asked.common.target
        raise click.UsageError(f"--kernel and --to {name} contradict each other: a driver's calls launch it; see --to")
    common = asked.common
    given = {
        "--build": common.build, "--compare": common.compare, "--check": common.check, "--ignore": common.ignore,
        "--compare-times": common.compare_times, "what stands behind --": words,
    }  # fmt: skip
    if extra := [name for name, value in given.items() if value]:
        raise click.UsageError(f"--kernel and {extra[0]} contradict each other: no program runs, the case says all")


def _search(asked: Asked) -> Search | None:
    """Raises click.UsageError, MissingTool."""
    try:
        return searching(asked.search, asked.common.variants)
    except ValueError as error:
        raise click.UsageError(f"--search: {error}") from None


def _plan(asked: Asked) -> Plan:
    return Plan(asked.common.budget, asked.common.limit, asked.common.seed)


def _tuned(
    asked: Asked, kernel: Kernel, cases: Sequence[Kept], machine: Machine, how: How, console: Console
) -> tuple[Tuned, dict[str, Any]]:
    platform, program = machine.platform, program_key(kernel.request)
    circumstances = (__version__, str(asked.kernel), repr(asked.common.limit), *(c.digest for c in cases))
    name = measurements.named(program, *platform.key, "kernel", *circumstances)
    folder = cache.cache_folder()
    with measurements.opened(folder, name) as known, show.live(console) as tell:
        done = tuned(kernel, cases, machine, How(how.plan, how.variants, how.search, tell), known)
        plain = show.as_json(done, platform, done.costs)
        plain["cases"] = [{"kernel": kernel.name, "file": asked.case, "names": [c.name for c in cases]}]
        told = joined(measurements.last_choices(folder, program, platform.target), plain)
        known.add_choices(program, told)
    return done, told


_ROWS = ("choices", "samples", "dropped", "sizes", "resources", "cases", "tunings")
_SUMS = ("runs", "seconds", "device_ms", "compared")
_ALL = ("in_time", "verified")


def joined(before: Mapping[str, Any] | None, told: Mapping[str, Any]) -> dict[str, Any]:
    """A result with those of the program's other kernels that were tuned by themselves on the same device. Under
    `tunings` stands what holds of each of them, of which the result has the totals."""
    own = {row["kernel"] for row in told["choices"]}
    each = {name: told.get(name) for name in (*_SUMS, *_ALL, "notes")}
    made = {**told, "mode": "kernel", "tunings": [{"kernel": kernel, **each} for kernel in own]}
    if before is None or before.get("mode") != "kernel" or before.get("device") != told["device"]:
        return made
    for key in _ROWS:
        made[key] = [row for row in before.get(key, ()) if row.get("kernel") not in own] + list(made.get(key, ()))
    times = [(row["original"]["median"], row["chosen"]["median"]) for row in made["choices"]]
    made["before_ms"], made["after_ms"] = (sum(column) for column in zip(*times, strict=True))
    rows = {row["kernel"]: row for row in made["tunings"]}
    whole = [rows.get(row["kernel"], {}) for row in made["choices"]]  # nothing of those that earlier versions kept
    made |= {name: _total(sum, [row.get(name) for row in whole]) for name in _SUMS}
    made |= {name: _total(all, [row.get(name) for row in whole]) for name in _ALL}
    made["notes"] = [f"{kernel}: {note}" for kernel, row in rows.items() for note in row.get("notes") or ()]
    return made


def _total(joined_by: Callable[[Sequence[Any]], Any], values: Sequence[Any]) -> Any:
    """None where a value is not known."""
    return None if None in values else joined_by(values)
