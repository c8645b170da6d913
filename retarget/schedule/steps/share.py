"""share(): indices of the instances are the first one's plus a multiple of a stride, so that equal loads are done once.

    int pos = i + nx * j;       -->       pos = instance == 0 ? i + nx * j : pos_[0] + instance * (nx * blockDim.y);

where the stride of `pos` along the coarsened axis is found symbolically. The compiler then sees which addresses of two
instances are equal, and loads them once.

Legal: the variable is an integer, assigned once, affine in the coarsened index with a stride that all instances share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.schedule.candidates import Reach
from retarget.schedule.form.factors import AXES
from retarget.schedule.form.sharing import shared_strides
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps, only
from retarget.schedule.steps.block import CoarsenBlocks


@dataclass(frozen=True)
class ShareLoads(Step):
    name = "share"
    in_text = True

    @classmethod
    def of(cls, arguments: Arguments) -> ShareLoads:
        if arguments.named or arguments.words or arguments.numbers:
            raise BadArgument("share takes nothing: share()")
        return cls()

    def words(self) -> Iterator[str]:
        yield from ()

    def least(self) -> ShareLoads:
        return self

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[ShareLoads]:
        """Alone, and with blocks interleaved, where a stride along blocks is known."""
        along = (frozenset({f"blockIdx.{AXES[a]}"}) for a in reach.blocks)
        if any(s.from_end for s in before if isinstance(s, CoarsenBlocks)):
            return
        if only(before, CoarsenBlocks) and any(shared_strides(reach.subject, axes) for axes in along):
            yield cls()

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.of_its_name
        if not subject.done.loads:
            yield Refusal(subject.function.name_span, "it loads nothing")
