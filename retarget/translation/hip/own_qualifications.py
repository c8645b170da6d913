"""own_qualifications: declarations that name the class or namespace they stand in.

    struct Policy { Policy::Policy(int n); };   -->   struct Policy { Policy(int n); };

nvcc warns of the qualification and takes it in templates, and elsewhere where the host's compiler does (g++ with
`-fpermissive`); clang refuses it.

Legal where clang says so: the qualification names what the declaration is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "own-qualifications"
_EXTRA = re.compile(r"extra qualification on member")


@rule(RULE)
def own_qualifications(file: File) -> Iterator[Edit]:
    for _, _, span in file.complaints(_EXTRA):
        name = first = file.index_at(span.start)
        while file.at(first - 1) == "::" and (begin := _qualifier(file, first - 2)) is not None:
            first = begin
        if first < name and file.at(first - 1) != "::":
            yield Edit(file.source.span(file.code[first].start, file.code[name].start), "", RULE)


def _qualifier(file: File, last: int) -> int | None:
    """Where a name begins that ends with a token, behind which `::` stands: with its template's arguments, if any."""
    at, depth = last, 0
    if file.code[last].end != file.code[last + 1].start:  # `static ::a::f()` is no `static::a::f()`
        return None
    while file.at(at) in (">", ">>") or depth > 0:
        depth += {">": 1, ">>": 2, "<": -1}.get(file.at(at), 0)
        at -= 1
        if at < 0 or file.at(at) in (";", "{", "}"):
            return None
    return at if at >= 0 and file.code[at].kind == NAME and not file.code[at].directive else None
