"""Two batches beside each other: what became better or worse, by step, and what took another time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from retarget.batch.stage import Outcome, Status

_ORDER = (Status.BUG, Status.TIMEOUT, Status.FAILED, Status.ABSENT, Status.SKIPPED, Status.WARNED, Status.OK)


class StepChange(Struct, frozen=True):
    """A step of a program whose result is another one. before, after: None where one batch has no such step; why: of
    what came after."""

    program: str
    step: str
    before: Status | None
    after: Status | None
    why: str = ""

    @property
    def is_worse(self) -> bool:
        if self.before is None or self.after is None:
            return self.after is None
        return _ORDER.index(self.after) < _ORDER.index(self.before)


def changes(before: Mapping[str, Outcome], after: Mapping[str, Outcome]) -> Iterator[StepChange]:
    """By program and step, in order."""
    for name in sorted({*before, *after}):
        old, new = ({s.step: s for s in o.stages} if o else {} for o in (before.get(name), after.get(name)))
        for step in dict.fromkeys((*old, *new)):
            pair = old.get(step), new.get(step)
            was, now = (s.status if s else None for s in pair)
            if was is not now:
                yield StepChange(name, step, was, now, pair[1].why if pair[1] else "")
