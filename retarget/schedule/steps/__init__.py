"""The steps of a schedule, one a file, the table of them, and what steps make together: a variant."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TypeVar

from msgspec import Struct

from retarget.schedule.form.factors import Factors
from retarget.schedule.steps.above import AboveBlocks
from retarget.schedule.steps.base import Step
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.lanes import OrderLanes
from retarget.schedule.steps.pack import PackBlocks
from retarget.schedule.steps.persistent import PersistentBlocks
from retarget.schedule.steps.serial import SerialBlocks
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.split import SplitBlocks
from retarget.schedule.steps.streaming import Streaming
from retarget.schedule.steps.thread import CoarsenThreads
from retarget.schedule.steps.unroll import UnrollLoops

T = TypeVar("T", bound=Step)

# A step's candidates stand behind those of earlier ones.
STEPS: dict[str, type[Step]] = {
    s.name: s
    for s in (
        CoarsenThreads, CoarsenBlocks, PackBlocks, SplitBlocks, OrderLanes, SerialBlocks, PersistentBlocks, ShareLoads,
        Streaming, LaunchBounds, UnrollLoops, AboveBlocks,
    )
}  # fmt: skip
_ORDER = {kind: at for at, kind in enumerate(STEPS.values())}


class Variant(Struct, frozen=True, dict=True):
    """A kernel as steps make it: each kind of them once, in the order of the table; none for the original."""

    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, *steps: Step) -> Variant:
        """Without those that change nothing."""
        return cls(tuple(sorted((s for s in steps if not s.is_idle), key=lambda s: _ORDER[type(s)])))

    @cached_property
    def factors(self) -> Factors:
        """The bijection of indices."""
        factors = Factors()
        for step in self.steps:
            factors = step.folded(factors)
        return factors

    def find(self, kind: type[T]) -> T | None:
        """Its step of a kind."""
        return next((s for s in self.steps if isinstance(s, kind)), None)

    def and_(self, step: Step) -> Variant:
        """The same with a step instead of the one of its kind."""
        return Variant.of(*(s for s in self.steps if type(s) is not type(step)), step)

    @property
    def least(self) -> Variant:
        """The one with the least numbers that has the same coarsened text."""
        return Variant.of(*(least for s in self.steps if (least := s.least())))

    @property
    def in_text(self) -> Hashable:
        """What the coarsened text rests on, beside its shape."""
        return tuple(s for s in self.steps if s.in_text)

    @property
    def family(self) -> frozenset[str]:
        """Which steps take part."""
        return frozenset(s.name for s in self.steps)

    def __str__(self) -> str:
        """As a schedule spells it."""
        return " ".join(map(str, self.steps)) or "original"


ORIGINAL = Variant()


__all__ = ["ORIGINAL", "STEPS", "Step", "Variant"]
