"""pack(y=16): a physical block holds several blocks side by side, each on threads of its own.

    block (4, 4), grid (g, h)    -->    block (4, 64), grid (g, h / 16); threads 4 k to 4 k + 3 along y run block k

For blocks smaller than a wavefront. Shared memory is replicated, and a barrier waits for all of them.

Legal: as blocks interleaved. Warp-level operations: where 32 divides the block's extent along x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from msgspec.structs import replace

from retarget.schedule.candidates import POWERS, Reach, triples
from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps, at_most_two, by_axis
from retarget.schedule.steps.block import CoarsenBlocks

_SMALL = 256  # threads of a physical block up to which blocks are packed


@dataclass(frozen=True)
class PackBlocks(Step):
    name = "pack"
    factors: Triple

    @classmethod
    def of(cls, arguments: Arguments) -> PackBlocks:
        if arguments.words:
            raise BadArgument("pack takes factors alone: its blocks lie side by side")
        return cls(arguments.triple(cls.name))

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, pack=self.factors)

    def words(self) -> Iterator[str]:
        yield from by_axis(self.factors)

    def least(self) -> PackBlocks:
        return PackBlocks(at_most_two(self.factors))

    @property
    def is_idle(self) -> bool:
        return self.factors == ONES

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[PackBlocks]:
        """Along one axis; alone, and with a few blocks interleaved along one."""
        extent = reach.subject.extent
        own = prod(extent) if extent else 32
        if own >= _SMALL or not all(isinstance(s, CoarsenBlocks) and _is_few(s) for s in before):
            return
        for factors in triples(POWERS, reach.blocks, min(reach.total, _SMALL // own)):
            if sum(f > 1 for f in factors) == 1:
                yield cls(factors)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        yield from subject.replicating()
        if subject.done.votes:
            yield Refusal(subject.done.votes[0].span, "this vote counts the threads of a block")
        if subject.exchanges and subject.extent is not None and subject.extent[0] % 32:
            yield Refusal(subject.exchanges[0].span, "this exchange between lanes needs whole warps")


def _is_few(blocks: CoarsenBlocks) -> bool:
    return not (blocks.strided or blocks.from_end) and sorted(blocks.factors) in ([1, 1, 2], [1, 1, 4])
