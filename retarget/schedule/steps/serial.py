"""serial(x=4): one physical block runs several blocks, one after another.

    body                         for (turn : 4) { blockIdx.x = 4 * physical + turn; body; __syncthreads(); }
                        -->      (the barrier where shared memory is used again)

Blocks lie `consecutive`, or `strided` by the number of physical blocks.

Legal: no barrier behind a return that not all threads of a block take, for the threads that returned come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from retarget.schedule.candidates import Reach, triples
from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, Step, Steps, at_most_two, by_axis
from retarget.source.text import Related

_FACTORS = (2, 4, 8)


@dataclass(frozen=True)
class SerialBlocks(Step):
    name = "serial"
    factors: Triple
    strided: bool = False

    @classmethod
    def of(cls, arguments: Arguments) -> SerialBlocks:
        return cls(arguments.triple(cls.name), arguments.deal(cls.name, "consecutive", "strided") == "strided")

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, serial=self.factors, serial_strided=self.strided)

    def words(self) -> Iterator[str]:
        yield from by_axis(self.factors)
        if self.strided:
            yield "strided"

    def least(self) -> SerialBlocks:
        return SerialBlocks(at_most_two(self.factors))

    @property
    def is_idle(self) -> bool:
        return self.factors == ONES

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[SerialBlocks]:
        if not before:
            for factors in triples(_FACTORS, reach.blocks, max(_FACTORS)):
                yield cls(factors)
                yield cls(factors, strided=True)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        yield from returns_before_barriers(subject)


def returns_before_barriers(subject: Subject) -> Iterator[Refusal]:
    """A barrier behind a divergent return."""
    for barrier, ended in subject.barriers_behind_returns:
        related = (Related(ended.span, "this return"),)
        yield Refusal(
            barrier.span, "not all threads of a block may reach this barrier, and they would meet it again", related
        )
