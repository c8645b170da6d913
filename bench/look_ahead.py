"""What compiling ahead of the device saves: several kernels tuned with it and without, in turns.

    python bench/look_ahead.py [--kernels 4] [--jobs 4] [--seconds 0.4] [--rounds 2]

Compilers and device are made up, and do nothing but take their time: a variant `--seconds` and a tenth of that for each
of its instances, a launch some tenths of a millisecond. Ratios of wall time and of the time in which the device waits
for compilers, and whether the choices are the same.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from string import ascii_lowercase

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.tuning.looking_ahead import SlowDevice, Takes, tuned_kernels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    wall, waited = {False: 0.0, True: 0.0}, {False: 0.0, True: 0.0}
    choices = set()
    with tempfile.TemporaryDirectory() as folder:
        for at in range(given.rounds):
            for looks_ahead in (False, True):
                place = Path(folder) / f"{at}-{looks_ahead}"
                takes = Takes(given.seconds, given.seconds / 10, Path(folder) / "begun")
                begun = time.monotonic()
                done = tuned_kernels(
                    place, ascii_lowercase[: given.kernels], takes, given.jobs, looks_ahead, device=SlowDevice
                )
                wall[looks_ahead] += time.monotonic() - begun
                waited[looks_ahead] += done.preparing
                choices.add(tuple((c.kernel, c.schedule) for c in done.choices))
    for what, of in (("wall time", wall), ("waiting for compilers", waited)):
        ratio = of[True] / of[False]
        print(f"{what}: {of[False]:.1f} s, with looking ahead {of[True]:.1f} s, {ratio:.2f} times as long")
    print("the choices are the same" if len(choices) == 1 else f"THE CHOICES DIFFER: {choices}")


if __name__ == "__main__":
    main()
