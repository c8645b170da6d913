"""Holds the registers of our translated Laplacian against those that AMD published for gfx90a.

    python bench/laplacian/registers.py

Translates laplacian.cu with retarget, compiles it, and prints both sets of figures as a table. Exit 1 where a
kernel's VGPRs are more than 10 % off or its occupancy differs; 2 where the translation or the build failed.

published.tsv: AMD lab notes, "Finite difference method - Laplacian part 3", double precision, blocks of 256 x 1 x 1,
made with ROCm 5.3. SGPRs and scratch are shown but not judged: they follow the version of the compiler.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
TOLERANCE = 0.10  # of the published VGPRs


@dataclass(frozen=True)
class Figures:
    """Registers of one kernel, scratch in bytes per lane, occupancy in waves per EU."""

    sgpr: int
    vgpr: int
    scratch: int
    occupancy: int


@dataclass(frozen=True)
class Published:
    """A kernel of the source with its figures, and the name of our instance of it."""

    kernel: str
    rows: int
    instance: str
    figures: Figures


@dataclass(frozen=True)
class Row:
    """A published kernel and our figures of it."""

    published: Published
    ours: Figures

    @property
    def excess(self) -> int:
        """Our VGPRs above the published ones."""
        return self.ours.vgpr - self.published.figures.vgpr

    @property
    def holds(self) -> bool:
        theirs = self.published.figures
        return abs(self.excess) <= TOLERANCE * theirs.vgpr and self.ours.occupancy == theirs.occupancy


def published() -> list[Published]:
    """The rows of published.tsv."""
    with (HERE / "published.tsv").open(newline="") as file:
        return [_published(cells) for cells in csv.DictReader(file, delimiter="\t")]


def _published(cells: dict[str, str]) -> Published:
    figures = Figures(*(int(cells[name]) for name in ("sgpr", "vgpr", "scratch", "occupancy")))
    return Published(cells["kernel"], int(cells["rows"]), cells["instance"], figures)


def comparison(ours: Mapping[str, Figures]) -> list[Row]:
    """Every published row beside our figures. Raises KeyError where an instance was not built."""
    return [Row(item, ours[item.instance]) for item in published()]


def built(folder: Path) -> dict[str, Figures]:
    """Our kernels' figures by instance. Raises CalledProcessError where retarget or the compiler fails."""
    source, output = HERE / "laplacian.cu", folder / "laplacian.hip"
    options = ("-o", str(output), "--arch", "gfx90a", "--no-launch-bounds", "--build", "--json")
    command = [*RETARGET, str(source), "--to", "amd", *options]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found = [kernel for build in report["build"] for kernel in build["resources"]]
    return {k["kernel"]: Figures(k["sgprs"], k["vgprs"], k["scratch_bytes"], k["occupancy"]) for k in found}


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Lines of a Markdown table; each cell holds the published figure, then ours."""
    yield "| kernel | rows | SGPR | VGPR | off by | scratch | occupancy | |"
    yield "|---|---:|---:|---:|---:|---:|---:|---|"
    for row in rows:
        theirs, ours = row.published.figures, row.ours
        cells = (
            row.published.kernel,
            str(row.published.rows),
            f"{theirs.sgpr} → {ours.sgpr}",
            f"{theirs.vgpr} → {ours.vgpr}",
            f"{row.excess / theirs.vgpr:+.1%}",
            f"{theirs.scratch} → {ours.scratch}",
            f"{theirs.occupancy} → {ours.occupancy}",
            "holds" if row.holds else "OFF",
        )
        yield f"| {' | '.join(cells)} |"


def main() -> int:
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows = comparison(built(Path(folder)))
    except subprocess.CalledProcessError as error:
        sys.stderr.write(error.stderr)
        return 2
    print("\n".join(table(rows)))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
