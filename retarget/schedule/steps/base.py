"""What all steps have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec import Struct

from retarget.schedule.candidates import Reach
from retarget.schedule.form.factors import AXES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal

MOST = 1024  # a factor beyond this is a slip of the pen


class BadArgument(Exception):
    """Arguments that a step does not take; the message says which it does."""


class Arguments(Struct, frozen=True):
    """What stands in the brackets of a step: `x=2, y=4, strided` or `256, 2`."""

    named: Mapping[str, int]
    words: tuple[str, ...]
    numbers: tuple[int, ...]

    def triple(self, step: str) -> Triple:
        """Factors by axis. Raises BadArgument."""
        if self.numbers:
            raise BadArgument(f"{step} takes factors by axis: {step}(x=2)")
        unknown = [n for n in self.named if n not in AXES]
        if unknown or not self.named:
            raise BadArgument(f"{step} takes factors by axis, x, y or z: {step}(x=2)")
        for value in self.named.values():
            if not 1 <= value <= MOST:
                raise BadArgument(f"{step}: a factor lies between 1 and {MOST}, not at {value}")
        x, y, z = (self.named.get(a, 1) for a in AXES)
        return x, y, z

    def deal(self, step: str, *deals: str) -> str:
        """How instances lie: one of several words, the first one where none is given. Raises BadArgument."""
        if any(w not in deals for w in self.words) or len(self.words) > 1:
            known = " or ".join(f"`{d}`" for d in sorted(deals, reverse=True))
            raise BadArgument(f"{step}: instances lie {known}, not '{', '.join(self.words)}'")
        return self.words[0] if self.words else deals[0]


def by_axis(factors: Triple) -> Iterator[str]:
    """As `Arguments.triple` takes them."""
    yield from (f"{a}={v}" for a, v in zip(AXES, factors, strict=True) if v > 1)


def undivided(subject: Subject, factors: Triple) -> Iterator[Refusal]:
    """Where factors do not divide the threads of the block, if it is proved."""
    if subject.extent is None:
        return
    for axis, extent, factor in zip(AXES, subject.extent, factors, strict=True):
        if extent % factor:
            legal = ", ".join(str(d) for d in range(2, min(extent, 32) + 1) if extent % d == 0) or "none"
            why = f"{factor} does not divide its {extent} threads along {axis}"
            yield Refusal(subject.function.name_span, why, remedy=f"factors that do: {legal}")


def at_most_two(factors: Triple) -> Triple:
    x, y, z = (min(v, 2) for v in factors)
    return x, y, z


class Step:
    """A step of a schedule. Those that change indices fold into factors; `refusals` says what stands against one."""

    name: ClassVar[str]
    in_text: ClassVar[bool] = False  # whether the kernel's text rests on it, beside the axes of the factors

    def __str__(self) -> str:
        """As schedules spell it."""
        return f"{self.name}({', '.join(self.words())})"

    def words(self) -> Iterator[str]:
        """Its arguments, as `of` takes them."""
        raise NotImplementedError

    @property
    def is_idle(self) -> bool:
        """Whether it changes nothing, as `thread(x=1)`."""
        return False

    def least(self) -> Step | None:
        """The step with the least numbers that has the same coarsened text; None where the text is the original's."""
        raise NotImplementedError

    @classmethod
    def of(cls, arguments: Arguments) -> Step:
        """Raises BadArgument."""
        raise NotImplementedError

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[Step]:
        """Those that are worth trying for a kernel behind other steps, none of which stands later in the table."""
        raise NotImplementedError

    def folded(self, factors: Factors) -> Factors:
        """The factors with this step taken too."""
        return factors

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        """Why the step is illegal for a kernel; nothing where it is legal."""
        raise NotImplementedError


Steps = tuple[Step, ...]


def only(steps: Steps, *kinds: type[Step]) -> bool:
    """Whether all steps are of these kinds."""
    return all(isinstance(s, kinds) for s in steps)
