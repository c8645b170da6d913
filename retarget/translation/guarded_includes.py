"""Includes of HIP's headers out of reach of the user's macros.

    #define N 100                        #define N 100
    #include <cuda_runtime_api.h>  -->   #pragma push_macro("N")
                                         #undef N
                                         #include <hip/hip_runtime_api.h>
                                         #pragma pop_macro("N")

CUDA's headers use reserved names where HIP's have parameters called `N` and `T`; and projects have macros in the place
of functions that old GPUs lack (`#define __ldg(x) (*(x))`), which our support headers define. Legal for macros whose
names HIP's headers use in code, and ask about in no directive, and for those of our functions: they are meant for the
user's text. The runtime that nvcc reads ahead of all text of a unit is guarded from macros of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from msgspec import Struct

import retarget.dialects
from retarget.source.lexer import Include
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.includes import RUNTIME

_RUNTIMES = (RUNTIME, "hip/hip_runtime_api.h")
_OF_HIP = re.compile(r"(?:hip\w*|roc\w+|rccl|thrust|miopen)/|hip\w+\.h")


@cache
def header_words() -> frozenset[str]:
    """Names of macros that would change the code of HIP's headers."""
    text = (Path(retarget.dialects.__file__).parent / "header_words.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


class _Guarded(Struct, frozen=True):
    """A stretch of lines that include HIP's headers, and the macros that are put aside for it."""

    start: int
    end: int
    names: frozenset[str]

    def joined(self, other: _Guarded) -> _Guarded:
        return _Guarded(self.start, max(self.end, other.end), self.names | other.names)


def with_guards(
    file: File,
    edits: Sequence[Edit],
    head: Edit | None,
    functions: frozenset[str],
    live: Callable[[int, bool, frozenset[str]], frozenset[str]],
) -> tuple[Edit, ...]:
    """The insertion at a file's head, if there is one, and those around its includes of HIP's headers. functions: what
    the head's support headers define. live: the macros at an offset, of given names and of those that HIP's headers
    use; for the runtime, those of units that have not read it before."""
    at, done = (head.span.start, f"<{RUNTIME}>" in head.text) if head else (-1, False)
    listed = [_Guarded(at, at, live(at, False, functions))] if head else []
    for include in file.includes:
        path = _included(file, include, edits)
        is_runtime = path.startswith(_RUNTIMES)
        if _OF_HIP.match(path) and not (is_runtime and done):
            listed.append(_Guarded(include.line_start, include.line_end, live(include.start, is_runtime, frozenset())))
        done = done or (path == RUNTIME and not include.depth)
    places: dict[int, str] = {at: head.text} if head else {}
    for guarded in _joined(sorted((g for g in listed if g.names), key=lambda g: (g.start, g.end))):
        names = sorted(guarded.names)
        ahead = "".join(f'#pragma push_macro("{n}")\n#undef {n}\n' for n in names)
        behind = "".join(f'#pragma pop_macro("{n}")\n' for n in names)
        places[guarded.start] = ahead + places.get(guarded.start, "")
        places[guarded.end] = places.get(guarded.end, "") + behind
    made = (Edit(file.source.span(offset, offset), text, "includes") for offset, text in places.items())
    return tuple(replace(head, text=e.text) if head and e.span.start == at else e for e in made)


def _joined(listed: Sequence[_Guarded]) -> Iterator[_Guarded]:
    """With those that touch made one: two insertions at one place would be without an order."""
    last: _Guarded | None = None
    for guarded in listed:
        if last is None or guarded.start > last.end:
            if last:
                yield last
            last = guarded
        else:
            last = last.joined(guarded)
    if last:
        yield last


def _included(file: File, include: Include, edits: Sequence[Edit]) -> str:
    """What a directive includes in the text that comes out; empty where it goes."""
    span = file.source.span(include.start, include.end)
    if any(e.span.start <= include.line_start and e.span.end >= include.line_end and not e.text for e in edits):
        return ""
    return next((e.text for e in edits if e.span == span and e.why == "includes"), include.path)
