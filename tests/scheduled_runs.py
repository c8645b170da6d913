"""Schedules of a program as variants of one executable, each run beside the original: one build for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from retarget.api.inputs import Inputs
from retarget.api.verifying import HostProgram, Runs, Verification
from retarget.schedule.apply import applied
from retarget.schedule.assigning import Assigned
from retarget.schedule.form.subject import Subject
from retarget.schedule.schedule import read_schedules
from retarget.schedule.scheduling import Kernels, compiling, kernels, with_variants
from retarget.schedule.steps import Variant
from retarget.source.text import SCHEDULED, Diagnostic, Severity, apply
from retarget.targets.amd.architecture import architecture
from retarget.targets.cpu.layout import Language, host_layout
from retarget.targets.cpu.target import CPU
from retarget.translation.file import Options
from retarget.translation.walk import Request, flags_of

LIMIT = 60.0  # seconds of a run


def verified_together(path: Path, schedules: Sequence[str]) -> tuple[Verification, list[str]]:
    """Runs of all schedules in both widths, beside the original, and what is said against a schedule."""
    given, request = _asked(path)
    layout = host_layout(given.folder(), given.inputs(), Language.HIP)
    found, said = kernels(request), list[Diagnostic]()
    variants: dict[Subject, dict[Variant, None]] = {}
    for schedule in schedules:
        for subject, (variant,) in _assigned(found, schedule, said):
            variants.setdefault(subject, {})[variant] = None
    chosen, faults = compiling(request, found, [(s, tuple(vs)) for s, vs in variants.items()])
    program = with_variants(request, found, chosen, CPU.translation, layout.spelling)
    host = HostProgram(given, program, flags_of(request), Runs(limit=LIMIT))
    return host.verified(), list(_against([*said, *faults, *program.diagnostics]))


def scheduled_texts(path: Path, schedules: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Each schedule, the CUDA text that it makes of a program's file, and what is said against it."""
    found = kernels(_asked(path)[1])
    (source,) = (s for u in found.units for s in u.sources if s.path == str(path))
    for schedule in schedules:
        said: list[Diagnostic] = []
        done = applied(found.units, _assigned(found, schedule, said))
        yield schedule, apply(source, done.edits), list(_against([*said, *done.diagnostics]))


def _asked(path: Path) -> tuple[Inputs, Request]:
    given = Inputs((str(path),), jobs=1)
    return given, given.request(Options((architecture("gfx90a"),)))


def _assigned(found: Kernels, schedule: str, said: list[Diagnostic]) -> Assigned:
    """What a schedule makes of each kernel; said: takes what there is to say of the others."""
    assigned, told = found.assigned(read_schedules([schedule]), CPU.translation.most_shared)
    said += told
    return assigned


def _against(said: Sequence[Diagnostic]) -> Iterator[str]:
    """But for kernels of digraphs, which count as a macro's."""
    for diagnostic in dict.fromkeys(said):
        is_shown = diagnostic.rule == SCHEDULED and diagnostic.severity is not Severity.NOTE
        if is_shown and not diagnostic.message.endswith("write it out"):
            yield diagnostic.message
