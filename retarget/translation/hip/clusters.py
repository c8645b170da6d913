"""clusters: the shape of a cluster of blocks that share nothing.

    __global__ void __cluster_dims__(8, 1, 1) k()  -->  __global__ void k()

The blocks of a cluster run together. What they can do with that is spelled with `cluster`, or `mapa` in PTX: a program
that names none of these computes the same without. Else an error, as the target has no clusters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.recent import mentioned
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.hip.names import is_cudas, lacking
from retarget.translation.rule import rule
from retarget.unit import Unit

_SHAPE = "__cluster_dims__"
_uses = mentioned(re.compile(r"(?<!__)cluster|cluster(?!_dims__)|\bmapa\b", re.I))


@rule("clusters", "no-counterpart")
def clusters(file: File) -> Iterator[Finding]:
    for index in file.named(_SHAPE):
        name, arguments = file.dialect.name(_SHAPE), file.arguments(index + 1) if file.at(index + 1) == "(" else None
        if name is None or not is_cudas(file, index, name):
            continue
        if arguments is None or file.code[index].directive or file.unit.once(_shares):
            yield lacking(file, _SHAPE, name, file.span(index))
            continue
        after = file.code[arguments[-1][1] + 2]
        yield Edit(file.source.span(file.code[index].start, after.start), "", "clusters")


def _shares(unit: Unit) -> bool:
    return any(_uses(source.text) for source in unit.sources)
