"""What is known of a tuning's results being right, in words: how they were judged, and what that proves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from retarget.tuning.record import CAPTURES, KERNELS, Judged, Record

UNPROVED = (
    "nothing of the program's output was compared, so nothing is proved: name files that it writes with --compare, or "
    "judge its runs with --check"
)


class ResultCheck(Struct, frozen=True):
    """Something that was done to judge results. code: whether it is a command."""

    what: str
    how: str
    is_code: bool = False


def standing(record: Record) -> tuple[bool, str]:
    """Whether what was chosen is known to be right, and a sentence about it."""
    ran = record.ran
    if ran is None:
        return False, "Nothing was run: neither times nor results are known."
    if record.by == CAPTURES and not record.confirmation and any(c.schedule for c in record.choices):
        return False, "What was chosen was judged on captured launches alone: no program was seen to run with it."
    if not ran.verified:
        return False, "What was chosen was not seen to be right together: those originals are kept, and each says why."
    if not any(c.schedule for c in record.choices):
        return True, "Every original is kept: nothing was chosen that would have to be right."
    if not ran.compared:
        return False, f"{UNPROVED[0].upper()}{UNPROVED[1:]}."
    if record.by == KERNELS:
        return True, (
            "Each kernel was tuned by itself, on its own cases: what was chosen for it gave what the original gives, "
            "when it ran once more."
        )
    how = "Each was judged on captured launches, and " if record.by == CAPTURES else ""
    return True, f"{how}{'w' if how else 'W'}ith all chosen variants together, the results are those of the original."


def result_checks(record: Record) -> Iterator[ResultCheck]:
    """How results were judged."""
    compared = record.ran.compared if record.ran else 0
    if record.by == CAPTURES:
        count = sum(s.captured for s in record.shares)
        how = f"all memory that {count} captured launches can reach, element by element, and what lies around it"
        yield ResultCheck("on captured launches", how)
    if record.judged:
        yield from _of_program(record.judged, compared)
    for cases in record.cases:
        yield ResultCheck(f"cases of {cases.kernel}", f"{cases.file}: {', '.join(cases.names)}")
    if record.cases:
        yield ResultCheck("compared", f"{compared} elements of the arrays that the kernels write")
        yield ResultCheck("numbers", "whole ones exactly, others to the tolerance of the case, or that of their kind")
    if (record.judged or record.cases) and record.dropped:
        count = len(record.dropped)
        how = f"variants: {count}, in this tuning and in earlier ones, each with its reason below"
        yield ResultCheck("dropped", how)


def _of_program(judged: Judged, compared: int) -> Iterator[ResultCheck]:
    if judged.command:
        yield ResultCheck("command", judged.command, True)
    lines = compared - bool(judged.check)
    files = f" and of {', '.join(judged.files)}" if judged.files else ""
    count = f"{lines} line{'' if lines == 1 else 's'}"
    yield ResultCheck("compared", f"with the original's: the exit code, and {count} of its output{files}")
    if judged.check:
        yield ResultCheck("check", judged.check, True)
    exact = "whole ones exactly, as text; others to a relative tolerance of"
    yield ResultCheck("numbers", f"{exact} {judged.tolerance:g}, and to the digits printed")
    left_out = [f"lines that match {pattern}" for pattern in judged.ignored]
    if not judged.compares_times:
        left_out.append("numbers on lines that look like times")
    if judged.unsteady:
        left_out.append(f"what differs between runs of the original itself (lines: {judged.unsteady})")
    if left_out:
        yield ResultCheck("not compared", "; ".join(left_out))
