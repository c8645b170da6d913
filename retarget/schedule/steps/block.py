"""block(x=2): one physical block runs several blocks, statement by statement.

    __shared__ float s[N];                __shared__ float s_[2][N];
    s[t] = a[blockIdx.x];          -->    for (instance : 2) s_[instance][t] = a[2 * blockIdx.x + instance];
    __syncthreads();                      __syncthreads();
    b[blockIdx.x] = s[u];                 for (instance : 2) b[2 * blockIdx.x + instance] = s_[instance][u];

Instances lie `consecutive`, or `strided` by the number of physical blocks. At the grid's end a block may hold fewer.

Legal: no barrier under control flow that depends on the block along a coarsened axis, or on data that does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.step import Arguments, Step, at_most_two, by_axis


@dataclass(frozen=True)
class CoarsenBlocks(Step):
    name = "block"
    factors: Triple
    strided: bool = False

    @classmethod
    def made(cls, arguments: Arguments) -> CoarsenBlocks:
        return cls(arguments.triple(cls.name), arguments.deal(cls.name, False))

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, block=self.factors, block_strided=self.strided)

    def words(self) -> Iterator[str]:
        yield from by_axis(self.factors)
        if self.strided:
            yield "strided"

    @classmethod
    def of(cls, factors: Factors) -> CoarsenBlocks | None:
        return cls(factors.block, factors.block_strided) if factors.block != ONES else None

    def least(self) -> CoarsenBlocks:
        return CoarsenBlocks(at_most_two(self.factors))

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        yield from subject.replicating()
