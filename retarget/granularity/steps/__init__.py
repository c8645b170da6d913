"""The steps of a schedule, one a file, and the table of them."""

from __future__ import annotations

from retarget.granularity.steps.above import AboveBlocks
from retarget.granularity.steps.block import CoarsenBlocks
from retarget.granularity.steps.bounds import LaunchBounds
from retarget.granularity.steps.lanes import OrderLanes
from retarget.granularity.steps.pack import PackBlocks
from retarget.granularity.steps.persistent import PersistentBlocks
from retarget.granularity.steps.serial import SerialBlocks
from retarget.granularity.steps.share import ShareLoads
from retarget.granularity.steps.step import Step
from retarget.granularity.steps.streaming import Streaming
from retarget.granularity.steps.thread import CoarsenThreads

STEPS: dict[str, type[Step]] = {
    s.name: s
    for s in (
        CoarsenThreads, CoarsenBlocks, PackBlocks, SerialBlocks, PersistentBlocks, OrderLanes, LaunchBounds, Streaming,
        ShareLoads, AboveBlocks,
    )
}  # fmt: skip

__all__ = ["STEPS", "Step"]
