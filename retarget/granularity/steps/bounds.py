"""bounds(256, 2): the threads of a physical block, and wavefronts for each execution unit, that the compiler plans for.

    __global__ void k_coarsened(...)    -->    __global__ void __launch_bounds__(256, 2) k_coarsened(...)

`bounds()` takes the threads from the proved block. Legal: the physical block never has more threads; a launch with more
runs the original.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retarget.granularity.factors import Factors
from retarget.granularity.refusal import Refusal
from retarget.granularity.steps.step import Arguments, BadArgument, Step
from retarget.granularity.subject import Subject


@dataclass(frozen=True)
class LaunchBounds(Step):
    name = "bounds"
    numbers: tuple[int, ...]

    @classmethod
    def made(cls, arguments: Arguments) -> LaunchBounds:
        n = arguments.numbers
        if arguments.named or arguments.words or len(n) > 2 or not all(1 <= v <= 1024 for v in n):
            raise BadArgument(
                "bounds takes the threads of a physical block, and wavefronts for each execution unit: bounds(256, 2)"
            )
        return cls(n)

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, bounds=self.numbers, is_bounded=True)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        if not self.numbers and subject.extent is None:
            yield Refusal(
                subject.function.name_span, "its block size is not proved", remedy="give the threads: bounds(256)"
            )
