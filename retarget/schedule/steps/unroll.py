"""unroll(4): loops that all threads go through alike are unrolled so many times.

    for (int k = 0; k < n; ++k) sum += a[k * n + i];      -->      #pragma unroll 4
                                                                   for (int k = 0; k < n; ++k) sum += a[k * n + i];

Loads of several turns are in flight together then, for more registers and code. Loops that a pragma unrolls already
keep it. Legal always: how often a loop is unrolled changes nothing that it computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.schedule.candidates import Reach
from retarget.schedule.form.loops import uniform_loops
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps

_MOST = 64


@dataclass(frozen=True)
class UnrollLoops(Step):
    name = "unroll"
    in_text = True
    times: int

    @classmethod
    def of(cls, arguments: Arguments) -> UnrollLoops:
        if len(arguments.numbers) != 1 or arguments.named or arguments.words or not 2 <= arguments.numbers[0] <= _MOST:
            raise BadArgument(f"unroll takes how many turns of a loop become one, 2 to {_MOST}: unroll(4)")
        return cls(arguments.numbers[0])

    def words(self) -> Iterator[str]:
        yield str(self.times)

    def least(self) -> UnrollLoops:
        return UnrollLoops(2)

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[UnrollLoops]:
        if not before and uniform_loops(reach.subject):
            yield from map(cls, (2, 4, 8))

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.of_its_name
        if not uniform_loops(subject):
            yield Refusal(subject.function.name_span, "it has no loop that all threads go through alike")
