"""What a schedule costs beside the translation alone: the processor time of both, file by file.

    python bench/scheduled.py FILE... [-- FLAG...]            each file with these flags of its compiler
    python bench/scheduled.py -p PATH/compile_commands.json   each unit of CUDA of a compile database with its own
    python bench/scheduled.py FILE... --schedule 'block(x=2)' another schedule [thread(x=2)]
    python bench/scheduled.py FILE... --json figures.json     the figures for programs too

Each run is a process of its own that has CUDA's and HIP's headers precompiled and has not seen the file; the output is
parsed as HIP in both, where HIP's headers are at hand. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from process import cost

from retarget.source.database import read_database

RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
WARMING = 4  # runs until all is precompiled: some headers are once they are asked for several times
SEEN = ("runs", "units", "parses")  # what is remembered of files


@dataclass(frozen=True)
class Figure:
    """Processor seconds of both; how many kernels the schedule changed."""

    file: str
    translated: float
    scheduled: float
    changed: int

    @property
    def ratio(self) -> float:
        return self.scheduled / self.translated


@dataclass(frozen=True)
class Bench:
    """The schedule, how often each run is made, and where."""

    schedule: str
    runs: int
    scratch: Path

    def figure(self, file: str, folder: str, flags: Sequence[str]) -> Figure:
        """Raises RuntimeError where the tool fails."""
        rest = ("--", *flags) if flags else ()
        plain = (file, "--to", "amd", "--force", "-o", f"{self.scratch / 'plain'}/")
        asked = (file, "--to", "amd", "--force", "-o", f"{self.scratch / 'changed'}/", "--schedule", self.schedule)
        for _ in range(WARMING):
            self._once((*plain, *rest), folder)
            self._once((*asked, *rest), folder)
        # in turns, as what else the machine does changes
        pairs = [(self._once((*plain, *rest), folder), self._once((*asked, *rest), folder)) for _ in range(self.runs)]
        texts = [p.read_text(errors="replace") for p in (self.scratch / "changed").rglob("*") if p.is_file()]
        shutil.rmtree(self.scratch / "changed")
        times = (median(times) for times in zip(*pairs, strict=True))
        return Figure(file, *times, sum(text.count("_coarsened(retarget::Logical") for text in texts))

    def _once(self, words: Sequence[str], folder: str) -> float:
        cache, messages = self.scratch / "cache", self.scratch / "messages"
        for name in SEEN:
            shutil.rmtree(cache / name, ignore_errors=True)
        found = cost((*RETARGET, *words), Path(folder), {**os.environ, "RETARGET_CACHE_DIR": str(cache)}, messages)
        if found.code not in (0, 4):  # 4: translated, with errors that are located
            raise RuntimeError(f"exit {found.code}\n{messages.read_text(errors='replace')[-2000:]}")
        return found.cpu


def units(asked: argparse.Namespace) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each file, the folder of its command, its flags."""
    for file in asked.files:
        yield str(Path(file).absolute()), ".", tuple(asked.flags)
    for command in read_database(asked.database) if asked.database else ():
        flags = command.flags
        if flags.language_of(command.file) == "cuda":
            std = (f"-std={flags.std}",) if flags.std else ()
            yield str(Path(command.file).absolute()), ".", (*flags.arguments(), *std)


def table(figures: Sequence[Figure]) -> Iterator[str]:
    yield "| file | translation, CPU s | with the schedule | ratio |"
    yield "|---|---:|---:|---:|"
    for f in sorted(figures, key=lambda f: -f.ratio):
        yield f"| {f.file} | {f.translated:.2f} | {f.scheduled:.2f} | {f.ratio:.2f} |"


def summary(figures: Sequence[Figure]) -> str:
    ratios = sorted(f.ratio for f in figures)
    return f"{len(ratios)} files: median {median(ratios):.2f}, most {ratios[-1]:.2f}"


def _parted(words: Iterable[str]) -> tuple[list[str], list[str]]:
    listed = list(words)
    at = listed.index("--") if "--" in listed else len(listed)
    return listed[:at], listed[at + 1 :]


def main() -> None:
    own, flags = _parted(sys.argv[1:])
    parser = argparse.ArgumentParser(description="Times a schedule beside the translation alone.")
    parser.add_argument("files", nargs="*")
    parser.add_argument("-p", "--database", type=Path)
    parser.add_argument("--schedule", default="thread(x=2)")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    asked = parser.parse_args(own)
    asked.flags = flags
    figures = []
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(asked.schedule, asked.runs, Path(scratch))
        for file, folder, given in units(asked):
            figures.append(bench.figure(file, folder, given))
            print(f"{figures[-1].ratio:.2f} {figures[-1]}", flush=True)
    print("\n".join(table(figures)))
    print(summary(figures))
    if asked.json:
        asked.json.write_text(json.dumps([asdict(f) for f in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
