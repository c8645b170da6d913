"""hip-macros: names of the program's that HIP's headers define as macros.

    word_t MASK1;  -->  #include "retarget_hip/hip_macros.h"    at the head of the file, which takes HIP's macro away
                        word_t MASK1;

HIP's runtime leaves macros with plain names behind. A declaration of the program's does not compile then, and
`#ifndef MASK1` leaves out what CUDA takes. Legal since only the runtime's own headers use these macros, and the support
header includes them first.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Need
from retarget.translation.rule import rule

_LEFT_BEHIND = frozenset(
    "ADDRESS_SPACE_CONSTANT DECLOP_MAKE_FOUR_COMPONENT DECLOP_MAKE_ONE_COMPONENT DECLOP_MAKE_THREE_COMPONENT "
    "DECLOP_MAKE_TWO_COMPONENT DEPRECATED DEPRECATED_MSG GENERIC_GRID_LAUNCH GETREG_IMMED HW_ID HW_ID_CU_ID_OFFSET "
    "HW_ID_CU_ID_SIZE HW_ID_SE_ID_OFFSET HW_ID_SE_ID_SIZE ICMP_NE MASK1 MASK2 TEXTURE_OBJECT_PARAMETERS_INIT "
    "TEXTURE_PARAMETERS_INIT USE_PEER_NON_UNIFIED".split()
)


@rule("hip-macros")
def hip_macros(file: File) -> Iterator[Need]:
    if file.unit.language != "cuda" or not _LEFT_BEHIND & file.words:
        return
    places = (file.code[i] for i in file.named(*_LEFT_BEHIND & file.words))
    first = next((t for t in places if t.directive != "include" and not file.skipped(t.start)), None)
    if first is not None:
        yield Need("hip_macros", file.source.span(first.start, first.end))
