"""has_include: questions whether one of CUDA's headers is there.

    #if __has_include(<cub/cub.cuh>)  -->  #if __has_include(<hipcub/hipcub.hpp>)
    #include <cub/cub.cuh>                 #include <hipcub/hipcub.hpp>

The answer chooses between CUDA's header and one that the project brings: it has to stay the same where the include
becomes another header's. A header that HIP's runtime or a support header stands for is always there.

Legal where the name means CUDA's header, as for an include. A header without a counterpart keeps its name: it is not
there, which is the right answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import STRING, Include
from retarget.source.reach import resolve
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.hip.includes import RUNTIME
from retarget.translation.rule import rule


@rule("has-include")
def has_include(file: File) -> Iterator[Finding]:
    for index in file.named("__has_include", "__has_include_next"):
        asked = _header_in_question(file, index)
        if asked is None or resolve(asked, file.source.path, file.flags):
            continue
        known = file.header(asked)
        if known is None or (known.note and not (known.hip or known.part)):
            continue
        there = known.hip if known.hip not in ("", "-") else RUNTIME
        if there != asked.path:
            yield Edit(file.source.span(asked.start, asked.end), there, "has-include")


def _header_in_question(file: File, index: int) -> Include | None:
    """The header that a question names, as an include of it would; None where a macro spells it."""
    if file.at(index + 1) != "(" or index + 2 >= len(file.code):
        return None
    first, text = file.code[index + 2], file.source.text
    if first.kind == STRING:
        start, end = first.start + 1, first.end - 1
    elif first.text.startswith("<"):
        start, end = first.start + 1, text.find(">", first.start)
    else:
        return None
    if end < 0 or "\n" in text[start:end]:
        return None
    is_next = file.at(index) == "__has_include_next"
    return Include(text[start:end], text[first.start] == "<", start, end, first.start, end, 0, is_next)
