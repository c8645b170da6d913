"""What is known of a tuning's results being right, in words: how they were judged, and what that proves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.tuning.told import Judged, Result

UNPROVED = (
    "nothing of the program's output was compared, so nothing is proved: name files that it writes with --compare, or "
    "judge its runs with --check"
)


@dataclass(frozen=True)
class Row:
    """Something that was done to judge results. code: whether it is a command."""

    what: str
    how: str
    is_code: bool = False


def standing(found: Result) -> tuple[bool, str]:
    """Whether what was chosen is known to be right, and a sentence about it."""
    if found.verified is None:
        return False, "Whether the chosen variants are right together is not known."
    if not found.verified:
        return False, "What was chosen was not seen to be right together: those originals are kept, and each says why."
    if not any(k.schedule for k in found.kernels):
        return True, "Every original is kept: nothing was chosen that would have to be right."
    if found.compared == 0:
        return False, f"{UNPROVED[0].upper()}{UNPROVED[1:]}."
    if found.compared is None:
        return False, "What was chosen showed no difference from the original. How much was compared is not known."
    if found.by_kernel:
        return True, (
            "Each kernel was tuned by itself, on its own cases: what was chosen for it gave what the original gives, "
            "when it ran once more."
        )
    return True, "With all chosen variants together, the results are those of the original."


def judgement(found: Result) -> Iterator[Row]:
    """How results were judged, as far as it is known."""
    if found.judged:
        yield from _of_program(found.judged, found.compared)
    for cases in found.cases:
        yield Row(f"cases of {cases.kernel}", f"{cases.file}: {', '.join(cases.names)}")
    if found.cases:
        if found.compared is not None:
            yield Row("compared", f"{found.compared} elements of the arrays that the kernels write")
        yield Row("numbers", "whole ones exactly, others to the tolerance of the case, or that of their kind")
    if (found.judged or found.cases) and (dropped := sum(len(s) for k in found.kernels for s in k.dropped.values())):
        yield Row("dropped", f"variants: {dropped}, in this tuning and in earlier ones, each with its reason below")


def _of_program(judged: Judged, compared: int | None) -> Iterator[Row]:
    if judged.command:
        yield Row("command", judged.command, True)
    if compared is not None:
        lines = compared - bool(judged.check)
        files = f" and of {', '.join(judged.files)}" if judged.files else ""
        count = f"{lines} line{'' if lines == 1 else 's'}"
        yield Row("compared", f"with the original's: the exit code, and {count} of its output{files}")
    if judged.check:
        yield Row("check", judged.check, True)
    if judged.tolerance is not None:
        exact = "whole ones exactly, as text; others to a relative tolerance of"
        yield Row("numbers", f"{exact} {judged.tolerance:g}, and to the digits printed")
    left_out = [f"lines that match {pattern}" for pattern in judged.ignored]
    if judged.compares_times is False:
        left_out.append("numbers on lines that look like times")
    if judged.unsteady:
        left_out.append(f"what differs between runs of the original itself (lines: {judged.unsteady})")
    if left_out:
        yield Row("not compared", "; ".join(left_out))
