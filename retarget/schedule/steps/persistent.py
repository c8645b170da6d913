"""persistent(2): so many physical blocks for each multiprocessor, which take all blocks in turn.

    body         -->         for (block = physical; block < blocks; block += physical blocks) { body; __syncthreads(); }

Legal: as blocks one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from retarget.schedule.candidates import Reach
from retarget.schedule.form.factors import Factors
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps
from retarget.schedule.steps.serial import returns_before_barriers


@dataclass(frozen=True)
class PersistentBlocks(Step):
    name = "persistent"
    blocks: int

    @classmethod
    def of(cls, arguments: Arguments) -> PersistentBlocks:
        if len(arguments.numbers) != 1 or arguments.named or arguments.words or not 1 <= arguments.numbers[0] <= 64:
            raise BadArgument("persistent takes the number of blocks for each multiprocessor, 1 to 64: persistent(4)")
        return cls(arguments.numbers[0])

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, persistent=self.blocks)

    def words(self) -> Iterator[str]:
        yield str(self.blocks)

    def least(self) -> PersistentBlocks:
        return PersistentBlocks(1)

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[PersistentBlocks]:
        if reach.blocks and not before:
            yield from map(cls, (1, 2, 4))

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        yield from returns_before_barriers(subject)
