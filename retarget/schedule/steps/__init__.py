"""The steps of a schedule, one a file, and the table of them."""

from __future__ import annotations

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

STEPS: dict[str, type[Step]] = {
    s.name: s
    for s in (
        CoarsenThreads, CoarsenBlocks, PackBlocks, SerialBlocks, PersistentBlocks, OrderLanes, LaunchBounds, Streaming,
        ShareLoads, AboveBlocks,
    )
}  # fmt: skip

__all__ = ["STEPS", "Step"]
