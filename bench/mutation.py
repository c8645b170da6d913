"""Conditions of legality dropped one at a time: does a test fail?

    python bench/mutation.py --state FOLDER [--sample N] [--seed N] [--only WORD] [--stages N] [--limit SECONDS]
    python bench/mutation.py --state FOLDER --count

Each mutant (mutants.py) is judged in a fork of one process that has the libraries loaded, and retarget not: its module
is compiled from the changed tree, and pytest runs until a test fails; first the tests that want refusals at their
places, then those that run schedules. The results are lines of FOLDER/results.jsonl, so that a run can be stopped at
any time and taken up again. --sample draws that many by the seed. A survivor wants a test, or is a condition without
need; those that can change nothing stand in mutants.ALIKE, with the reason, and are counted apart. Not part of CI.
"""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

import clang.cindex  # noqa: F401  (what forks would load again)
import click
import hypothesis  # noqa: F401
import jinja2  # noqa: F401
import numpy  # noqa: F401
import pytest
import rich.progress
from mutants import ALIKE, PACKAGE, Mutant, mutants, mutated

ROOT = Path(__file__).resolve().parents[1]
STAGES: tuple[tuple[str, ...], ...] = (
    ("tests/schedule/test_readings.py", "tests/analysis/test_indirect.py"),
    ("tests/analysis/test_effects.py", "tests/schedule/test_granularity.py", "-k", "illegal or seen"),
    (
        "tests/schedule/test_granularity.py",
        "tests/schedule/test_generated.py",
        "tests/schedule/test_space.py",
        "tests/unit/test_bodies.py",
    ),
    ("tests/translation/test_cases.py", "tests/translation/test_semantics.py", "-k", "warp or lockstep"),
    (
        "tests/schedule/test_random_kernels.py",
        "tests/tuning/test_kernel_mode_module.py",
        "tests/targets/test_cuda_build.py",
    ),
)
SURVIVED, NOT_STARTED = "survived", 3


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the changed tree, and keeps nothing of it."""

    def __init__(self, mutant: Mutant, path: str) -> None:
        super().__init__(mutant.module, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return compile(mutated(ROOT / PACKAGE, self.mutant), self.path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        place = str(ROOT / PACKAGE / self.mutant.path)
        return importlib.util.spec_from_file_location(fullname, place, loader=_Loader(self.mutant, place))


def tested(mutant: Mutant | None, stage: Sequence[str], limit: float) -> str:
    """'killed', 'survived', or 'hung', which a test would see as well; of no mutant, what the tests give as they are.

    Raises RuntimeError where the tests themselves could not start.
    """
    child = os.fork()
    if child == 0:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        if mutant is not None:
            sys.meta_path.insert(0, _Finder(mutant))
        _forgets()
        os._exit(int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *stage])))
    begun = time.monotonic()
    while time.monotonic() - begun < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            if code == NOT_STARTED or (mutant is None and code):
                raise RuntimeError(f"the tests fail without a mutant: pytest {' '.join(stage)}")
            return SURVIVED if code == 0 else "killed"
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung"


def _forgets() -> None:
    """What the module as it is made of a unit is no result of the mutant's, nor the other way round."""
    unit_memory = importlib.import_module(f"{PACKAGE}.translation.unit_memory")
    unit_memory.recall = unit_memory.remember = lambda *_: None


def judged(mutant: Mutant, stages: int, limit: float) -> dict[str, object]:
    begun, result, used = time.monotonic(), SURVIVED, 0
    while result == SURVIVED and used < stages:
        result = tested(mutant, STAGES[used], limit)
        used += 1
    return {"name": mutant.name, "text": mutant.text, "line": mutant.line, "result": result, "stages": used,
            "seconds": round(time.monotonic() - begun, 1)}  # fmt: skip


def read(state: Path) -> dict[str, dict[str, object]]:
    file = state / "results.jsonl"
    listed = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return {str(r["name"]): r for r in listed}


def told(results: Sequence[dict[str, object]]) -> str:
    """The figures by kind and by module, and the survivors."""
    lines = []
    for heading, part in (("kind", 1), ("module", 0)):
        all_ = Counter(str(r["name"]).split(":")[part] for r in results)
        killed = Counter(str(r["name"]).split(":")[part] for r in results if r["result"] != SURVIVED)
        lines += [f"by {heading}:", *(f"  {killed[k]:4} of {n:4} seen  {k}" for k, n in sorted(all_.items())), ""]
    left = [r for r in results if r["result"] == SURVIVED]
    alike = {str(r["name"]): why for r in left if (why := _why_alike(r))}
    seen = f"{len(results) - len(left)} of {len(results)} mutants seen by a test"
    lines += [f"{seen}, {len(alike)} change nothing, {len(left) - len(alike)} are open:"]
    for survivor in sorted(left, key=lambda r: str(r["name"]) in alike):
        path, kind, _ = str(survivor["name"]).split(":")
        lines.append(f"  {path}:{survivor['line']}: {kind}: {survivor['text']}")
        lines += [f"    nothing: {alike[str(survivor['name'])]}"] if str(survivor["name"]) in alike else []
    return "\n".join(lines)


def _why_alike(result: dict[str, object]) -> str:
    path, kind, _ = str(result["name"]).split(":")
    return ALIKE.get((path, kind, str(result["text"])), "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants with this in their names")
    parser.add_argument("--stages", type=int, default=len(STAGES))
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for one run of the tests")
    parser.add_argument("--count", action="store_true")
    given = parser.parse_args()
    given.state.mkdir(parents=True, exist_ok=True)
    if not given.count:
        os.chdir(ROOT)
        sys.path.insert(0, str(ROOT))
        wanted = [m for m in mutants(ROOT / PACKAGE) if given.only in m.name]
        if given.sample:
            wanted = random.Random(given.seed).sample(wanted, min(given.sample, len(wanted)))
        for stage in STAGES[: given.stages]:
            tested(None, stage, given.limit)
        done = read(given.state)
        with open(given.state / "results.jsonl", "a") as out, rich.progress.Progress() as progress:
            for mutant in progress.track([m for m in wanted if m.name not in done], description="mutants"):
                out.write(json.dumps(judged(mutant, given.stages, given.limit)) + "\n")
                out.flush()
    click.echo(told(list(read(given.state).values())))


if __name__ == "__main__":
    main()
