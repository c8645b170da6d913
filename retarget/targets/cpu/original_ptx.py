"""What of an original that runs on the processor is read by the rules that translate it: inline PTX, and lanes that
count on running in step.

    asm("bfe.u32 %0, %1, %2, 7;" : ...)     -->  r = retarget_hip::ptx_bfe<uint32_t>(x, p, 7)
    s[t] = v; x = s[t + 1];                 -->  s[t] = v; warp32::in_step(); x = s[t + 1];

Both sides then do what these rules say: a fault of theirs is not seen by the comparison; all else is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from retarget.dialects.dialect import Dialect
from retarget.source.flags import Flags
from retarget.source.text import Edit
from retarget.translation import parts
from retarget.translation.file import File, Need, Options
from retarget.translation.hip.program_names import past_the_programs
from retarget.translation.hip.ptx.inline_ptx import ptx
from retarget.translation.hip.warp_synchronous import warp_synchronous
from retarget.translation.merge import Program

FOLDER = "retarget_hip"
_RULES = ((ptx, ("asm",)), (warp_synchronous, ("__global__", "__device__")))  # each with what a file has that it is for
_REGISTER = re.compile(r'"[=+&]*v"')  # of AMD's GPUs, where a text without instructions binds a value
FORCED = f"{FOLDER}/original_ptx.h"
_NAMES = Dialect((), {}, {}, {}, {})  # CUDA's names stay
_OF_WARPS = ("warp_size", "warp_votes", "warp_shuffles", "warp_matches")  # here in CUDA's words


class Reading(Struct, frozen=True):
    """edits: by file; headers: support headers by name, of which FORCED is included ahead of each unit."""

    edits: Mapping[str, frozenset[Edit]]
    headers: Mapping[str, str]


NONE = Reading({}, {})


def reading(program: Program) -> Reading:
    """What a program's files become; those of all units that reach a file."""
    edits: dict[str, frozenset[Edit]] = {}
    needed: dict[str, None] = {}
    for unit in program.units:
        for source in unit.sources:
            file = File(source, unit, _NAMES, Flags(), Options(()), False)
            rules = (rule for rule, words in _RULES if any(word in source.text for word in words))
            found = list(past_the_programs(file, (f for rule in rules for f in rule(file))))
            own = frozenset(f for f in found if isinstance(f, Edit) and not _REGISTER.fullmatch(f.text))
            edits[source.path] = edits.get(source.path, frozenset()) | own
            needed |= dict.fromkeys(f.header for f in found if isinstance(f, Need) and f.is_part)
    return Reading({path: own for path, own in edits.items() if own}, _headers(needed))


def _headers(needed: Iterable[str]) -> dict[str, str]:
    listed = dict.fromkeys(p for part in needed for p in parts.closure(part))
    if not listed:
        return {}
    made = {f"{FOLDER}/{p}.h": _text(p) for p in listed}
    included = "".join(f'#include "{p}.h"\n' for p in listed)
    # The parts hold device code, which they show to a compiler of HIP's alone.
    guarded = f"""#ifndef RETARGET_HOST_ORIGINAL_PTX_H
#define RETARGET_HOST_ORIGINAL_PTX_H
#include "retarget_host/device_builtins.h"
#include "retarget_host/warp32_cuda.h"
#pragma push_macro("__HIPCC__")
#undef __HIPCC__
#define __HIPCC__ 1
{included}#pragma pop_macro("__HIPCC__")
#endif
"""
    return {**made, FORCED: guarded}


def _text(part: str) -> str:
    return '#include "retarget_host/warp32_cuda.h"\n' if part in _OF_WARPS else parts.text(part)
