"""warp-wait: loops in which lanes of one warp may wait for each other.

    while (atomicCAS(lock, 0, 1) != 0);  ...  atomicExch(lock, 0);      a warning

Since Volta each lane of a warp goes on by itself, so that one that holds a lock leaves the loop, and gives it back.
Lanes of a wave run in lockstep: those that have the lock wait at the loop's end for those that have not.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.warp_waits import Wait, warp_waits
from retarget.source.text import Related
from retarget.translation.file import File, Finding, Met
from retarget.translation.hip.device_program import device_program
from retarget.translation.rule import rule, trees
from retarget.unit import Unit

RULE = "warp-wait"


@rule("warp-wait", asks=trees)
def warp_wait(file: File) -> Iterator[Finding]:
    for wait in file.unit.once(_waits):
        if wait.loop.span.path != file.source.path:
            continue
        told = "lanes of one warp may wait for each other here: in lockstep, as lanes of a wave run, the loop has no "
        what = "end; let one lane do it for its warp, or each in turn: for (int i = 0; i < 32; i++) if (i == lane) ..."
        seen = [wait.released.span] if wait.released else []
        related = (Related(span, "another lane of the warp may have to come here first") for span in seen)
        yield file.warning(RULE, wait.by.span, told + what, *related)
        yield Met(RULE, "warned", wait.by.span)


def _waits(unit: Unit) -> tuple[Wait, ...]:
    found = warp_waits(unit.once(device_program)) if unit.functions else ()
    return tuple({w.by.span: w for w in found}.values())
