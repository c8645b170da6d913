"""What whole projects cost: generated ones of many units and headers, or one of your own.

    python bench/projects.py                               both series below, and the fitted exponents
    python bench/projects.py --units 10,100,1000           more units, 30 headers each
    python bench/projects.py --headers 10,100,300          more headers a unit, 10 units
    python bench/projects.py --mixed 545,35                plain units of C++ beside units of CUDA, and again unchanged
    python bench/projects.py --project PATH                the project of PATH/compile_commands.json instead
    python bench/projects.py --project PATH --clang "clang++-19 --cuda-path=DIR"   and the ratio to what clang needs
    python bench/projects.py --json figures.json           the figures for programs too

The ratio is that of the processor time of the translation, with no check of the output, to that of clang reading the
same units with the same flags (-fsyntax-only, both sides of CUDA). Each run is a process of its own that has CUDA's
headers precompiled and has not seen the project. The exponent is the slope of the processor time over the number of
units (or of headers), both logarithms, by least squares; the time of a project of one unit with one header is taken
off first. 1 is linear. Linux only.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from process import Cost, cost

from retarget.source.database import read_database

RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
UNITS, HEADERS = (10, 30, 100), (10, 30, 100, 300)  # the series
FEW_UNITS, FEW_HEADERS = 10, 30  # what stays fixed in the other series

HEADER = """#pragma once
{includes}
// Scales and adds, by warps.
#define TILE_{i} {tile}
constexpr int ROUNDS_{i} = {rounds};
constexpr unsigned EVERY_{i} = 0xffffffffu;

struct Field_{i} {{
    float* values;
    int count;
    __host__ __device__ float* begin() const {{ return values; }}
    __host__ __device__ float* end() const {{ return values + count; }}
}};

__device__ inline float sum_{i}(float value)
{{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_down_sync(EVERY_{i}, value, step);
    return value;
}}

template <typename T>
__global__ void scale_{i}(T* y, const T* x, T a, int n)
{{
    __shared__ T tile[TILE_{i}];
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    tile[threadIdx.x % TILE_{i}] = at < n ? x[at] : T(0);
    __syncthreads();
    T sum = sum_{i}(tile[lane]);
    for (int round = 0; round < ROUNDS_{i}; ++round)
        sum += tile[(lane + round) % TILE_{i}];
    if (at < n)
        y[at] = a * sum + y[at];
}}

inline int place_{i}(Field_{i}& field, int count)
{{
    field.count = count;
    if (cudaMalloc(&field.values, count * sizeof(float)) != cudaSuccess)
        return -1;
    return cudaMemset(field.values, 0, count * sizeof(float)) == cudaSuccess ? 0 : -1;
}}
"""

UNIT = """#include <cuda_runtime.h>
#include <cstdio>
{includes}

__global__ void start_{i}(float* y, int n)
{{
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < n)
        y[at] = 1.0f / (at + 1);
}}

int run_{i}(int n)
{{
    Field_{h} field;
    if (place_{h}(field, n))
        return 1;
    start_{i}<<<(n + 255) / 256, 256>>>(field.values, n);
    scale_{h}<float><<<(n + 127) / 128, 128>>>(field.values, field.values, 2.0f, n);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        std::printf("%s\\n", cudaGetErrorString(error));
    return cudaFree(field.values) != cudaSuccess;
}}
"""


PLAIN_HEADER = """#pragma once
#include <string>
#include <vector>
{includes}
namespace part_{i} {{
// A table of names, and what is looked up in it.
class Table {{
public:
    void add(const std::string& name, double value) {{ names_.push_back(name); values_.push_back(value); }}
    double at(const std::string& name) const
    {{
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (names_[i] == name)
                return values_[i];
        return {i};
    }}

private:
    std::vector<std::string> names_;
    std::vector<double> values_;
}};
}}
"""

PLAIN_UNIT = """#include "plain_{h}.h"
#include <iostream>
#include <map>

int plain_{i}()
{{
    part_{h}::Table table;
    table.add("one", 1);
    std::map<std::string, double> known{{{{"one", table.at("one")}}}};
    for (const auto& [name, value] : known)
        std::cout << name << ' ' << value << '\\n';
    return known.size() == 1 ? 0 : 1;
}}
"""


@dataclass(frozen=True)
class Size:
    units: int
    headers: int  # that each unit reaches: all of a pool, each including the one before


@dataclass(frozen=True)
class Figure:
    """The cost of one project; lines are those of all its files, and those that its units read."""

    size: Size
    cost: Cost
    lines: int
    read: int


def generated(folder: Path, size: Size) -> None:
    """Writes a project: units that reach all headers, by chains of ten that the units include."""
    source = folder / "src"
    source.mkdir(parents=True)
    for i in range(size.headers):
        includes = f'#include "header_{i - 1}.cuh"\n' if i % 10 else ""
        text = HEADER.format(i=i, tile=64 + 32 * (i % 5), rounds=1 + i % 7, includes=includes)
        (source / f"header_{i}.cuh").write_text(text)
    ends = [min(i + 9, size.headers - 1) for i in range(0, size.headers, 10)]
    includes = "".join(f'#include "header_{i}.cuh"\n' for i in ends)
    for i in range(size.units):
        (source / f"unit_{i}.cu").write_text(UNIT.format(i=i, h=i % size.headers, includes=includes))
    commands = [
        {"directory": str(folder), "file": f"src/unit_{i}.cu", "command": f"nvcc -c src/unit_{i}.cu -o unit_{i}.o"}
        for i in range(size.units)
    ]
    (folder / "compile_commands.json").write_text(json.dumps(commands))


def mixed(folder: Path, plain: int, cuda: int) -> None:
    """Writes a project of units of C++ with nothing of CUDA's, each reaching ten headers, and of units of CUDA."""
    generated(folder, Size(cuda, FEW_HEADERS))
    source = folder / "src"
    for i in range(plain // 4 + 1):
        includes = f'#include "plain_{i - 1}.h"\n' if i % 10 else ""
        (source / f"plain_{i}.h").write_text(PLAIN_HEADER.format(i=i, includes=includes))
    for i in range(plain):
        (source / f"plain_{i}.cpp").write_text(PLAIN_UNIT.format(i=i, h=i // 4))
    commands = json.loads((folder / "compile_commands.json").read_text())
    commands += [
        {"directory": str(folder), "file": f"src/plain_{i}.cpp", "command": f"g++ -c src/plain_{i}.cpp -o plain_{i}.o"}
        for i in range(plain)
    ]
    (folder / "compile_commands.json").write_text(json.dumps(commands))


def by_clang(project: Path, words: Sequence[str], scratch: Path) -> float:
    """The processor time that clang needs to read the units of a project. Raises RuntimeError where it cannot."""
    seconds, messages = 0.0, scratch / "messages"
    for command in read_database(project):
        cuda = ("-x", "cuda") if command.flags.language_of(command.file) == "cuda" else ()
        std = (f"-std={command.flags.std}",) if command.flags.std else ()
        asked = (*words, *cuda, "-fsyntax-only", "-w", *command.flags.arguments(), *std, command.file)
        found = cost(asked, project, dict(os.environ), messages)
        if found.code:
            raise RuntimeError(f"{command.file}\n{messages.read_text(errors='replace')[-2000:]}")
        seconds += found.cpu
    return seconds


def translated(project: Path, scratch: Path, cache: Path, is_known: bool = False) -> Cost:
    """The cost of translating a project, its copy or itself, into a folder. is_known: with what is remembered of it.
    Raises RuntimeError where it fails."""
    for folder in () if is_known else ("runs", "units"):
        shutil.rmtree(cache / folder, ignore_errors=True)
    output, messages = scratch / "output", scratch / "messages"
    if not is_known:
        shutil.rmtree(output, ignore_errors=True)
    command = (*RETARGET, "-p", "compile_commands.json", "-o", f"{output}/", "--to", "amd", "--force")
    found = cost(command, project, {**os.environ, "RETARGET_CACHE_DIR": str(cache), "RETARGET_PARSE": "0"}, messages)
    if found.code not in (0, 4):  # 4: translated, with errors that are located
        raise RuntimeError(f"exit {found.code}\n{messages.read_text(errors='replace')[-2000:]}")
    return found


def measured(size: Size, cache: Path) -> Figure:
    with tempfile.TemporaryDirectory() as made:
        folder, scratch = Path(made) / "project", Path(made) / "scratch"
        scratch.mkdir()
        generated(folder, size)
        lines = {p.suffix: p.read_text().count("\n") for p in sorted((folder / "src").iterdir())}
        units, headers = size.units * lines[".cu"], size.headers * lines[".cuh"]
        return Figure(size, translated(folder, scratch, cache), units + headers, units + size.units * headers)


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The slope of the logarithms by least squares.

    >>> round(exponent([10, 20, 40], [1.0, 4.0, 16.0]), 3)
    2.0
    """
    xs, ys = [math.log(s) for s in sizes], [math.log(max(s, 1e-3)) for s in seconds]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def table(figures: Sequence[Figure]) -> Iterator[str]:
    yield "| units | headers each | lines | lines read | wall s | CPU s | MB | CPU ms a 1,000 lines read |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    for f in figures:
        cells = (f.size.units, f.size.headers, f"{f.lines:,}", f"{f.read:,}", f"{f.cost.wall:.2f}")
        more = (f"{f.cost.cpu:.2f}", f"{f.cost.memory:.0f}", f"{1e6 * f.cost.cpu / f.read:.0f}")
        yield f"| {' | '.join(map(str, (*cells, *more)))} |"


def fitted(figures: Sequence[Figure], fixed: Figure, field: str) -> str:
    sizes = [getattr(f.size, field) for f in figures]
    if len(set(sizes)) < 2:
        return f"exponent in {field}: one size alone"
    return f"exponent in {field}: {exponent(sizes, [f.cost.cpu - fixed.cost.cpu for f in figures]):.2f}"


def _told(project: Path, scratch: Path, cache: Path, clang: str) -> None:
    for label, is_known in (("cold", False), ("unchanged", True)):
        found = translated(project, scratch, cache, is_known)
        print(f"{label}: {found.wall:.2f} s, {found.cpu:.2f} s of CPU, {found.memory:.0f} MB")
        if clang and not is_known:
            seconds = by_clang(project, shlex.split(clang), scratch)
            print(f"clang: {seconds:.2f} s of CPU, ratio {found.cpu / seconds:.2f}")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def main() -> None:
    parser = argparse.ArgumentParser(description="Times the translation of whole projects.")
    parser.add_argument("--units", type=_numbers, help=f"numbers of units, of {FEW_HEADERS} headers each")
    parser.add_argument("--headers", type=_numbers, help=f"numbers of headers, for {FEW_UNITS} units")
    parser.add_argument("--project", type=Path, help="a folder with a compile_commands.json")
    parser.add_argument("--mixed", type=_numbers, metavar="PLAIN,CUDA", help="a project of so many units of each kind")
    parser.add_argument("--clang", default="", metavar="COMMAND", help="compare with this clang, and its toolkit")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    asked = parser.parse_args()
    both = asked.units is None and asked.headers is None
    with tempfile.TemporaryDirectory() as made:
        scratch, cache = Path(made), Path(made) / "cache"
        fixed = [measured(Size(1, 1), cache) for _ in range(2)][-1]  # the first precompiles CUDA's headers
        if asked.project or asked.mixed:
            if asked.mixed:
                mixed(scratch / "project", *asked.mixed)
            _told(asked.project.absolute() if asked.project else scratch / "project", scratch, cache, asked.clang)
            figures = []
        else:
            by_units = [measured(Size(n, FEW_HEADERS), cache) for n in asked.units or (UNITS if both else ())]
            by_headers = [measured(Size(FEW_UNITS, n), cache) for n in asked.headers or (HEADERS if both else ())]
            figures = [fixed, *by_units, *by_headers]
            print("\n".join(table(figures)))
            print(*(["", fitted(by_units, fixed, "units")] if by_units else []), sep="\n")
            print(*(["", fitted(by_headers, fixed, "headers")] if by_headers else []), sep="\n")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(f) for f in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
