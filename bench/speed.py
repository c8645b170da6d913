"""What translation costs: whole commands, timed as processes.

    python bench/speed.py                      one file, cold and warm, and a file of 100,000 lines
    python bench/speed.py --tree PATH          and a tree: by its compile_commands.json, else all its *.cu and *.cuh
    python bench/speed.py --json figures.json  the figures for programs too

Every run of a case begins from the same state. Times depend on the machine; ratios to the yardsticks, taken in the
same run, much less so. Where other work keeps the machine busy, processor time says more than wall time. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from process import Cost, cost

from retarget.errors import MissingTool
from retarget.targets.amd.compiler import find_compiler

SAMPLE = Path(__file__).parent.parent / "samples" / "laplacian.cu"
RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
LINES = 100_000


@dataclass(frozen=True)
class Case:
    """A command, what puts things into the state it starts from, and the limits it is to keep: seconds, and MB."""

    name: str
    command: tuple[str, ...]
    folder: Path
    prepare: Callable[[], object]
    seconds: float | None = None
    megabytes: float | None = 500
    runs: int | None = None


@dataclass(frozen=True)
class Figures:
    """The costs of a case's runs."""

    case: Case
    costs: tuple[Cost, ...]

    def of(self, field: str) -> tuple[float, float, float]:
        """Minimum, median and maximum."""
        values = [getattr(c, field) for c in self.costs]
        return min(values), median(values), max(values)

    def as_json(self) -> dict[str, object]:
        limits = {"seconds": self.case.seconds, "megabytes": self.case.megabytes}
        return {"case": self.case.name, "limits": limits, "runs": [asdict(c) for c in self.costs]}


def measured(case: Case, runs: int, cache: Path) -> Figures:
    """Runs a case several times. Raises RuntimeError where the command fails; warnings of the translation are none."""
    environment = {**os.environ, "RETARGET_CACHE_DIR": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has its bytecode
    costs = []
    for _ in range(case.runs or runs):
        case.prepare()
        messages = cache.parent / "messages"
        costs.append(cost(case.command, case.folder, environment, messages))
        if costs[-1].code not in (0, 4):  # 4: translated, with errors that are located
            raise RuntimeError(f"{case.name}: exit {costs[-1].code}\n{messages.read_text(errors='replace')[-2000:]}")
    return Figures(case, tuple(costs))


def yardsticks(folder: Path) -> Iterator[Case]:
    """An empty process of Python, and clang's own look at the translated sample."""
    yield Case("python -c pass", (sys.executable, "-c", "pass"), folder, _nothing, None, None)
    try:
        compiler = find_compiler()
    except MissingTool:
        return
    words = (*compiler.arguments(), "-nogpulib", "--offload-arch=gfx90a", "-fsyntax-only", "-x", "hip")
    translated = folder / "laplacian.hip"
    yield Case("clang++ -fsyntax-only", (str(compiler.path), *words, str(translated)), folder, _nothing, None, None)


def cases(folder: Path, cache: Path, tree: Path | None) -> Iterator[Case]:
    """What is timed, in this order: the first leaves the preamble and a translated sample behind."""
    sample, large = folder / "laplacian.cu", folder / "large.cu"
    shutil.copy(SAMPLE, sample)
    large.write_text(generated(LINES))
    one = (*RETARGET, str(sample), "--to", "amd", "--force")
    yield Case("one file, nothing kept", one, folder, lambda: _removed(cache))
    yield Case("one file, cold", one, folder, lambda: _forgotten(cache), 1.0)
    yield Case("one file, unchanged", one, folder, _nothing, 0.15)
    many = (*RETARGET, str(large), "--to", "amd", "--force")
    yield Case(f"one file of {LINES:,} lines", many, folder, lambda: _forgotten(cache), runs=3)
    if tree:
        copy = folder / "tree"
        yield Case("a tree", _tree_command(tree), copy, lambda: (_forgotten(cache), _copied(tree, copy)), 30.0, runs=3)


def _tree_command(tree: Path) -> tuple[str, ...]:
    in_place = (*RETARGET, "--in-place", "--to", "amd")
    if (tree / "compile_commands.json").is_file():
        return (*in_place, "-p", "compile_commands.json")
    return (*in_place, *(str(p.relative_to(tree)) for ending in ("*.cu", "*.cuh") for p in sorted(tree.rglob(ending))))


def _copied(tree: Path, copy: Path) -> None:
    """A fresh copy, of which the compile database speaks too."""
    _removed(copy)
    shutil.copytree(tree, copy, symlinks=True)
    database = copy / "compile_commands.json"
    if database.is_file():
        database.write_text(database.read_text().replace(f"{tree}/", f"{copy}/").replace(f'{tree}"', f'{copy}"'))


def _removed(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def _forgotten(cache: Path) -> None:
    """Removes all that is known of files; precompiled headers and what is known of compilers stay."""
    for name in ("runs", "units", "parses", "outputs"):
        _removed(cache / name)


def _nothing() -> None:
    """The state is as the run before left it."""


FUNCTION = """
// Scales a field and adds another to it.
__global__ void scale_add_{i}(float* y, const float* x, float a, int n)
{{
    __shared__ float tile[256];
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = at < n ? x[at] : 0.0f;
    __syncthreads();
    if (at < n)
        y[at] = a * tile[threadIdx.x] + y[at];
}}

void run_{i}(float* y, const float* x, int n, cudaStream_t stream)
{{
    float* scratch = nullptr;
    cudaMalloc(&scratch, n * sizeof(float));
    cudaMemcpyAsync(scratch, x, n * sizeof(float), cudaMemcpyDeviceToDevice, stream);
    scale_add_{i}<<<(n + 255) / 256, 256, 0, stream>>>(y, scratch, {i}.5f, n);
    cudaStreamSynchronize(stream);
    cudaFree(scratch);
}}
"""


def generated(lines: int) -> str:
    """A CUDA file of that many lines: kernels, and functions that launch them."""
    each = FUNCTION.count("\n")
    return "#include <cuda_runtime.h>\n" + "".join(FUNCTION.format(i=i) for i in range(lines // each))


def table(figures: Sequence[Figures]) -> Iterator[str]:
    """Lines of a Markdown table; ratios are those of median processor times to the last yardstick's."""
    unit = [f for f in figures if f.case.megabytes is None][-1]
    yield f"| case | wall s: min, median, max | CPU s | CPU to {unit.case.name} | MB | limits |"
    yield "|---|---|---:|---:|---:|---|"
    for item in figures:
        wall, cpu, memory = (item.of(field) for field in ("wall", "cpu", "memory"))
        limits = [f"{v:g} {u}" for v, u in ((item.case.seconds, "s"), (item.case.megabytes, "MB")) if v]
        cells = (
            item.case.name,
            ", ".join(f"{value:.2f}" for value in wall),
            f"{cpu[1]:.2f}",
            f"{cpu[1] / unit.of('cpu')[1]:.2f}",
            f"{memory[2]:.0f}",
            ", ".join(limits),
        )
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Times whole commands of retarget.")
    parser.add_argument("--tree", type=lambda text: Path(text).absolute(), help="a tree of CUDA programs to translate")
    parser.add_argument("--runs", type=int, default=7, help="runs of a short case [7]")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        cache = folder / "cache"
        timed = [measured(case, asked.runs, cache) for case in cases(folder, cache, asked.tree)]
        figures = [*(measured(case, asked.runs, cache) for case in yardsticks(folder)), *timed]
    print("\n".join(table(figures)))
    if asked.json:
        asked.json.write_text(json.dumps([f.as_json() for f in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
