"""granularity: a kernel that was coarsened needs the header that its launches and indices come from.

    k_launch(retarget::on(grid, block), a);  -->  the same, below  #include "retarget_hip/granularity.h"

Legal always: the text names what the header declares. A program that chooses among variants tells what it launched
before it gives the device back, wherever that stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

NAMESPACE = "retarget"
_NAMES = frozenset({"Launch", "Logical", "Granularity", "on"})
_RESETS = ("cudaDeviceReset", "cudaThreadExit", "hipDeviceReset")


@rule("granularity-header")
def granularity(file: File) -> Iterator[Finding]:
    used = {file.at(i + 2): i for i in file.named(NAMESPACE) if file.at(i + 1) == "::"}
    if "chosen" in used:
        yield Need("variants", file.span(used["chosen"]))
    elif _NAMES & used.keys():
        yield Need("granularity", file.span(min(used[n] for n in _NAMES & used.keys())))
    if file.options.chooses:
        yield from (Need("device_reset", file.span(i)) for i in file.named(*_RESETS))
