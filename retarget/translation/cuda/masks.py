"""masks: warp functions without a mask, which newer devices lack, get one.

    __shfl_down(x, 8)                     -->  __shfl_down_sync(0xffffffff, x, 8)
    if (lane < 16) x += __shfl_xor(x, 8)  -->  if (lane < 16) x += __shfl_xor_sync(__activemask(), x, 8)

Legal where the name is CUDA's. All lanes are named, unless a condition is known to keep some away: waiting for those
would not end, and the lanes that are there take part, as they did. (The names change with the other names.)
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.lane_values import constants
from retarget.analysis.statements import code_of
from retarget.analysis.warp import lone_calls
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

RULE = "full-mask"
UNMASKED = frozenset({"__all", "__any", "__ballot", "__shfl", "__shfl_down", "__shfl_up", "__shfl_xor"})
ALL, THERE = "0xffffffff", "__activemask()"


@rule("full-mask")
def masks(file: File) -> Iterator[Finding]:
    places = [i for i in file.named(*UNMASKED) if file.at(i + 1) == "(" and not file.is_users(file.code[i])]
    if not places:
        return
    code = code_of(file.code)
    known = constants([s.text for s in file.unit.sources])
    lone = {code[i].start for i in lone_calls(code, known)}
    for index in places:
        name, after = file.at(index), file.code[index + 1].end
        is_lone = file.code[index].start in lone
        yield Edit(file.source.span(after, after), f"{THERE if is_lone else ALL}, ", "full-mask")
        if not is_lone:
            why = f"'{name}_sync' waits for all 32 lanes; where some do not get here, name those that do"
            yield file.note(RULE, file.span(index), why)
