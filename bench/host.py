"""What running on the host costs: kernels beside the same work as plain loops, and how often threads are switched.

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

PROGRAM = Path(__file__).parent / "host" / "loops.cu"
RETARGET = (sys.executable, "-c", "from retarget.cli import main; main()")


def figures(*options: str) -> dict[str, tuple[float, float]]:
    """Seconds of kernel and loops by name; for `barriers`, seconds and switches a second."""
    command = [*RETARGET, str(PROGRAM), "--to", "cpu", *options]
    done = subprocess.run(command, env=os.environ | {"RETARGET_WORKERS": "1"}, stdout=subprocess.PIPE, check=True)
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    return {name: (float(first), float(second)) for name, first, second in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print as JSON")
    asked = parser.parse_args()
    plain, checked = figures(), figures("--sanitize")
    if asked.json:
        print(json.dumps({"plain": plain, "sanitize": checked}, indent=1))
        return
    print("| kernel | kernel s | loops s | ratio | with --sanitize, to plain |")
    print("|---|---:|---:|---:|---:|")
    for name, (kernel, loops) in plain.items():
        if name != "barriers":
            print(f"| {name} | {kernel:.4f} | {loops:.4f} | {kernel / loops:.1f} | {checked[name][0] / kernel:.0f} |")
    print(f"\nthreads switched: {plain['barriers'][1] / 1e6:.1f} million a second")


if __name__ == "__main__":
    main()
