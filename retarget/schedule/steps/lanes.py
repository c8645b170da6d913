"""lanes(y, x): the axis that runs along the lanes of a wavefront, and those that follow.

    block (4, 64): threadIdx.x = hardware x    -->    block (64, 4): threadIdx.y = hardware x, threadIdx.x = hardware y

Legal: no warp-level operation, whose lanes are neighbours along x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retarget.schedule.form.factors import AXES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.step import Arguments, BadArgument, Step


@dataclass(frozen=True)
class OrderLanes(Step):
    name = "lanes"
    order: Triple  # the hardware dimension of each axis

    @classmethod
    def made(cls, arguments: Arguments) -> OrderLanes:
        order = [*arguments.words, *(a for a in AXES if a not in arguments.words)]
        if sorted(order) != list(AXES) or not arguments.words or arguments.named or arguments.numbers:
            raise BadArgument("lanes takes axes in the order of hardware dimensions: lanes(y, x)")
        x, y, z = (order.index(a) for a in AXES)
        return cls((x, y, z))

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, lanes=self.order)

    def words(self) -> Iterator[str]:
        yield from (AXES[self.order.index(dimension)] for dimension in range(3))

    @classmethod
    def of(cls, factors: Factors) -> OrderLanes | None:
        return cls(factors.lanes) if factors.lanes != Factors().lanes else None

    def least(self) -> None:
        return None

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        if subject.exchanges:
            yield Refusal(subject.exchanges[0].span, "this exchange is between lanes that are neighbours along x")
