"""Random programs with random schedules on an NVIDIA GPU, each against its original: warps that run for real.

    python bench/pairs_on_gpu.py --state FOLDER [--from SEED] [--seeds N] [--kernels N] [--families N] [--jobs N]
                                 [--until SECONDS]

Programs and schedules are those of pairs.py; nvcc -O3 builds the original as it is, and all of a program's variants at
once. Each program draws N of the families of steps. The results of each seed are a line of FOLDER/results.jsonl, and
`pairs.py --count` tells their figures; programs with a pair that went wrong are kept beside it. Where nvcc's optimiser
changes what the original gives, the program counts as broken; where it changes what a variant gives, and the same text
without it agrees, the verdict is "nvcc" (docs/nvidia.md). Not part of CI.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from pair_runs import Broken, Pair, difference, guilty, legal, rounds
from pair_schedules import FAMILIES
from pairs import BAD, kept, result_of, told, wide

from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Chosen, Kernels, kernels, with_variants
from retarget.schedule.steps import Variant
from retarget.source.flags import Flags
from retarget.system.toolchain import find_headers
from retarget.targets.cpu.run import RunResult
from retarget.targets.emitted import Emitted
from retarget.targets.nvidia.build import executable
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.tools import Refused
from retarget.translation import emit
from retarget.translation.emit import Place
from retarget.translation.walk import Request, flags_of

LIMIT = 30.0  # seconds of a run
# A kernel that recurs has 1,024 bytes, which frames without optimisation exceed.
ROOM = """\
#include <cuda_runtime.h>
static const cudaError_t room_for_frames_ = cudaDeviceSetLimit(cudaLimitStackSize, 1 << 15);
"""
Verdicts = dict[tuple[str, int], tuple[str, str]]


def judged(paths: list[Path], seed: int, families: int) -> list[Pair]:
    """All pairs of a program of these units. Raises Broken."""
    root = str(paths[0].parent)
    request = Request(tuple(map(str, paths)), Flags(), headers=find_headers(None), root=root)
    found = kernels(request)
    if errors := [d.message for u in found.units for d in u.errors]:
        raise Broken(f"clang: {errors[0]}")
    drawn = Random(seed).sample(FAMILIES, min(families, len(FAMILIES)))
    chosen, known, tried = legal(found, seed, lambda *_: True, drawn, NVIDIA.translation.most_shared)
    base = _original(paths)
    for part in rounds(chosen):
        verdicts: Verdicts = {}
        try:
            _run(request, found, part, base, verdicts)
        except Refused:
            for one in part:
                _run_one(request, found, one, base, verdicts)
        for subject, _ in part:
            name = subject.function.name
            for at, (family, text) in enumerate(known[subject.function.usr]):
                tried.append(Pair(name, family, text, *verdicts.get((name, at), ("unchanged", ""))))
    return tried


def _run_one(
    request: Request, found: Kernels, one: tuple[Subject, tuple[Variant, ...]], base: RunResult, verdicts: Verdicts
) -> None:
    try:
        _run(request, found, [one], base, verdicts)
    except Refused as error:
        subject, factors = one
        why = next((line for line in str(error).splitlines() if "error" in line), str(error)[:200])
        verdicts.update({(subject.function.name, at): ("no compile", why) for at in range(len(factors))})


def _run(request: Request, found: Kernels, chosen: Chosen, base: RunResult, verdicts: Verdicts) -> None:
    """Builds these variants and runs each. Raises Refused where they do not compile."""
    with tempfile.TemporaryDirectory(prefix="pair-") as folder:
        _run_all(_built(request, found, chosen, folder), base, chosen, verdicts)
    if any(verdict in BAD for verdict, _ in verdicts.values()):
        plain: Verdicts = {}
        with tempfile.TemporaryDirectory(prefix="pair-") as folder, _unoptimised():
            _run_all(_built(request, found, chosen, folder), base, chosen, plain)
        for at, (verdict, why) in verdicts.items():
            if verdict in BAD and plain.get(at, ("", ""))[0] == "same":
                verdicts[at] = "nvcc", why


@contextmanager
def _unoptimised() -> Iterator[None]:
    """Builds within are without nvcc's optimiser."""
    with tempfile.TemporaryDirectory(prefix="pair-") as folder:
        header = Path(folder) / "room.h"
        header.write_text(ROOM)
        with patch.dict(os.environ, {"NVCC_APPEND_FLAGS": f"-Xcicc -O0 -Xptxas -O0 -include {header}"}):
            yield


def _built(request: Request, found: Kernels, chosen: Chosen, folder: str) -> Path:
    """Raises Refused."""
    layout = NVIDIA.layout(Place.TREE, request.root, folder)
    program = with_variants(request, found, chosen, NVIDIA.translation, layout.spelling)
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    made, _ = executable(Emitted(program, tuple(outputs), layout, flags_of(request)))
    return Path(made)


def _original(paths: list[Path]) -> RunResult:
    """What the original gives, twice the same, and without nvcc's optimiser too. Raises Broken."""
    base, again = _compiled(paths, 2)
    if base.code:
        raise Broken(f"the original ends with {base.code}: {base.stderr.decode(errors='replace')[-300:]}")
    if again.stdout != base.stdout:
        raise Broken("two runs of the original differ")
    with _unoptimised():
        if _compiled(paths, 1)[0].stdout != base.stdout:
            raise Broken("nvcc's optimiser changes what the original gives")
    return base


def _compiled(paths: list[Path], runs: int) -> list[RunResult]:
    with tempfile.TemporaryDirectory(prefix="pair-") as folder:
        program = Path(folder) / "original"
        units = [str(p) for p in paths if p.suffix == ".cu"]
        done = subprocess.run(["nvcc", "-O3", "-arch=native", "-w", "-o", str(program), *units], capture_output=True)
        if done.returncode:
            raise Broken(f"nvcc: {(done.stdout + done.stderr).decode(errors='replace')[:300]}")
        return [_ran(program, 0)[0] for _ in range(runs)]


def _run_all(program: Path, base: RunResult, chosen: Chosen, verdicts: Verdicts) -> None:
    counts = {s.function.name: len(factors) for s, factors in chosen}
    plain, _ = _ran(program, 0)
    if (plain.code, plain.stdout) != (base.code, base.stdout):
        raise Broken(f"translated: {difference(base, plain)}")
    for number in range(1, max(counts.values(), default=0) + 1):
        outcome, changed = _ran(program, number)
        same = (outcome.code, outcome.stdout) == (base.code, base.stdout)
        blamed = "" if same else guilty(base, outcome, counts)
        for kernel in changed & counts.keys():
            at = (number - 1) % counts[kernel]
            verdict = verdicts.get((kernel, at), ("same", ""))
            if not same and blamed in ("", kernel) and verdict[0] == "same":
                kind = "hung" if outcome.hung else "crashed" if outcome.code != base.code else "wrong"
                verdict = kind, difference(base, outcome)
            verdicts[kernel, at] = verdict


def _ran(program: Path, number: int) -> tuple[RunResult, frozenset[str]]:
    """A run, and the kernels of which a coarsened form was launched."""
    launches = program.with_name("launches")
    launches.unlink(missing_ok=True)
    env = os.environ | {"RETARGET_LAUNCHES": str(launches), "RETARGET_VARIANT": str(number)}
    try:
        done = subprocess.run([str(program)], env=env, capture_output=True, timeout=LIMIT)
        outcome = RunResult(done.returncode, done.stdout, done.stderr)
    except subprocess.TimeoutExpired as late:
        outcome = RunResult(-9, late.stdout or b"", b"", hung=True)
    ran = launches.read_text() if launches.exists() else ""
    return outcome, frozenset(k for k, variant in re.findall(r"^(\w+) (\d+) ", ran, re.M) if variant != "0")


def measured(seed: int, folder: Path, kernels: int, families: int) -> dict[str, Any]:
    return result_of(seed, wide(seed, kernels), folder, lambda units: judged(units, seed, families))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", type=Path, required=True, help="a folder for results")
    parser.add_argument("--from", dest="first", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=100, help="how many")
    parser.add_argument("--kernels", type=int, default=6, help="of each program")
    parser.add_argument("--families", type=int, default=8, help="of each program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at a time")
    parser.add_argument("--until", type=float, default=float("inf"), help="begin no program behind so many seconds")
    given = parser.parse_args()
    given.state.mkdir(parents=True, exist_ok=True)
    os.environ["NVCC_PREPEND_FLAGS"] = "--expt-relaxed-constexpr"  # std::pair in device code, as clang takes it
    results = given.state / "results.jsonl"
    known = list(kept(given.state))
    seeds = [s for s in range(given.first, given.first + given.seeds) if s not in {r["seed"] for r in known}]
    end = time.monotonic() + given.until
    one = partial(_before, end, folder=given.state, kernels=given.kernels, families=given.families)
    with ProcessPoolExecutor(given.jobs) as pool, results.open("a") as out:
        for done in as_completed([pool.submit(one, seed) for seed in seeds]):
            if (result := done.result()) is not None:
                known.append(result)
                out.write(json.dumps(result) + "\n")
                out.flush()
    print(told(known, 100))
    if any(p["verdict"] in BAD for r in known for p in r.get("pairs", ())):
        raise SystemExit(1)


def _before(end: float, seed: int, **asked: Any) -> dict[str, Any] | None:
    return measured(seed, **asked) if time.monotonic() < end else None


if __name__ == "__main__":
    main()
