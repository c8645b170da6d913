"""What is told of a launch's bytes against what it does: programs run on the processor, where each access is recorded.

    python bench/traffic_truth.py                         the programs in samples/
    python bench/traffic_truth.py a.cu b.cu
    python bench/traffic_truth.py --random 0 100          100 random programs, by their seeds

A launch whose accesses are all known has to read and store just the bytes that it is said to; any other one these, and
perhaps more. The exit code is 1 where one does not.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from retarget.api.choices import request_of  # noqa: E402
from retarget.api.inputs import Inputs  # noqa: E402
from retarget.capture.contents import CapturedRegion  # noqa: E402
from retarget.capture.folder import CaptureFolder, written  # noqa: E402
from retarget.capture.recorded import recorded  # noqa: E402
from retarget.errors import Error  # noqa: E402
from retarget.schedule.form.subject import Subject  # noqa: E402
from retarget.schedule.scheduling import kernels  # noqa: E402
from retarget.targets.device import Array  # noqa: E402
from retarget.tuning.kernel.captured_case import captured_cases  # noqa: E402
from retarget.tuning.kernel.least_traffic import known_accesses, least_traffic  # noqa: E402
from retarget.tuning.kernel.replay_case import ReplayCase  # noqa: E402

RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")


class Accesses(Struct):
    """Of one launch: ranges of bytes, by address and size, that it reads before it stores there, and that it stores."""

    read: list[tuple[int, int]]
    stored: list[tuple[int, int]]


class LaunchAnswer(Struct, frozen=True):
    """faults: what is said of it and not so. known, moved: bytes that are told, and all."""

    kernel: str
    is_whole: bool
    known: int
    moved: int
    faults: tuple[str, ...]


def run(sources: Sequence[str], folder: Path, arguments: Sequence[str]) -> tuple[CaptureFolder, dict[int, Accesses]]:
    """A program's captured launches, those of short kernels too, and what each of its launches does, by their order.
    Raises RuntimeError."""
    told, raw = folder / "accesses", folder / "raw"
    raw.mkdir()
    words = [*RETARGET, *sources, "--to", "cpu", "--sanitize", "--", *arguments]
    environment = os.environ | {"RETARGET_ACCESSES": str(told), "RETARGET_CAPTURE": str(raw), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if not told.is_file():
        raise RuntimeError((done.stderr.strip().splitlines() or ["it launches nothing"])[-1])
    found: dict[int, Accesses] = {}
    for line in told.read_text().splitlines():
        what, *rest = line.split(" ", 2)
        if what == "launch":
            found[int(rest[0])] = now = Accesses([], [])
        else:
            getattr(now, what).append((int(rest[0]), int(rest[1])))
    kept = written(folder / "capture", lambda pieces, codes: recorded(raw, (), pieces, codes))
    return kept, found


def _within(region: CapturedRegion, ranges: Sequence[tuple[int, int]]) -> Array:
    """Which bytes of a region are in ranges."""
    found = np.zeros(region.size, bool)
    for start, size in ranges:
        first, end = start - region.address, start - region.address + size
        if end > 0 and first < region.size:
            found[max(first, 0) : end] = True
    return found


def answer(folder: CaptureFolder, case: ReplayCase, subject: Subject, truth: Accesses) -> LaunchAnswer:
    known, least = known_accesses(folder, case, subject), least_traffic(folder, case, subject)
    faults: list[str] = []
    for at, region in enumerate(case.launch.memory):
        told = {"read": (known.read(at), truth.read), "stored": (known.regions[at].stored_at(), truth.stored)}
        for what, (said, ranges) in told.items():
            is_so = _within(region, ranges)
            if wrong := int(np.count_nonzero(~is_so[said])):
                faults.append(f"region {at}: {wrong} of {said.size} bytes are not {what}")
    read, stored = (sum(size for _, size in ranges) for ranges in (truth.read, truth.stored))
    for what, bytes_, moved in (("read", least.read, read), ("written", least.written, stored)):
        if bytes_ > moved or (least.is_whole and bytes_ != moved):
            faults.append(f"{what}: {'' if least.is_whole else 'at least '}{bytes_} bytes are told, {moved} are")
    return LaunchAnswer(subject.function.name, least.is_whole, least.bytes, read + stored, tuple(faults))


def answers(sources: Sequence[str], arguments: Sequence[str] = ()) -> Iterator[LaunchAnswer]:
    """Of all captured launches of a program whose kernels the tuning knows. Raises RuntimeError."""
    found = kernels(request_of(Inputs(tuple(sources), jobs=1), "gfx90a"))
    with tempfile.TemporaryDirectory() as made:
        folder, truth = run(sources, Path(made), arguments)
        for subject in found.subjects:
            for case in captured_cases(folder, subject).cases:
                yield answer(folder, case, subject, truth[case.launch.order])


def programs(given: Sequence[str], seeds: range, into: Path) -> Iterator[tuple[str, list[str]]]:
    if seeds:
        sys.path.append(str(ROOT / "tests"))
        import random_kernels  # noqa: PLC0415

        for seed in seeds:
            (folder := into / str(seed)).mkdir()
            made = random_kernels.made(seed, wide=seed % 2 == 1, warps=seed % 4 > 1)
            yield f"seed {seed}", [str(p) for p in made.written(folder)]
    for path in given:
        yield Path(path).name, [path]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--random", nargs=2, type=int, default=(0, 0), metavar=("FIRST", "COUNT"))
    given = parser.parse_args()
    first, count = given.random
    files = given.files or ([] if count else sorted(map(str, (ROOT / "samples").glob("*.cu"))))
    counts: Counter[str] = Counter()
    known = moved = 0
    with tempfile.TemporaryDirectory() as made:
        for name, sources in programs(files, range(first, first + count), Path(made)):
            started = time.monotonic()
            try:
                found = [*answers(sources)]
            except (RuntimeError, Error) as error:
                print(f"{name}: not run: {error}", flush=True)
                counts["programs not run"] += 1
                continue
            for a in found:
                counts["launches"] += 1
                counts["exact" if a.is_whole else "at least" if a.known else "nothing known"] += 1
                counts["wrong"] += bool(a.faults)
                known, moved = known + a.known, moved + a.moved
                for fault in a.faults:
                    print(f"{name}: {a.kernel}: {fault}")
            whole = sum(a.is_whole for a in found)
            print(f"{name}: {len(found)} launches, {whole} exact, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{dict(counts)}, {known} of {moved} bytes told")
    return bool(counts["wrong"])


if __name__ == "__main__":
    sys.exit(main())
