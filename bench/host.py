"""What running on the host costs: the main kernel of each sample beside the same work as plain loops, and how often
threads are switched.

    python bench/host.py            one processor, plain and with --sanitize
    python bench/host.py --json     the figures for programs

Processor time, best of five within one run: ratios depend little on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent / "host"
SAMPLES = Path(__file__).parents[1] / "samples"
RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
RACES = 77  # exit code of --sanitize; bfs stores one value from several threads by design


def output(program: Path, *options: str) -> list[str]:
    """The words that a program prints; subprocess.CalledProcessError if it fails for more than races at its end."""
    command = [*RETARGET, str(program), "--to", "cpu", *options]
    done = subprocess.run(command, env=os.environ | {"RETARGET_WORKERS": "1"}, stdout=subprocess.PIPE)
    if done.returncode != RACES or not done.stdout:
        done.check_returncode()
    return done.stdout.decode().split()


def figures(sample: Path) -> tuple[float, float, float]:
    """Seconds of the kernel, of the loops, and of the kernel with --sanitize."""
    _, kernel, loops = output(sample)
    _, checked, _ = output(sample, "--sanitize")
    return float(kernel), float(loops), float(checked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print as JSON")
    asked = parser.parse_args()
    rows = {sample.stem: figures(sample) for sample in sorted((HERE / "samples").glob("*.cu"))}
    switches = float(output(HERE / "switches.cu")[0])
    if asked.json:
        print(json.dumps({"samples": rows, "switches": switches}, indent=1))
        return
    print("| sample | kernel ms | loops ms | ratio | with --sanitize, to plain |")
    print("|---|---:|---:|---:|---:|")
    for name, (kernel, loops, checked) in rows.items():
        print(f"| {name} | {kernel * 1e3:.2f} | {loops * 1e3:.2f} | {kernel / loops:.3g} | {checked / kernel:.0f} |")
    for name in sorted({path.stem for path in SAMPLES.glob("*.cu")} - rows.keys()):
        print(f"| {name} | no kernel of its own | | | |")
    print(f"\nthreads switched: {switches / 1e6:.1f} million a second")


if __name__ == "__main__":
    main()
