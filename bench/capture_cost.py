"""What capturing costs a run: programs as they are and under `retarget capture`, in turns, within one call.

    python bench/capture_cost.py --to nvidia             on an NVIDIA GPU, with nvcc and CUPTI
    python bench/capture_cost.py --to cpu                on this machine's processor
    python bench/capture_cost.py --to stand-in           the recorder for AMD, before a libamdhip64 without a GPU

Seconds are those that the program tells itself, from the beginning of main to the end of all that runs at exit; medians
of the turns. "writing" is what the capture says it took to read memory, and to write it; the ratio leaves it out:

    ratio = (captured - writing) / plain
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(__file__).parent / "capture/programs.cu"
RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
# By the arguments of a program: on a GPU, and where a processor does its work.
RUNS = {
    "100,000 short launches": ("launches 100000", "launches 100000"),
    "128 kernels, each 200 (processor: 50) launches": ("kernels 200", "kernels 50"),
    "20 launches on large memory": ("memory 20 67108864", "memory 20 4194304"),
    "20,000 launches, copies, allocations": ("calls 20000", "calls 20000"),
}


class Row(NamedTuple):
    """Seconds; launches: of the program."""

    name: str
    plain: float
    captured: float
    writing: float
    launches: int

    @property
    def ratio(self) -> float:
        return (self.captured - self.writing) / self.plain

    @property
    def each(self) -> float:
        """Microseconds more for each launch."""
        return (self.captured - self.writing - self.plain) / max(1, self.launches) * 1e6


def told(words: Sequence[str], environment: dict[str, str]) -> float:
    """The seconds that a program tells. Raises subprocess.CalledProcessError where it fails."""
    done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found = re.search(r"^wall ([\d.]+)$", done.stdout, re.MULTILINE)
    assert found, f"{words}: no time in {done.stdout!r}"
    return float(found[1])


def row(name: str, words: Sequence[str], turns: int, folder: Path) -> Row:
    plain, captured, writing, launches = list[float](), list[float](), list[float](), 0
    told(words, {**os.environ})  # what is built, or read for the first time
    for _ in range(turns):
        plain.append(told(words, {**os.environ}))
        capture = folder / "capture"
        under = [*RETARGET, "capture", "--no-proof", "--force", "-o", str(capture), "--", *words]
        captured.append(told(under, {**os.environ}))
        (process,) = json.loads((capture / "capture.json").read_text())["processes"]
        assert process["ended"]
        writing.append(process["seconds"])
        launches = process["launches"]
    return Row(name, median(plain), median(captured), median(writing), launches)


def program(target: str, folder: Path) -> list[str]:
    """The words that run the programs."""
    made = folder / "programs"
    if target == "cpu":
        return [*RETARGET, str(PROGRAMS), "--to", "cpu", "--"]
    if target == "nvidia":
        subprocess.run(["nvcc", "-O3", str(PROGRAMS), "-o", str(made)], check=True)
        return [str(made)]
    sys.path.insert(0, str(ROOT))
    from retarget.targets.amd.architecture import target_ids  # noqa: PLC0415
    from retarget.targets.amd.build import Job, Product, compile_unit  # noqa: PLC0415
    from tests.capture.stand_in import linked  # noqa: PLC0415
    from tests.compilers import HIP_COMPILER  # noqa: PLC0415

    assert HIP_COMPILER, "a clang for HIP"
    text, built = folder / "programs.hip", folder / "programs.o"
    subprocess.run([*RETARGET, str(PROGRAMS), "--to", "amd", "-o", str(text)], check=True)
    done = compile_unit(HIP_COMPILER, Job((text,), target_ids("gfx90a"), built, Product.OBJECT, optimisation="-O2"))
    assert done.ok, done.diagnostics
    linked(built, made, folder)
    return [str(made)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", choices=("nvidia", "cpu", "stand-in"), default="nvidia")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        words = program(asked.to, Path(scratch))
        which = asked.to != "nvidia"
        rows = [row(n, [*words, *r[which].split()], asked.turns, Path(scratch)) for n, r in RUNS.items()]
    if asked.json:
        print(json.dumps([{**r._asdict(), "ratio": r.ratio} for r in rows], indent=1))
        return
    print("| program | plain s | captured s | writing s | ratio | more for a launch, µs |")
    print("|---|---:|---:|---:|---:|---:|")
    for r in rows:
        print(f"| {r.name} | {r.plain:.3f} | {r.captured:.3f} | {r.writing:.3f} | {r.ratio:.2f} | {r.each:.2f} |")


if __name__ == "__main__":
    main()
