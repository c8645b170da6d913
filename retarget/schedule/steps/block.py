"""block(x=2): one physical block runs several blocks, statement by statement.

    __shared__ float s[N];                __shared__ float s_[2][N];
    s[t] = a[blockIdx.x];          -->    for (instance : 2) s_[instance][t] = a[2 * blockIdx.x + instance];
    __syncthreads();                      __syncthreads();
    b[blockIdx.x] = s[u];                 for (instance : 2) b[2 * blockIdx.x + instance] = s_[instance][u];

Instances lie `consecutive`, or `strided` by the number of physical blocks. At the grid's end a block may hold fewer;
with `from_end` the first one does. That suits grids that shrink towards the end of a matrix (LU, Cholesky): blocks that
share a line of memory stay together in all of them.

    grid 5, block(x=2): 0 1, 2 3, 4        block(x=2, from_end): 0, 1 2, 3 4

Legal: no barrier under control flow that depends on the block along a coarsened axis, or on data that does. `from_end`
not with share(): that counts upwards from the first instance, which has the last block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from msgspec.structs import replace

from retarget.schedule.candidates import Reach, triples
from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, Step, Steps, at_most_two, by_axis, only
from retarget.schedule.steps.thread import CoarsenThreads

_FACTORS = (2, 3, 4, 5, 6, 7, 8, 12, 16, 32)
_LINES = (2, 4, 8)  # blocks along x that may share lines of memory


@dataclass(frozen=True)
class CoarsenBlocks(Step):
    name = "block"
    factors: Triple
    strided: bool = False
    from_end: bool = False

    @classmethod
    def of(cls, arguments: Arguments) -> CoarsenBlocks:
        deal = arguments.deal(cls.name, "consecutive", "strided", "from_end")
        return cls(arguments.triple(cls.name), deal == "strided", deal == "from_end")

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, block=self.factors, block_strided=self.strided, block_from_end=self.from_end)

    def words(self) -> Iterator[str]:
        yield from by_axis(self.factors)
        if self.strided:
            yield "strided"
        if self.from_end:
            yield "from_end"

    def least(self) -> CoarsenBlocks:
        return CoarsenBlocks(at_most_two(self.factors), from_end=self.from_end)

    @property
    def is_idle(self) -> bool:
        return self.factors == ONES

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[CoarsenBlocks]:
        """Alone, and with threads that lie strided."""
        if before and not only(before, CoarsenThreads):
            return
        threads = prod(prod(s.factors) for s in before if isinstance(s, CoarsenThreads) and s.strided)
        if before and threads == 1:
            return
        for factors in triples(_FACTORS, reach.blocks, reach.total // threads):
            yield cls(factors)
            if not before:
                yield cls(factors, strided=True)
            if factors[0] in _LINES and (before or all(f in (1, *_LINES) for f in factors)):
                yield cls(factors, from_end=True)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        yield from subject.replicating()
