"""unroll(4): loops that all threads go through alike are unrolled so many times.

    for (int k = 0; k < n; ++k) sum += a[k * n + i];      -->      #pragma unroll 4
                                                                   for (int k = 0; k < n; ++k) sum += a[k * n + i];

Loads of several turns are in flight together then, for more registers and code. Loops that a pragma unrolls already
keep it. Legal always: how often a loop is unrolled changes nothing that it computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retarget.schedule.form.factors import Factors
from retarget.schedule.form.loops import uniform_loops
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.step import Arguments, BadArgument, Step

_MOST = 64


@dataclass(frozen=True)
class UnrollLoops(Step):
    name = "unroll"
    in_text = ("unroll",)
    times: int

    @classmethod
    def made(cls, arguments: Arguments) -> UnrollLoops:
        if len(arguments.numbers) != 1 or arguments.named or arguments.words or not 2 <= arguments.numbers[0] <= _MOST:
            raise BadArgument(f"unroll takes how many turns of a loop become one, 2 to {_MOST}: unroll(4)")
        return cls(arguments.numbers[0])

    def folded(self, factors: Factors) -> Factors:
        return replace(factors, unroll=self.times)

    def words(self) -> Iterator[str]:
        yield str(self.times)

    @classmethod
    def of(cls, factors: Factors) -> UnrollLoops | None:
        return cls(factors.unroll) if factors.unroll else None

    def least(self) -> UnrollLoops:
        return UnrollLoops(2)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.of_its_name
        if not uniform_loops(subject):
            yield Refusal(subject.function.name_span, "it has no loop that all threads go through alike")
