"""barrier-wait: waits at a barrier that only some lanes of a wave come to.

    if (threadIdx.x < 32) bar.arrive_and_wait(); else bar.arrive();      an error for waves of 64 lanes

Since Volta each lane of a warp goes on by itself. Lanes of a wave run in lockstep, one branch after the other: those
that wait keep the others of their wave from arriving. Let all threads of the block wait, or make the branch one of
whole waves: `threadIdx.x < 64`, in blocks of one row, or of rows of whole waves. For targets with waves of 32 lanes,
where a warp may be a wave, it is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.divided_waits import WAVE, DividedWait, divided_waits
from retarget.source.text import Related
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule, trees
from retarget.unit import Unit

RULE = "barrier-wait"


@rule(RULE, asks=trees)
def barrier_waits(file: File) -> Iterator[Finding]:
    if not any(word in file.words for word in ("barrier", "pipeline", "arrive_and_wait", "consumer_wait", "wait")):
        return
    tell = file.error if any(a.wave == WAVE for a in file.options.architectures) else file.warning
    for call, condition in file.unit.once(_divided):
        if call.span.path == file.source.path:
            told = "only some lanes of a wave wait here: in lockstep, the others never arrive: let all threads wait"
            yield tell(RULE, call.span, told, Related(condition.span, "this decides which lanes come here"))


def _divided(unit: Unit) -> tuple[DividedWait, ...]:
    return tuple({w.call.span: w for w in divided_waits(unit.functions, unit.launches)}.values())
