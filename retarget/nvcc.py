"""NVIDIA's compiler: where it is, and what it makes of a program that was written to a tree."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from retarget.emit import Layout
from retarget.pipeline import Request, flags_of
from retarget.ptxas import REPORT, is_report
from retarget.toolchain import MissingTool


class Refused(Exception):
    """nvcc does not compile something; the message is the beginning of what it says."""


def find_nvcc() -> str:
    """Raises MissingTool."""
    for place in (shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"):
        if place and Path(place).is_file():
            return place
    raise MissingTool("nvcc, NVIDIA's compiler, is not found", "apt-get install nvidia-cuda-toolkit")


def release() -> str:
    """The line in which nvcc says what it is. Raises MissingTool."""
    nvcc = find_nvcc()
    said = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False).stdout.split("\n")
    return next((line for line in said if "release" in line), nvcc)


def executable(request: Request, layout: Layout, units: Sequence[str]) -> tuple[str, str]:
    """One executable of all units, for the GPU of this machine, and what the compiler says of its kernels. Raises
    MissingTool, Refused."""
    made = f"{layout.target}/program"
    own = ("-O3", "-arch=native", "-w", *_over_cores(), *REPORT)
    return made, _run([find_nvcc(), *own, "-o", made, *units, *_options(request, layout)])


def code_object(request: Request, layout: Layout, unit: str, architecture: str) -> bytes:
    """The GPU code of one unit, as drivers load it. Raises MissingTool, Refused."""
    made = Path(f"{unit}.cubin")
    _run([find_nvcc(), "-O3", f"-arch={architecture}", "-w", "-cubin", "-o", str(made), unit,
          *_options(request, layout)])  # fmt: skip
    return made.read_bytes()


def _over_cores() -> list[str]:
    """Many kernels in few files: their compilation is divided, by toolkits that can (from 12.1 on)."""
    found = re.search(r"release (\d+)\.(\d+)", release())
    can = found is not None and (int(found[1]), int(found[2])) >= (12, 1)
    return ["--threads=0", "--split-compile=0"] if can else []


def _options(request: Request, layout: Layout) -> list[str]:
    flags = next(iter(flags_of(request).values()))
    words = []
    for folder in flags.include:
        inside = Path(layout.output(folder, False, True))
        words += [f"-I{p}" for p in (inside, Path(folder).absolute()) if p.is_dir()]
    words += [f"-I{Path(u).parent.absolute()}" for u in request.inputs]
    return words + [f"-D{d}" for d in flags.define] + ([f"-std={flags.std}"] if flags.std else [])


def _run(words: Sequence[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise Refused("\n".join([line for line in said if not is_report(line)][:12]))
    return done.stderr
