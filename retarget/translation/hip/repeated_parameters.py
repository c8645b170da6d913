"""repeated_parameters: functions that are declared with the parameters of their own template as arguments.

    template <typename T> void Box::put<T>(T x) {}   -->   template <typename T> void Box::put(T x) {}

nvcc reads this as the template itself, clang as a partial specialisation, which functions cannot have.

Legal where clang says so, and the arguments are the parameters of the template in front, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.brackets import closing_angle
from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "repeated-parameters"
_PARTIAL = re.compile(r"function template partial specialization is not allowed")


@rule(RULE)
def repeated_parameters(file: File) -> Iterator[Edit]:
    for _, _, span in file.complaints(_PARTIAL):
        index = file.index_at(span.start)
        last = closing_angle(file.code, index + 1) if file.at(index + 1) == "<" else None
        if last is None or file.at(last) != ">":
            continue
        given = [file.at(i) for i in range(index + 2, last) if file.at(i) not in (",", "...")]
        if given and given == _parameters(file, index):
            yield Edit(file.source.span(file.code[index + 1].start, file.code[last].end), "", RULE)


def _parameters(file: File, index: int) -> list[str]:
    """The names of the parameters of the template whose declaration holds a token."""
    at = index
    while at > 0 and file.at(at) not in ("template", ";", "}", "{"):
        at -= 1
    last = closing_angle(file.code, at + 1) if file.at(at) == "template" else None
    if last is None:
        return []
    names, depth = [], 0
    for i in range(at + 2, last + 1):
        depth += (file.at(i) == "<") - (file.at(i) in (">", ">>"))
        is_end = i == last or (file.at(i) == "," and depth == 0)
        if is_end and file.code[i - 1].kind == NAME:
            names.append(file.at(i - 1))
    return names
