"""lanes(y, x): the axis that runs along the lanes of a wavefront, and those that follow.

    block (4, 64): threadIdx.x = hardware x    -->    block (64, 4): threadIdx.y = hardware x, threadIdx.x = hardware y

Legal: no warp-level operation, whose lanes are neighbours along x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from msgspec.structs import replace

from retarget.schedule.candidates import Reach
from retarget.schedule.form.factors import AXES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps
from retarget.schedule.steps.pack import PackBlocks


@dataclass(frozen=True)
class OrderLanes(Step):
    name = "lanes"
    order: Triple  # the hardware dimension of each axis

    @classmethod
    def of(cls, arguments: Arguments) -> OrderLanes:
        order = [*arguments.words, *(a for a in AXES if a not in arguments.words)]
        if sorted(order) != list(AXES) or not arguments.words or arguments.named or arguments.numbers:
            raise BadArgument("lanes takes axes in the order of hardware dimensions: lanes(y, x)")
        x, y, z = (order.index(a) for a in AXES)
        return cls((x, y, z))

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, lanes=self.order)

    def words(self) -> Iterator[str]:
        yield from (AXES[self.order.index(dimension)] for dimension in range(3))

    def least(self) -> None:
        return None

    @property
    def is_idle(self) -> bool:
        return self.order == Factors().lanes

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[OrderLanes]:
        """The other orders of the axes that the block has; alone, and with packed blocks."""
        if before and not any(isinstance(s, PackBlocks) for s in before):
            return
        for order in permutations(range(3)):
            moved = {a for a in range(3) if order[a] != a}
            if moved and moved <= set(reach.threads):
                yield cls((order[0], order[1], order[2]))

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        if subject.exchanges:
            yield Refusal(subject.exchanges[0].span, "this exchange is between lanes that are neighbours along x")
