"""Which schedule each kernel of a program has."""

from __future__ import annotations

from collections.abc import Sequence

from retarget.schedule.form.readable import spelled_by_macros, unread
from retarget.schedule.form.subject import Subject
from retarget.schedule.prune import too_much_shared
from retarget.schedule.refusal import Refusal
from retarget.schedule.schedule import BadSchedule, Schedule
from retarget.schedule.steps import Variant
from retarget.source.text import SCHEDULED, Diagnostic, Severity
from retarget.unit import Unit
from retarget.unit.tree import Function

Assigned = Sequence[tuple[Subject, tuple[Variant, ...]]]


def assigned(
    units: Sequence[Unit], subjects: Sequence[Subject], schedules: Sequence[Schedule], most: int
) -> tuple[Assigned, tuple[Diagnostic, ...]]:
    """The kernels with a schedule that is legal for them, and what there is to say of the others; raises BadSchedule
    where one names no kernel, with those that there are. most: bytes of shared memory that a kernel can declare."""
    names = sorted({s.function.name for s in subjects})
    spelled = {k.name for k in spelled_by_macros(units)}
    said: list[Diagnostic] = []
    for schedule in schedules:
        if schedule.origin and not any(_is_for(schedule, s) for s in subjects):
            said.append(_unused(schedule))
        elif schedule.kernel and schedule.kernel not in (*names, *spelled):
            none = "no kernel found in the inputs that clang can parse"
            known = f"the kernels are {', '.join(names)}" if names else none
            why = next((d for d in unread(units) if f"'{schedule.kernel}'" in d.message), None)
            cause = f"; {why.span.path}: {why.message}" if why and why.span else ""
            raise BadSchedule(f"no kernel '{schedule.kernel}': {known}{cause}")

    chosen: list[tuple[Subject, tuple[Variant, ...]]] = []
    for subject in subjects:
        name = subject.function.name
        fitting = [s for s in schedules if _is_for(s, subject)]
        own = [s for s in fitting if s.kernel] or fitting
        if not own:
            continue
        refusals = [r for step in own[0].steps for r in step.refusals(subject)]
        if not refusals and (too_much := too_much_shared(subject, own[0].variant.factors, most)):
            refusals = [too_much]
        if refusals:
            severity = severity_of(schedules, subject)
            said += dict.fromkeys(subject.at_users_place(r).diagnostic(name, severity) for r in refusals)
        else:
            chosen.append((subject, (own[0].variant,)))
    if schedules:
        said += [*unread(units), *(_spelled(kernel, schedules) for kernel in spelled_by_macros(units))]
    return chosen, tuple(said)


def _spelled(kernel: Function, schedules: Sequence[Schedule]) -> Diagnostic:
    """A kernel that no text of the user's can be changed for."""
    severity = Severity.ERROR if any(s.kernel == kernel.name for s in schedules) else Severity.WARNING
    return Refusal(kernel.span, "a macro spells this kernel", remedy="write it out").diagnostic(kernel.name, severity)


def _is_for(schedule: Schedule, subject: Subject) -> bool:
    return schedule.kernel in ("", subject.function.name) and schedule.files.matches(subject.written.span.path)


def _unused(schedule: Schedule) -> Diagnostic:
    whose = f"no kernel '{schedule.kernel}'" if schedule.kernel else "no kernel in the files of a schedule"
    return Diagnostic(SCHEDULED, Severity.NOTE, None, f"{schedule.origin}: {whose}, here")


def severity_of(schedules: Sequence[Schedule], subject: Subject) -> Severity:
    """Where a schedule names the kernel, the user gets less than was asked for."""
    return Severity.ERROR if any(s.kernel and _is_for(s, subject) for s in schedules) else Severity.WARNING
