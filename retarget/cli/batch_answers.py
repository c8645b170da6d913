"""What `retarget batch --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from dataclasses import dataclass

from retarget.batch.stage import Outcome


@dataclass(frozen=True)
class Batch:
    """`retarget batch`. programs: in the manifest's order."""

    programs: tuple[Outcome, ...]
    format: int = 1


@dataclass(frozen=True)
class BatchChange:
    """A step of a program that ended otherwise than before; None where one batch has no such step."""

    program: str
    step: str
    before: str | None
    after: str | None
    worse: bool
    why: str


@dataclass(frozen=True)
class BatchComparison:
    """`retarget batch --baseline`."""

    changes: tuple[BatchChange, ...]
    format: int = 1
