"""Include guards, and files that stand inside of others."""

from __future__ import annotations

import os
from collections.abc import Sequence

from retarget.source.lexer import Token, code, includes
from retarget.source.text import Source


def behind_guard(listed: Sequence[Token]) -> int:
    """Index of the first token behind `#ifndef X` / `#define X`, or `#pragma once`, at the head of a file, of whose
    code these are the tokens; 0 where there is no guard."""
    head = [t.text for t in listed[:6]]
    if head[:3] == ["#", "pragma", "once"]:
        return 3
    if head[:2] != ["#", "ifndef"] or head[3:5] != ["#", "define"] or head[5:] != [head[2]]:
        return 0
    if not _spans_the_file(listed):
        return 0  # the default of a macro that the command line may define
    at = 6
    while at < len(listed) and listed[at].directive == "define":
        at += 1
    return at


def _spans_the_file(listed: Sequence[Token]) -> bool:
    """Whether the conditional that the file begins with ends where the file ends."""
    depth = 0
    for index, token in enumerate(listed):
        if token.text == token.directive:
            depth += (token.text in ("if", "ifdef", "ifndef")) - (token.text == "endif")
            if depth == 0:
                return all(t.directive == "endif" for t in listed[index:])
    return False


def is_fragment(source: Source, others: Sequence[Source]) -> bool:
    """Whether a file that others include may stand inside of a function, a namespace or `extern "C"`: it is included
    within braces, or includes nothing and has no guard."""
    name = os.path.basename(source.path)
    if any(_is_in_braces(name, other) for other in others):
        return True
    return "#include" not in source.text and not behind_guard(code(source.text))


def _is_in_braces(name: str, includer: Source) -> bool:
    """Whether a text includes a file of this name within braces."""
    places = [i.line_start for i in includes(includer.text) if os.path.basename(i.path) == name]
    listed = code(includer.text) if places else ()
    return any(sum({"{": 1, "}": -1}.get(t.text, 0) for t in listed if t.start < at) > 0 for at in places)
