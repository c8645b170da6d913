"""half_lists: a list in braces that is assigned to a pair of halves.

    p[0] = {a, b};   -->   p[0] = __half2{a, b};

nvcc takes it for a pair; clang finds that it suits the type of a pair's bits as well (`__half2_raw`), with CUDA's
headers and with HIP's. Legal where clang says so of the assignment. What clang complains of is written before anything
is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

_PAIRS = frozenset({"__half2", "__nv_bfloat162"})
_AMBIGUOUS = re.compile(
    r"use of overloaded operator '=' is ambiguous \(with operand types '([^']*)'(?: \(aka '([^']*)'\))?"
)


@rule("half-lists")
def half_lists(file: File) -> Iterator[Edit]:
    seen: set[int] = set()
    for match, _, span in file.complaints(_AMBIGUOUS):
        kind = match[2] or match[1]
        if kind not in _PAIRS or span.start in seen:
            continue
        at = file.index_at(span.start)
        if file.at(at) == "=" and file.at(at + 1) == "{" and file.code[at].start == span.start:
            seen.add(span.start)
            place = file.code[at + 1].start
            yield Edit(file.source.span(place, place), kind, "half-lists")
