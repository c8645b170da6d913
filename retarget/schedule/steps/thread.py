"""thread(x=2, y=4): one physical thread runs several threads of its block.

    x = a[threadIdx.x];                  for (instance : 2) x_[instance] = a[thread + instance * extent / 2];
    __syncthreads();              -->    __syncthreads();
    b[threadIdx.x] = f(x);               for (instance : 2) b[thread + instance * extent / 2] = f(x_[instance]);

Instances lie `strided` by the physical extent (neighbouring lanes stay neighbours), or `consecutive`.

Legal: always where barriers are concerned, for a barrier is reached by all threads of a block or by none. The factor
divides the extent of the block, which is asked again at each launch. Warp-level operations stay legal where whole warps
do: along x the instances are strided, and 32 divides the rest. Votes of a block count threads, so that their
kernels keep their threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from retarget.schedule.candidates import POWERS, Reach, triples
from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, Step, Steps, at_most_two, by_axis, undivided


@dataclass(frozen=True)
class CoarsenThreads(Step):
    name = "thread"
    factors: Triple
    strided: bool = True

    @classmethod
    def of(cls, arguments: Arguments) -> CoarsenThreads:
        return cls(arguments.triple(cls.name), arguments.deal(cls.name, "strided", "consecutive") == "strided")

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, thread=self.factors, thread_strided=self.strided)

    def words(self) -> Iterator[str]:
        yield from by_axis(self.factors)
        if not self.strided:
            yield "consecutive"

    def least(self) -> CoarsenThreads:
        return CoarsenThreads(at_most_two(self.factors))

    @property
    def is_idle(self) -> bool:
        return self.factors == ONES

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[CoarsenThreads]:
        if not before:
            for factors in triples(_divisors(reach), reach.threads, reach.total):
                yield cls(factors)
                yield cls(factors, strided=False)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.obstacles
        if subject.done.votes:
            yield Refusal(subject.done.votes[0].span, "this vote counts the threads of a block")
        yield from undivided(subject, self.factors)
        if subject.exchanges:
            yield from self._warps(subject)

    def _warps(self, subject: Subject) -> Iterator[Refusal]:
        where = subject.exchanges[0].span
        if self.factors[0] > 1 and not self.strided:
            yield Refusal(where, "this exchange between lanes needs whole warps", remedy="strided instances keep them")
        elif subject.extent is not None and subject.extent[0] // self.factors[0] % 32:
            yield Refusal(where, "this exchange between lanes needs whole warps, and their threads would no longer be "
                          "lanes of one", remedy="factors along x that leave a multiple of 32 keep them")  # fmt: skip


def _divisors(reach: Reach) -> tuple[int, ...]:
    """Powers of two where the block is not proved."""
    extent = reach.subject.extent
    if extent is None:
        return POWERS
    return tuple(sorted({d for e in extent for d in range(2, min(e, reach.total) + 1) if e % d == 0}))
