"""Rodinia's CUDA programs through their own makefiles: the drop-in compiler beside hipify-perl and clang.

    python bench/rodinia.py RODINIA HIPIFY_PERL                     all programs of RODINIA/cuda for gfx90a
    python bench/rodinia.py RODINIA HIPIFY_PERL --only bfs,lud      some of them
    python bench/rodinia.py RODINIA HIPIFY_PERL --json figures.json the figures for programs too

RODINIA is a copy of Rodinia 3.1 (its folders `cuda` and `common`), HIPIFY_PERL the script of ROCm's HIPIFY; nothing is
fetched. Each program is built three times in turn, with one job, each time from a fresh copy at the same place:

    cold    by `retarget nvcc`, whose cache was empty ahead of the first program
    warm    once more, with that cache
    peer    hipify-perl rewrites the files that name anything of CUDA's; a script in nvcc's place hands nvcc's options
            to the same clang, and -lcudart leads to HIP's runtime

A program counts as built where make succeeds. Wall time suffers from whatever else the machine does, and the peer has
nothing to gain from a second run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from process import Cost, cost

from retarget.targets.amd.compiler import Compiler, find_compiler

RETARGET = (sys.executable, "-c", "from retarget.cli.main import main; main()")
WAYS = ("cold", "warm", "peer")
SOURCES = (".cu", ".cuh", ".c", ".cc", ".cpp", ".h", ".hpp")
CUDAS = re.compile(rb"\bcu[A-Z]\w|\bcu(?:da|blas|fft|rand|sparse)|__global__|__device__|<<<")
HIPIFY = 'perl=$1; shift; for file; do perl "$perl" -inplace "$file" || exit 1; done'

NVCC = """#!/bin/bash
# nvcc's command line for clang: what speaks of NVIDIA's GPUs goes, sources are HIP.
words=() host=()
while (( $# )); do
  case $1 in
    -arch|-code|-gencode|--gpu-*|-Xptxas|-maxrregcount|-Xopencc) [[ $1 == *=* ]] || shift ;;
    -arch=*|-code=*|-gencode=*|-maxrregcount=*|--ptxas-options=*|-cudart=*|-G|-lineinfo) ;;
    -Xcompiler|--compiler-options) IFS=', ' read -ra host <<< "$2"; words+=("${{host[@]}}"); shift ;;
    -Xcompiler=*|--compiler-options=*) IFS=', ' read -ra host <<< "${{1#*=}}"; words+=("${{host[@]}}") ;;
    -use_fast_math|--use_fast_math) words+=(-ffast-math) ;;
    -lcuda|-lcudart|-lcudart_static|-lcudadevrt) ;;
    *.cu) words+=(-x hip "$1" -x none) ;;
    *) words+=("$1") ;;
  esac
  shift
done
exec {clang} --offload-arch=gfx90a -O3 -w -include hip/hip_runtime.h "${{words[@]}}" -L{libraries} -lamdhip64
"""


@dataclass(frozen=True)
class Figure:
    """A program that was built in one of the three ways; rewriting: the part of hipify-perl."""

    program: str
    way: str
    made: Cost
    rewriting: Cost | None = None

    @property
    def built(self) -> bool:
        return self.made.code == 0

    @property
    def cpu(self) -> float:
        return self.made.cpu + (self.rewriting.cpu if self.rewriting else 0)

    @property
    def wall(self) -> float:
        return self.made.wall + (self.rewriting.wall if self.rewriting else 0)


@dataclass(frozen=True)
class Bench:
    """Where things lie: `home` has the link by which one makefile finds the suite."""

    rodinia: Path
    hipify: Path
    work: Path

    @property
    def suite(self) -> Path:
        return self.work / "rodinia"

    @property
    def home(self) -> Path:
        return self.work / "home"

    def environment(self) -> dict[str, str]:
        """Without what the user's own environment says to compilers."""
        apart = {k: v for k, v in os.environ.items() if k not in ("CPATH", "PYTHONDONTWRITEBYTECODE", "MAKEFLAGS")}
        return {**apart, "RETARGET_CACHE_DIR": str(self.work / "cache"), "PYTHONPYCACHEPREFIX": str(self.work / "code")}

    def kit(self, way: str) -> Path:
        return self.work / ("peer_kit" if way == "peer" else "kit")

    def prepare(self) -> None:
        """The two folders that stand for a CUDA toolkit. Raises SystemExit where one cannot be laid out."""
        self.home.mkdir(parents=True)
        (self.home / "rodinia_3.0").symlink_to(self.suite)
        laid = cost((*RETARGET, "toolkit", str(self.kit("cold"))), self.work, self.environment(), self.work / "kit.txt")
        if laid.code:
            raise SystemExit((self.work / "kit.txt").read_text())
        lay_peer(self.kit("peer"), find_compiler())

    def figures(self, program: str) -> Iterator[Figure]:
        for way in WAYS:
            shutil.rmtree(self.suite, ignore_errors=True)
            shutil.copytree(self.rodinia / "common", self.suite / "common", symlinks=True)
            for part in (program, "util"):
                shutil.copytree(self.rodinia / "cuda" / part, self.suite / "cuda" / part, symlinks=True)
            folder, said = self.suite / "cuda" / program, self.work / f"{program}.{way}.txt"
            rewriting = self.rewritten(said) if way == "peer" else None
            kit = self.kit(way)
            path = f"{kit / 'bin'}:{os.environ.get('PATH', os.defpath)}"
            environment = {**self.environment(), "PATH": path, "LIBRARY_PATH": str(kit / "lib64")}
            command = ("make", f"CUDA_DIR={kit}", f"HOME={self.home}")
            yield Figure(program, way, cost(command, folder, environment, said), rewriting)

    def rewritten(self, said: Path) -> Cost:
        files = [str(f) for f in sorted((self.suite / "cuda").rglob("*")) if f.suffix in SOURCES and f.is_file()]
        named = [f for f in files if CUDAS.search(Path(f).read_bytes())]
        return cost(("sh", "-c", HIPIFY, "sh", str(self.hipify), *named), self.suite, self.environment(), said)


def lay_peer(kit: Path, compiler: Compiler) -> None:
    """A folder with a script in nvcc's place, HIP's headers, and HIP's runtime under the name of CUDA's."""
    for name in ("bin", "lib64"):
        (kit / name).mkdir(parents=True)
    (kit / "include").symlink_to(compiler.headers)
    bitcode = [f"--rocm-device-lib-path={compiler.device_libs}"] if compiler.device_libs else []
    words = (str(compiler.path), *compiler.arguments(), *bitcode, "-mcode-object-version=5", "-D__HIP_PLATFORM_AMD__=1")
    script = kit / "bin" / "nvcc"
    script.write_text(NVCC.format(clang=shlex.join(words), libraries=shlex.quote(str(kit / "lib64"))))
    script.chmod(0o755)
    for name in ("libcudart.so", "libcuda.so"):
        (kit / "lib64" / name).write_text("INPUT(-lamdhip64)\n")


def programs(rodinia: Path) -> list[str]:
    """The folders with a makefile."""
    found = (f.name for f in (rodinia / "cuda").iterdir() if (f / "Makefile").exists() or (f / "makefile").exists())
    return sorted(found)


def lines(figures: Sequence[Figure]) -> Iterator[str]:
    """The table: how many are built, and what they cost where both the tool and its peer build."""
    of = {way: {f.program: f for f in figures if f.way == way} for way in WAYS}
    both = [p for p, f in of["peer"].items() if f.built and all(of[w][p].built for w in WAYS)]
    base = [of["peer"][p] for p in both]
    yield f"{'':8}{'built':>8}  |{len(both):3} built by all: CPU s{'wall s':>9}  of the peer's |all: CPU s{'wall s':>9}"
    for way in WAYS:
        own, all_of = [of[way][p] for p in both], list(of[way].values())
        count = f"{sum(f.built for f in all_of)}/{len(all_of)}"
        ratios = f"{_cpu(own) / _cpu(base):.2f} {_wall(own) / _wall(base):.2f}" if both else ""
        cells = f"{_cpu(own):26.1f}{_wall(own):9.1f}{ratios:>15} |{_cpu(all_of):11.1f}{_wall(all_of):9.1f}"
        yield f"{way:8}{count:>8}  |{cells}"
    perl = [f.rewriting for f in base if f.rewriting]
    cpu, wall = sum(c.cpu for c in perl), sum(c.wall for c in perl)
    yield f"peer without hipify-perl: {_cpu(base) - cpu:17.1f}{_wall(base) - wall:9.1f}"
    for way in WAYS:
        if failed := [f.program for f in of[way].values() if not f.built]:
            yield f"{way}: not built: {', '.join(failed)}"


def _cpu(figures: Iterable[Figure]) -> float:
    return sum(f.cpu for f in figures)


def _wall(figures: Iterable[Figure]) -> float:
    return sum(f.wall for f in figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rodinia", type=Path)
    parser.add_argument("hipify", type=Path)
    parser.add_argument("--only", help="programs, between commas")
    parser.add_argument("--work", type=Path, help="a folder that is not there yet, and stays, with what make prints")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rodinia-") as scratch:
        work = given.work or Path(scratch) / "work"
        bench = Bench(given.rodinia.absolute(), given.hipify.absolute(), work.absolute())
        bench.prepare()
        figures: list[Figure] = []
        load = os.getloadavg()[0]
        for program in given.only.split(",") if given.only else programs(bench.rodinia):
            for figure in bench.figures(program):
                figures.append(figure)
                state = "" if figure.built else f"   exit code {figure.made.code}"
                print(f"{program:16}{figure.way:6}{figure.cpu:8.2f} CPU s{figure.wall:8.2f} wall s{state}", flush=True)
        print("\n".join(lines(figures)))
        print(f"load at the beginning {load:.1f}, at the end {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
        if given.json:
            given.json.write_text(json.dumps([asdict(f) for f in figures], indent=1))


if __name__ == "__main__":
    main()
