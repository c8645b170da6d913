"""The steps of a schedule, one a file, and the table of them."""

from __future__ import annotations

from collections.abc import Iterable

from retarget.schedule.form.factors import Factors
from retarget.schedule.steps.above import AboveBlocks
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.lanes import OrderLanes
from retarget.schedule.steps.pack import PackBlocks
from retarget.schedule.steps.persistent import PersistentBlocks
from retarget.schedule.steps.serial import SerialBlocks
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.step import Step
from retarget.schedule.steps.streaming import Streaming
from retarget.schedule.steps.thread import CoarsenThreads
from retarget.schedule.steps.unroll import UnrollLoops

STEPS: dict[str, type[Step]] = {
    s.name: s
    for s in (
        CoarsenThreads, CoarsenBlocks, PackBlocks, SerialBlocks, PersistentBlocks, OrderLanes, LaunchBounds, Streaming,
        ShareLoads, UnrollLoops, AboveBlocks,
    )
}  # fmt: skip

IN_TEXT = tuple(name for step in STEPS.values() for name in step.in_text)


def steps_of(factors: Factors) -> tuple[Step, ...]:
    """The steps that give these factors, in the order of the table."""
    return tuple(step for kind in STEPS.values() if (step := kind.of(factors)))


def folded(steps: Iterable[Step]) -> Factors:
    """What steps come to together."""
    factors = Factors()
    for step in steps:
        factors = step.folded(factors)
    return factors


def written(factors: Factors) -> str:
    """Factors as a schedule that gives them."""
    return " ".join(map(str, steps_of(factors))) or "original"


__all__ = ["IN_TEXT", "STEPS", "Step", "folded", "steps_of", "written"]
