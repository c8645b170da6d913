"""The variants of a random program as gfx942 machine code, run by an emulator beside the processor."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from retarget.schedule.scheduling import Chosen, Kernels, with_variants
from retarget.targets.amd import jobs
from retarget.targets.amd.architecture import architecture, target_id
from retarget.translation import emit
from retarget.translation.emit import Layout, Place
from retarget.translation.hip import HIP
from retarget.translation.walk import Request, flags_of

GPU = "gfx942"
LIMIT = 240.0  # seconds of a run: the emulator learns instructions that it has never met


class NotEmulated(Exception):
    """The program was not built, or its original ended otherwise than on the processor."""


@dataclass(frozen=True)
class Emulated:
    """What a variant's run gave: its output, what it said where it failed, and the kernels that ran by it."""

    number: int
    stdout: bytes
    error: str
    kernels: frozenset[str]


@dataclass(frozen=True)
class Emulator:
    """run: the command that runs a program whose kernels are gfx942 code, `RUN ./program`."""

    run: str

    def runs(self, request: Request, found: Kernels, chosen: Chosen, wanted: bytes) -> Iterator[Emulated]:
        """A run by each number of a variant. wanted: the original's output. Raises NotEmulated."""
        with tempfile.TemporaryDirectory(prefix="pair-") as folder:
            program = _built(request, found, chosen, folder)
            original = self._ran(program, 0)
            if original.error or original.stdout != wanted:
                raise NotEmulated(f"{GPU}: the original: {original.error or 'another output'}")
            for number in range(1, max(len(factors) for _, factors in chosen) + 1):
                yield self._ran(program, number)

    def _ran(self, program: Path, number: int) -> Emulated:
        launches = program.with_name("launches")
        launches.unlink(missing_ok=True)
        told = {"RETARGET_LAUNCHES": str(launches), "RETARGET_VARIANT": str(number)}
        try:
            done = subprocess.run([self.run, str(program)], env=os.environ | told, capture_output=True, timeout=LIMIT)
        except subprocess.TimeoutExpired as late:
            return Emulated(number, late.stdout or b"", f"longer than {LIMIT:g} s", frozenset())
        ran = launches.read_text() if launches.exists() else ""
        kernels = frozenset(k for k, variant in re.findall(r"^(\w+) (\d+) ", ran, re.M) if variant != "0")
        error = f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}" if done.returncode else ""
        return Emulated(number, done.stdout, error, kernels)


def _built(request: Request, found: Kernels, chosen: Chosen, folder: str) -> Path:
    asked = replace(request, options=replace(request.options, architectures=(architecture(GPU),)))
    layout = Layout(Place.TREE, request.root, folder)
    program = with_variants(asked, found, chosen, HIP, layout.spelling)
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    done = jobs.build(program, outputs, layout, flags_of(asked), (target_id(GPU),), jobs=1)
    if done.failed:
        raise NotEmulated(next((m for m in done.messages() if "error" in m), f"{GPU}: not built"))
    return next(p for b in done.builds for p in b.outputs if p.suffix != ".o")
