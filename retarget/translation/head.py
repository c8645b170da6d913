"""The includes that a file needs at its head, as one edit: the HIP runtime, standard headers, our own parts.

(first include)  -->  #include <hip/hip_runtime.h>
                      #include "retarget_hip/warp_votes.h"
                      (first include)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from retarget.dialects import load
from retarget.source.conditionals import conditionals
from retarget.source.reach import toolkit_name
from retarget.source.text import Edit
from retarget.translation.file import OURS, File, Need
from retarget.translation.hip.include_guards import behind_guard
from retarget.translation.hip.includes import RUNTIME
from retarget.translation.parts import BEGIN

BYTE_ORDER_MARK = "\xef\xbb\xbf"
Spelling = Callable[[str], str]
"""How a part is brought into a file: an include of it, or its text."""


def head_edit(file: File, needs: Iterable[Need], spelled: Spelling, edits: Sequence[Edit] = ()) -> Edit | None:
    """The insertion at the head of `file`, or None where all is there already. edits: of the file; an include that
    they drop is not there."""
    needs = list(needs)
    headers = sorted({(n.header != RUNTIME, n.header, n.condition) for n in needs if not n.is_part})
    parts = sorted(part for part in {n.header for n in needs if n.is_part} if not _has_part(file, part, edits))
    lines = [_line(h, c) for _, h, c in headers if not _has_header(file, h, c)]
    text = "".join([*lines, *map(spelled, parts)])
    if not text:
        return None
    at = _top(file) if _wants_runtime(needs) else _behind_runtime(file) or insertion_point(file)
    if any(n.is_part and n.span.start < at and _is_asked(file, n) for n in needs):
        at = _behind_guard(file)
    at = min([at, *(ahead for n in needs if n.is_part and (ahead := _ahead(file, n)) is not None)])
    return Edit(file.source.span(at, at), text, "includes")


def _line(header: str, condition: str) -> str:
    line = f"#include <{header}>\n"
    return f"#ifdef {condition}\n{line}#endif\n" if condition else line


def _has_header(file: File, header: str, condition: str) -> bool:
    return any(i.path == header and (condition or i.depth <= _guard_depth(file)) for i in file.includes)


def _has_part(file: File, part: str, edits: Sequence[Edit]) -> bool:
    dropped = [e.span for e in edits if not e.text]
    kept = (i.path for i in file.includes if not any(s.start <= i.start < s.end for s in dropped))
    ours = tuple(f"{folder}{part}.h" for folder in OURS)
    return f"{BEGIN}{part}.h" in file.source.text or any(path.endswith(ours) for path in kept)


def insertion_point(file: File) -> int:
    """The start of the line of the first include outside of braces, else of the first token behind a guard.

    Before the first include no macro can hide what the inserted header needs.
    """
    for include in file.includes:
        if include.depth <= _guard_depth(file):
            if _outside_braces(file, include.line_start):
                return include.line_start
            break
    return _behind_guard(file)


def _is_asked(file: File, need: Need) -> bool:
    """Whether a condition of the preprocessor's asks for what is needed, which has to be defined ahead of it."""
    index = file.index_at(need.span.start) if need.span.path == file.source.path else len(file.code)
    return index < len(file.code) and file.code[index].directive in ("if", "elif")


def _behind_guard(file: File) -> int:
    first = behind_guard(file.code)
    if first >= len(file.code):
        return len(file.source.text)
    line = file.source.line_starts[file.source.position(file.code[first].start)[0] - 1]
    return line or len(BYTE_ORDER_MARK) * file.source.text.startswith(BYTE_ORDER_MARK)


def _ahead(file: File, need: Need) -> int | None:
    """The line of the outermost conditional around what needs a part, less the file's guard; None where there is none.
    Some parts have to come before the header that stands there."""
    at = need.span.start
    listed = (c for outermost in conditionals(file.source.text) for c in outermost.all())
    around = [c.branches[0].start for c in listed if c.branches[0].start < at < c.branches[-1].end]
    inner = around[_guard_depth(file) :]
    return file.source.line_starts[file.source.position(inner[0])[0] - 1] if inner else None


def _wants_runtime(needs: Iterable[Need]) -> bool:
    return any(n.header == RUNTIME and not n.condition for n in needs)


def _top(file: File) -> int:
    """The line of the first token: nvcc includes the runtime before any macro of the user's is defined."""
    first = file.code[0].start if file.code else len(file.source.text)
    line = file.source.line_starts[file.source.position(first)[0] - 1]
    return line or len(BYTE_ORDER_MARK) * file.source.text.startswith(BYTE_ORDER_MARK)


def _behind_runtime(file: File) -> int | None:
    """The line behind the first include, where that is the runtime's: support headers read best there."""
    first = next((i for i in file.includes if i.depth <= _guard_depth(file)), None)
    if (
        first is None
        or not _outside_braces(file, first.line_start)
        or not file.source.text[: first.line_end].endswith("\n")
    ):
        return None
    known = load(frozenset()).include(toolkit_name(first, file.source.path, file.flags))  # whatever the dialect
    return first.line_end if RUNTIME in (first.path, known.hip if known else "") else None


def _outside_braces(file: File, offset: int) -> bool:
    return all(token.text != "{" for token in file.code[: file.index_at(offset)])


def _guard_depth(file: File) -> int:
    return 1 if file.at(1) == "ifndef" and behind_guard(file.code) else 0
