"""host-calls: functions of the device's that call the host's, and that nothing uses.

    inline __device__ bool same(const char* a, const char* b) { return strcmp(a, b) == 0; }
    -->  inline __host__ __device__ bool same(const char* a, const char* b) { return strcmp(a, b) == 0; }

nvcc leaves out what no kernel reaches: inline and static functions, and those of classes. clang rules out the call
where it reads it. In a function of both sides it waits until the device is to have the function, and refuses it then.

Legal where clang rules out a call for the host's function alone, in such a function that does not state `__host__`.
What clang complains of is written before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.analysis.macros import expanding
from retarget.source.brackets import BRACES, enclosing
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head, named_ahead
from retarget.translation.rule import rule
from retarget.unit.host_candidates import is_hosts

RULE = "host-calls"
_RULED_OUT = re.compile(r"no matching (?:member )?(?:function|constructor|conversion)|invalid operands to|no viable ")


@rule(RULE)
def host_calls(file: File) -> Iterator[Edit]:
    done: set[int] = set()
    for _, complaint, span in file.complaints(_RULED_OUT):
        if not any(is_hosts(r.message) for r in complaint.related):
            continue
        start = _of_device_function(file, file.index_at(span.start))
        if start is not None and start not in done:
            done.add(start)
            place = file.source.span(file.code[start].start, file.code[start].start)
            yield Edit(place, "__host__ ", RULE)


def _of_device_function(file: File, index: int) -> int | None:
    """Where the declaration of the function around an index begins, if it is the device's alone."""
    for brace in enclosing(file.code, index, BRACES):
        name = named_ahead(file, brace)
        start = head(file, name) if name is not None else None
        if name is None or start is None:
            continue
        words = {file.at(i) for i in range(start, name)}
        if words & expanding(file.unit, "__device__"):
            if not may_be_left_out(file, start, words):
                return None
            is_others = words & (expanding(file.unit, "__host__") | expanding(file.unit, "__global__"))
            return None if is_others else start
    return None


def may_be_left_out(file: File, start: int, words: set[str]) -> bool:
    """Whether the function that a declaration at an index begins is a template, static, inline or a class's: of others
    nvcc makes code, and clang would for both sides."""
    brings = frozenset().union(*(expanding(file.unit, w) for w in ("inline", "static", "__forceinline__")))
    if words & (brings | {"__inline__", "__inline"}) or "::" in words or file.at(start - 1) == ">":
        return True
    return is_of_class(file, start)


def is_of_class(file: File, start: int) -> bool:
    """Whether a declaration at an index stands in a class."""
    brace = next(enclosing(file.code, start, BRACES), None)
    return brace is not None and _opens_class(file, brace)


def _opens_class(file: File, brace: int) -> bool:
    at = brace - 1
    while at >= 0 and file.at(at) not in (";", "{", "}", ")"):
        if file.at(at) in ("struct", "class", "union"):
            return True
        at -= 1
    return False
