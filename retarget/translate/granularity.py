"""granularity: a kernel that was coarsened needs the header that its launches and indices come from.

    k_launch(retarget::on(grid, block), a);  -->  the same, below  #include "retarget_hip/granularity.h"

Legal always: the text names what the header declares.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translate.file import File, Finding, Need

PART = "granularity"
_NAMES = frozenset({"Launch", "Logical", "Granularity", "on"})


def granularity(file: File) -> Iterator[Finding]:
    for index in file.named("retarget"):
        if file.at(index + 1) == "::" and file.at(index + 2) in _NAMES:
            yield Need(PART, file.span(index))
            return
