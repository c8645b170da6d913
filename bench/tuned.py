"""What tuning gains on the GPU at hand: our samples, and naive kernels against their hand-written steps.

    python bench/tuned.py [--to nvidia] [--only gaussian,laplacian] [--variants 48] [--budget 60] [--plot SVG]

Samples: `retarget tune`, the time of all kernels in a run, original over chosen, and what the choosing cost.
Ladders: the first step alone is tuned; then the program, written by `retarget apply` and built with nvcc, takes the
naive kernel as written, as chosen and the steps that follow by hand in turns, so that every ratio is of one run.

published: AMD lab notes, "Finite difference method - Laplacian part 4", one GCD of an MI250X, 512 x 512 x 512 doubles:
times as fast as the first kernel.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from retarget.targets.nvidia.compiler import find_cuda_compiler

BENCH = Path(__file__).resolve().parent
SAMPLES = BENCH.parent / "samples"
RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
PROGRAMS = {
    "gaussian": "1024", "lu": "1024", "matmul_tiled": "1024 1024 1024", "needleman_wunsch": "2048",
    "stencil2d": "2048 2048 100", "nbody": "8192 4",
}  # fmt: skip


@dataclass(frozen=True)
class Ladder:
    """A program that prints `time NAME: MS ms` for each step. kernel: the naive one; written, chosen: the steps in
    which it runs as written, and as a tuning finds it; published: by step, times as fast as the naive one."""

    source: Path
    arguments: str
    kernel: str
    written: str
    chosen: str
    published: dict[str, float]


LADDERS = {
    "laplacian": Ladder(
        BENCH / "laplacian" / "laplacian.cu", "512 512 512 20", "baseline", "baseline as written, 1", "baseline, 1",
        {"baseline_streamed, 1": 1.19, "tiled, 1": 1.20, "tiled, 2": 1.28, "tiled, 4": 1.34, "tiled, 8": 1.37,
         "tiled, 16": 0.42, "tiled_bounded, 8": 1.39, "tiled_bounded, 16": 1.34, "tiled_streamed, 8": 1.44},
    ),
    "reduction": Ladder(
        SAMPLES / "reduction.cu", "67108864 20", "reduce_divergent", "divergent", "divergent, by its name", {},
    ),
}  # fmt: skip


def tuned(source: Path, arguments: str, given: argparse.Namespace, folder: str) -> dict[str, Any]:
    """What `retarget tune` says of a program."""
    words = ("tune", str(source), "--to", given.to, "--variants", str(given.variants), "--budget", f"{given.budget}s",
             "--ignore", "^time", "--json", "--", *arguments.split())  # fmt: skip
    found: dict[str, Any] = json.loads(output((*RETARGET, *words), folder))
    return found


def output(words: Sequence[str], folder: str) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words[-12:])} ends with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def steps(ladder: Ladder, folder: str) -> dict[str, float]:
    """Milliseconds of each step, in one run of the program as chosen."""
    output((*RETARGET, "apply", str(ladder.source), "--to", "nvidia", "-o", f"{folder}/applied/"), folder)
    (text,) = Path(folder, "applied").rglob(ladder.source.name)
    compiler = find_cuda_compiler()
    output((compiler.path, *compiler.own(), compiler.architecture("native"), *compiler.modes(False), str(text),
            "-o", f"{folder}/program", *compiler.runtime()), folder)  # fmt: skip
    said = output((f"{folder}/program", *ladder.arguments.split()), folder)
    return {name: float(ms) for name, ms in re.findall(r"^time (.+): ([\d.]+) ms$", said, re.M)}


def as_table(name: str, ladder: Ladder, found: dict[str, float], schedule: str) -> Table:
    table = Table(title=f"{name}: the naive kernel with {schedule or 'nothing changed'}", box=None, pad_edge=False)
    for head in ("step", "ms", "times as fast", "published"):
        table.add_column(head, justify="left" if head == "step" else "right")
    for step, ms in found.items():
        published = ladder.published.get(step)
        label = "chosen by the tuning" if step == ladder.chosen else step
        table.add_row(label, f"{ms:.4f}", f"{found[ladder.written] / ms:.2f}", f"{published:.2f}" if published else "")
    return table


def plot(path: str, gains: dict[str, float], ladders: dict[str, dict[str, float]]) -> None:
    """Bars: how many times as fast as the original."""
    from matplotlib.figure import Figure  # noqa: PLC0415  (an optional library)

    shown = {"samples": gains, **{n: {s: found[LADDERS[n].written] / ms for s, ms in found.items()}
                                  for n, found in ladders.items()}}  # fmt: skip
    shown = {title: bars for title, bars in shown.items() if bars}
    figure = Figure(figsize=(8, 1 + 0.3 * sum(map(len, shown.values()))), layout="constrained")
    for axes, (title, bars) in zip(figure.subplots(len(shown), squeeze=False).flat, shown.items(), strict=True):
        names = list(bars)[::-1]
        drawn = axes.barh(names, [bars[n] for n in names])
        axes.bar_label(drawn, fmt="%.2f", padding=3)
        axes.axvline(1, linewidth=1, color="black")
        axes.set_title(f"{title}: times as fast as the original")
    figure.savefig(path)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--to", default="nvidia", choices=("nvidia", "amd", "cpu"))
    options.add_argument("--only", default=",".join((*PROGRAMS, *LADDERS)))
    options.add_argument("--variants", type=int, default=48)
    options.add_argument("--budget", type=float, default=60, help="seconds of runs, for each program")
    options.add_argument("--plot", metavar="SVG")
    options.add_argument("--json", metavar="FILE")
    given = options.parse_args()
    asked = given.only.split(",")
    if unknown := [n for n in asked if n not in PROGRAMS and n not in LADDERS]:
        raise SystemExit(f"no such program: {', '.join(unknown)}; there are {', '.join((*PROGRAMS, *LADDERS))}")
    console = Console()
    table = Table(box=None, pad_edge=False)
    for head in ("program", "original ms", "chosen ms", "gain", "runs", "seconds", "device s", "verified"):
        table.add_column(head, justify="left" if head == "program" else "right")
    told, gains, ladders = {}, {}, {}
    for name in asked:
        ladder = LADDERS.get(name)
        source, arguments = (ladder.source, ladder.arguments) if ladder else (SAMPLES / f"{name}.cu", PROGRAMS[name])
        with tempfile.TemporaryDirectory() as folder, console.status(f"tuning {name}"):
            told[name] = found = tuned(source, arguments, given, folder)
            if ladder and given.to == "nvidia":
                ladders[name] = steps(ladder, folder)
        ran = found["ran"]
        before, after = ran["before_ms"], ran["after_ms"]
        if not ladder and after:
            gains[name] = before / after
        gain = f"{before / after:.2f}" if after else ""
        table.add_row(name, f"{before:.4g}", f"{after:.4g}", gain, str(ran["runs"]), f"{ran['seconds']:.0f}",
                      f"{ran['device_ms'] / 1000:.1f}", "yes" if ran["verified"] else "no")  # fmt: skip
        if name in ladders:
            schedules = {c["kernel"]: c["schedule"] for c in found["choices"]}
            console.print(as_table(name, LADDERS[name], ladders[name], schedules.get(LADDERS[name].kernel, "")))
    console.print(table)
    if gains:
        mean = exp(sum(map(log, gains.values())) / len(gains))
        console.print(f"geometric mean of {len(gains)} samples: {mean:.2f}")
    if given.plot:
        plot(given.plot, gains, ladders)
    if given.json:
        Path(given.json).write_text(json.dumps({"tuned": told, "ladders": ladders}, indent=1))


if __name__ == "__main__":
    main()
