"""What a block's group says of places, written out as indices, in a text that only the coarsened kernel is made of.

    auto block = cg::this_thread_block();
    out[block.group_index().x] = v;              -->     out[blockIdx.x] = v;
    if (block.thread_rank() == 0) ...            -->     if ((threadIdx.x + blockDim.x * (threadIdx.y + ...)) == 0) ...

Legal: the group is a variable's, or `this_thread_block()`; no macro spells the call; nothing has an index's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.analysis.thread_groups import HEADER, is_block
from retarget.schedule.refusal import RULE
from retarget.source.text import Edit
from retarget.unit import Unit
from retarget.unit.tree import Function, Kind, Node

_THREADS = "(blockDim.x * blockDim.y * blockDim.z)"
_NUMBERS = {
    "thread_rank": "(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z))",
    "size": _THREADS, "num_threads": _THREADS, "group_size": _THREADS,
}  # fmt: skip
_PLACES = {"thread_index": "threadIdx", "group_index": "blockIdx", "group_dim": "blockDim", "dim_threads": "blockDim"}
_MADE = "this_thread_block"


def spelling_groups(unit: Unit, functions: Sequence[Function]) -> tuple[Edit, ...]:
    """Edits of the unit's text that write such calls out in a kernel and in the functions that it reaches."""
    return tuple(dict.fromkeys(e for f in functions for e in _of(unit, f)))


def _of(unit: Unit, function: Function) -> Iterator[Edit]:
    if not function.is_written or any(v.name in _PLACES.values() for v in function.variables.values()):
        return
    source = unit.by_path[function.span.path]
    members = {id(n.parts[0]): n for n in function.body.of(Kind.MEMBER) if n.parts and n.name in ("x", "y", "z")}
    for call in function.body.of(Kind.CALL):
        if not _asks(call) or call.span.path != source.path:
            continue
        axis, place = members.get(id(call)), _PLACES.get(call.name, "")
        if axis is not None:
            asked, behind, written = axis, rf"\s*\.\s*{axis.name}", f"{place}.{axis.name}"
        else:
            asked, behind = call, ""
            written = _NUMBERS.get(call.name) or f"dim3({place}.x, {place}.y, {place}.z)"
        if _is_spelled(call, source.text[asked.span.start : asked.span.end], behind):
            yield Edit(asked.span, written, RULE)


def _asks(call: Node) -> bool:
    """Whether a call asks a variable's group, or that of `this_thread_block()`, for a place or an extent."""
    if call.name not in _NUMBERS and call.name not in _PLACES:
        return False
    return len(call.parts) == 1 and is_block(call.parts[0].type) and call.home == HEADER


def _is_spelled(call: Node, text: str, behind: str) -> bool:
    """Whether a text is a call, in one of its two forms, and what follows."""
    group = call.parts[0]
    named = rf"(?:\w+\s*::\s*)*{_MADE}\s*\(\s*\)" if group.name == _MADE else re.escape(group.name)
    if group.kind is not Kind.NAME and not (group.kind is Kind.CALL and group.name == _MADE and not group.parts):
        return False
    method = rf"{named}\s*(?:\.|->)\s*{call.name}\s*\(\s*\)"
    function = rf"(?:\w+\s*::\s*)*{call.name}\s*\(\s*{named}\s*\)"
    return re.fullmatch(rf"(?:{method}|{function}){behind}", text) is not None
