"""array-pointers: pointers to arrays whose lengths are variables, made by a cast to the same type.

    double (*u)[n2][n1] = (double (*)[n2][n1])data;  -->  auto u = (double (*)[n2][n1])data;

nvcc's host compiler takes the two types for one, clang does not, as each has lengths of its own. Legal where clang
says so of two types that it spells alike, and the declaration and the cast have the same words: `auto` is that type.
It is written before anything is translated, so that clang reads what uses the pointer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

RULE = "array-pointers"
_ALIKE = re.compile(r"cannot initialize a variable of type '([^']*\(\*\)\[[^']*)' with an [lr]value of type '\1'$")


@rule(RULE)
def array_pointers(file: File) -> Iterator[Edit]:
    for _, _, span in file.complaints(_ALIKE):
        name = file.index_at(span.start)
        start, end = head(file, name), name + 1
        while end < len(file.code) and file.at(end) != "=":
            end += 1
        closing = file.closing(end + 1) if file.at(end + 1) == "(" else None
        if start is None or closing is None or any(file.code[i].directive for i in range(start, closing)):
            continue
        declared = [file.at(i) for i in range(start, end) if i != name]
        cast = [file.at(i) for i in range(end + 2, closing)]
        if file.at(name - 1) == "*" and declared == cast and _is_alone(file, closing):
            yield Edit(file.span(start, end - 1), f"auto {file.at(name)}", RULE)


def _is_alone(file: File, at: int) -> bool:
    """Whether a declaration ends behind an index with nothing else declared in it."""
    while at + 1 < len(file.code) and file.at(at + 1) not in (";", ",", "{", "}"):
        at = file.closing(at + 1) or at + 1 if file.at(at + 1) in ("(", "[") else at + 1
    return file.at(at + 1) == ";"
