"""Random programs with random schedules, each against its original: does a schedule ever change a result?

    python bench/pairs.py --state FOLDER [--from SEED] [--seeds N] [--kernels N] [--goal PAIRS]
                          [--csmith | --refused | --aim N | --hold CONSTRUCT] [--emulated RUN]
    python bench/pairs.py --state FOLDER --count

Every seed makes a program of many kernels (tests/random_kernels.py; with --csmith, csmith.py) and, for each kernel, a
schedule of every family of steps that it has axes for. The variants run on the processor in both widths and are
compared with the CUDA original; with --emulated, they are built for gfx942 besides and run by `RUN ./program`, and
--goal counts those that were. With --hold, kernels are small, and each holds this construct. With --aim, small programs
are drawn for the constructs and steps of which fewer than N pairs have changed something, until none is short. The
results of each seed are a line of FOLDER/results.jsonl, so that a run can be stopped at any time and taken up again;
programs with a pair that went wrong are kept beside it. Not part of CI.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
import csmith
from pair_aim import CELLS, CHANGED, Cell, Met, aimed, of_its_own
from pair_emulated import Emulator
from pair_runs import Broken, Pair, judged, text_of
from pair_schedules import FAMILIES, MORE
from random_kernels import Program, made

BAD = ("wrong", "hung", "crashed", "no compile")
STEPS = ("thread", "block", "serial", "persistent", "pack", "split", "lanes", "bounds", "streaming", "share", "unroll")
SIZES = (2, 3, 4)  # statements in each part of a kernel


def wide(seed: int, kernels: int, refused: bool = False) -> Program:
    return made(seed, SIZES[seed % len(SIZES)], seed % 4 == 0, seed % 5 == 0, wide=True, count=kernels, refused=refused)


def of_refused(seed: int, kernels: int) -> Program:
    return wide(seed, kernels, True)


def fitting(seed: int, sought: list[list[str]]) -> Program:
    """Small kernels of these constructs, for which as many steps as possible are legal."""
    return made(seed, 1 + seed % 2, wide=True, count=len(sought), sought=sought)


def holding(construct: str) -> Callable[[int, int], Program]:
    """Makes programs of small kernels, each with this construct, by seed and number of kernels."""
    return lambda seed, kernels: fitting(seed, [[construct]] * kernels)


def measured(
    seed: int, program: Program, folder: Path, cache: Path, emulator: Emulator | None, short: Container[Cell] | None
) -> dict[str, Any]:
    """The result of a seed, as it is kept. short: of these constructs and steps alone; None for all."""

    def wanted(kernel: str, family: str) -> bool:
        held = of_its_own(program.constructs.get(kernel, ()))
        return short is None or any((c, s) in short for c in held for s in family.split())

    families = FAMILIES if short is None else MORE
    return result_of(seed, program, folder, lambda units: judged(units, seed, cache, emulator, wanted, families))


def result_of(seed: int, program: Program, folder: Path, judge: Callable[[list[Path]], list[Pair]]) -> dict[str, Any]:
    """The result of a seed, as it is kept. judge: of the program's units; raises Broken."""
    own = folder / "programs" / str(seed)
    own.mkdir(parents=True, exist_ok=True)
    units = program.written(own)
    constructs = {name: sorted(held) for name, held in program.constructs.items()}
    try:
        pairs = judge(units)
    except Broken as error:
        return {"seed": seed, "broken": str(error)}
    except Exception:  # of the tool: a finding as well, and the next seed runs
        return {"seed": seed, "broken": traceback.format_exc()[-1500:]}
    bad = [p for p in pairs if p.verdict in BAD]
    if bad:
        print(f"seed {seed}\n{text_of(bad)}", flush=True)
    else:
        shutil.rmtree(own)
    return {"seed": seed, "constructs": constructs, "pairs": [asdict(p) for p in pairs]}


def kept(folder: Path) -> Iterator[dict[str, Any]]:
    path = folder / "results.jsonl"
    for line in path.read_text().splitlines() if path.exists() else ():
        yield json.loads(line)


def told(results: list[dict[str, Any]], goal: int) -> str:
    """The figures: pairs by verdict, refusals by reason, changed pairs by construct and family."""
    verdicts, reasons, families, broken, emulated = Counter[str](), Counter[str](), Counter[str](), Counter[str](), 0
    met = Met.of(results)
    for result in results:
        broken[result.get("broken", "").strip().splitlines()[-1][:110] if "broken" in result else ""] += 1
        for pair in result.get("pairs", ()):
            verdicts[pair["verdict"]] += 1
            if pair["verdict"] == "refused":
                reasons[re.sub(r"'[^']*'", "'_'", pair["why"])[:110]] += 1
            elif pair["verdict"] in CHANGED:
                families[pair["family"]] += 1
                emulated += pair.get("emulated", False)
    changed = sum(verdicts[v] for v in CHANGED)
    lines = [f"{sum(broken.values())} programs, {changed} pairs that changed something: "
             + ", ".join(f"{verdicts[v]} {v}" for v in (*CHANGED, "no compile", "refused", "unchanged"))]  # fmt: skip
    lines += [f"{emulated} of them ran as machine code of gfx942 too"] if emulated else []
    lines += [f"{n:6} broken: {why}" for why, n in broken.most_common() if why]
    lines += ["", "refused, by reason:", *(f"{n:6} {why}" for why, n in reasons.most_common(40))]
    lines += ["", "changed, by family: " + ", ".join(f"{n} {f}" for f, n in families.most_common())]
    lines += ["", "changed (and refused), by construct and by step, alone or with others:"]
    for name in sorted({c for c, _ in met.cells}):
        by = (f"{s} {met.changed[name, s]} ({met.refused[name, s]})" for s in STEPS if (name, s) in met.cells)
        lines.append(f"  {name}: " + ", ".join(by))
    full, never = sum(n >= goal for n in met.changed.values()), sum(map(met.is_hopeless, met.cells))
    whole = f"of {len(met.cells)} constructs with a step"
    lines += [f"{whole}, {full} have {goal} changed pairs, and {never} are always refused"]
    lines += ["", f"fewer than {goal} changed pairs, and what refuses most:", *short(results, met, goal)]
    return "\n".join(lines)


def short(results: list[dict[str, Any]], met: Met, goal: int) -> Iterator[str]:
    """The rows of a table: a construct, its steps with changed and refused pairs, and the reasons that are met most."""
    cells = sorted(met.short(goal))
    why: dict[str, Counter[str]] = {c: Counter() for c, _ in cells}
    for result in results:
        for pair in (p for p in result.get("pairs", ()) if p["verdict"] == "refused"):
            for name in of_its_own(result["constructs"].get(pair["kernel"], ())):
                if any((name, step) in cells for step in pair["family"].split()):
                    why[name][re.sub(r"'[^']*'", "'...'", pair["why"])] += 1
    for name, listed in groupby(cells, lambda cell: cell[0]):
        steps = ", ".join(f"{s} {met.changed[name, s]} ({met.refused[name, s]})" for _, s in listed)
        total = sum(why[name].values()) or 1
        told = "; ".join(f"{reason} ({100 * n // total} %)" for reason, n in why[name].most_common(2))
        yield f"| {name} | {steps} | {told or 'rarely drawn'} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", type=Path, required=True, help="a folder for results")
    parser.add_argument("--cache", type=Path, help="of the builds; by default in the state's folder")
    parser.add_argument("--from", dest="first", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=100, help="how many")
    parser.add_argument("--kernels", type=int, default=6, help="of each program")
    parser.add_argument("--goal", type=int, default=0, help="stop behind so many changed pairs")
    parser.add_argument("--csmith", action="store_true", help="kernels made of what csmith writes")
    parser.add_argument("--aim", type=int, metavar="N", help="draw for what has fewer than N changed pairs")
    parser.add_argument("--refused", action="store_true", help="a construct that schedules refuse in each kernel")
    parser.add_argument("--hold", metavar="CONSTRUCT", help="small kernels, each with this construct")
    parser.add_argument("--emulated", metavar="RUN", help="the command that runs a program with gfx942 code")
    parser.add_argument("--count", action="store_true", help="only tell what is there")
    given = parser.parse_args()
    given.state.mkdir(parents=True, exist_ok=True)
    cache = (given.cache or given.state / "cache").resolve()
    os.environ["RETARGET_CACHE_DIR"] = str(cache)
    known = list(kept(given.state))
    done, met = {r["seed"] for r in known}, Met.of(known, CELLS)
    emulator = Emulator(str(Path(given.emulated).resolve())) if given.emulated else None

    def counted(result: dict[str, Any]) -> int:
        return sum(p["verdict"] in CHANGED and (not emulator or p["emulated"]) for p in result.get("pairs", ()))

    maker = csmith.made if given.csmith else of_refused if given.refused else wide
    maker = holding(given.hold) if given.hold else maker
    changed = sum(map(counted, known))
    for seed in range(given.first, given.first + (0 if given.count else given.seeds)):
        has_all = given.aim and not any(met.short(given.aim))
        if has_all or (given.goal and changed >= given.goal):
            break
        if seed in done:
            continue
        program = aimed(seed, met, given.aim, fitting, given.kernels) if given.aim else maker(seed, given.kernels)
        short = set(met.short(given.aim)) if given.aim else None
        result = measured(seed, program, given.state, cache, emulator, short)
        changed += counted(result)
        met.add(result)
        with (given.state / "results.jsonl").open("a") as out:
            out.write(json.dumps(result) + "\n")
    print(told(list(kept(given.state)), given.aim or 100))
    if any(p["verdict"] in BAD for r in kept(given.state) for p in r.get("pairs", ())):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
