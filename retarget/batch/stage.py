"""What came of a step of a program, and of all its steps."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field


class Status(StrEnum):
    """OK: as it should be. WARNED: done, and there is something to look at. FAILED: the step found something wrong with
    the program. TIMEOUT. ABSENT: what it needs is not there: a tool, a device, an input. SKIPPED: an earlier step
    failed, or nobody said how to run the program. BUG: of retarget's."""

    OK = "ok"
    WARNED = "warned"
    FAILED = "failed"
    TIMEOUT = "timeout"
    ABSENT = "absent"
    SKIPPED = "skipped"
    BUG = "bug"


GOOD = (Status.OK, Status.WARNED)


class Stage(Struct, frozen=True):
    """A step's result. why: of what is not OK; facts: counts, times and the like, by name."""

    step: str
    status: Status
    seconds: float = 0.0
    why: str = ""
    facts: Mapping[str, float | int | str] = field(default_factory=dict)


class Outcome(Struct, frozen=True):
    """What came of a program. key: of what decided it, see `state.key_of`; at: when it ended, in seconds since 1970;
    worker: where it was done."""

    name: str
    key: str
    stages: tuple[Stage, ...]
    at: float
    worker: str = ""
    format: int = 1

    @property
    def ok(self) -> bool:
        return all(s.status in GOOD or s.status is Status.SKIPPED for s in self.stages)

    @property
    def seconds(self) -> float:
        return sum(s.seconds for s in self.stages)

    def stage(self, step: str) -> Stage | None:
        return next((s for s in self.stages if s.step == step), None)

    @property
    def why(self) -> str:
        """Of the first step that did not go well; else what there is to look at."""
        wrong = next((s.why for s in self.stages if s.status not in GOOD), "")
        return wrong or next((s.why for s in self.stages if s.why), "")
