"""What `retarget batch --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct

from retarget.batch.stage import Outcome


class Batch(Struct, frozen=True):
    """`retarget batch`. programs: in the manifest's order."""

    programs: tuple[Outcome, ...]
    format: int = 1


class BatchChange(Struct, frozen=True):
    """A step of a program that ended otherwise than before; None where one batch has no such step."""

    program: str
    step: str
    before: str | None
    after: str | None
    worse: bool
    why: str


class BatchComparison(Struct, frozen=True):
    """`retarget batch --baseline`."""

    changes: tuple[BatchChange, ...]
    format: int = 1
