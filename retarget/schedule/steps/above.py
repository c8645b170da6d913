"""above(1024): launches of fewer logical blocks run the original.

    k_launch(on(grid, block), a);     -->     if (blocks of grid >= 1024) k_coarsened<<<...>>>(a); else k<<<...>>>(a);

What is coarsened has fewer blocks, and small grids may leave the device idle. Legal always.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.schedule.candidates import Reach
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps

_MOST = (1 << 31) - 1


@dataclass(frozen=True)
class AboveBlocks(Step):
    name = "above"
    blocks: int

    @classmethod
    def of(cls, arguments: Arguments) -> AboveBlocks:
        if len(arguments.numbers) != 1 or arguments.named or arguments.words or not 1 <= arguments.numbers[0] <= _MOST:
            raise BadArgument("above takes the fewest logical blocks of a launch that is changed: above(1024)")
        return cls(arguments.numbers[0])

    def words(self) -> Iterator[str]:
        yield str(self.blocks)

    def least(self) -> None:
        return None

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[AboveBlocks]:
        """None: a tuning finds the number in what it measured."""
        yield from ()

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from ()
