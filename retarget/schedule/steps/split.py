"""split(x=4): several physical blocks run the threads of one block, a part each.

    block (512), grid (g)    -->    block (128), grid (4 g); block 4 b + k runs threads 128 k to 128 k + 127 of block b

For kernels whose blocks mean nothing but a number of threads: smaller ones spread more evenly over the multiprocessors.
The factor divides the threads that a physical block would have; a launch where it does not runs the original.

Legal: nothing in the kernel concerns the threads of one block alone: no shared memory, barrier or vote, no fence or
atomic operation of the block's scope. A barrier at the very end counts for nothing. Operations between lanes: where 32
divides a part's extent along x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from msgspec.structs import replace

from retarget.schedule.candidates import Reach
from retarget.schedule.form.block_scope import of_one_block
from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps, at_most_two, by_axis, undivided

_LEAST = 32  # threads of a part; `space` drops those that leave lanes of a wavefront idle


@dataclass(frozen=True)
class SplitBlocks(Step):
    name = "split"
    factors: Triple

    @classmethod
    def of(cls, arguments: Arguments) -> SplitBlocks:
        if arguments.words:
            raise BadArgument("split takes factors alone: threads of a part lie side by side")
        return cls(arguments.triple(cls.name))

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, split=self.factors)

    def words(self) -> Iterator[str]:
        yield from by_axis(self.factors)

    def least(self) -> SplitBlocks:
        return SplitBlocks(at_most_two(self.factors))

    @property
    def is_idle(self) -> bool:
        return self.factors == ONES

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[SplitBlocks]:
        """Along the last axis of the block, alone."""
        if not reach.threads or before:
            return
        axis, extent = reach.threads[-1], reach.subject.extent
        for factor in (2, 4, 8):
            if extent is None or (extent[axis] % factor == 0 and prod(extent) // factor >= _LEAST):
                x, y, z = (factor if a == axis else 1 for a in range(3))
                yield cls((x, y, z))

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        yield from of_one_block(subject)
        yield from undivided(subject, self.factors)
        if subject.exchanges and subject.extent is not None and subject.extent[0] // self.factors[0] % 32:
            yield Refusal(subject.exchanges[0].span, "this exchange between lanes needs whole warps")
