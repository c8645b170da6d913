"""bounds(256, waves=2): the threads of a physical block, and the wavefronts for each execution unit, that the compiler
plans for.

    __global__ void k_coarsened(...)    -->    __global__ void __launch_bounds__(256, 2) k_coarsened(...)

Without a number the threads come from the proved block. What CUDA takes in the second place are blocks for each
multiprocessor: there, as many as have those warps on each of its four schedulers. Legal: the physical block never has
more threads; a launch with more runs the original.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.schedule.candidates import Reach
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.streaming import Streaming

MOST_WAVES = 20  # of RDNA 1; no AMD GPU has more for one execution unit


@dataclass(frozen=True)
class LaunchBounds(Step):
    name = "bounds"
    threads: int = 0  # 0: as proved
    waves: int = 0  # 0: as the compiler likes

    @classmethod
    def of(cls, arguments: Arguments) -> LaunchBounds:
        threads, waves = arguments.numbers, arguments.named.get("waves")
        good = len(threads) <= 1 and not arguments.words and set(arguments.named) <= {"waves"}
        if not good or any(not 1 <= t <= 1024 for t in threads) or (waves is not None and not 1 <= waves <= MOST_WAVES):
            usual = "bounds(256), bounds(waves=2), bounds(256, waves=2)"
            raise BadArgument(
                "bounds takes the threads of a physical block, 1 to 1024, and the wavefronts for each execution unit, "
                f"1 to {MOST_WAVES}: {usual}"
            )
        return cls(threads[0] if threads else 0, waves or 0)

    def words(self) -> Iterator[str]:
        if self.threads:
            yield str(self.threads)
        if self.waves:
            yield f"waves={self.waves}"

    def least(self) -> LaunchBounds:
        return LaunchBounds(waves=min(self.waves, 1))

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[LaunchBounds]:
        """Of the original or interleaved blocks, alone or with all that goes well with these; waves alone."""
        others = {type(s) for s in before} - {CoarsenBlocks}
        if others in (set(), {ShareLoads, Streaming}):
            yield cls()
        if not before:
            yield from (cls(waves=n) for n in (2, 4, 8))

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.of_its_name
        if not self.threads and subject.extent is None:
            yield Refusal(
                subject.function.name_span, "its block size is not proved", remedy="give the threads: bounds(256)"
            )
