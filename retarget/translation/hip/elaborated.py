"""elaborated: `struct` and `enum` in front of a type, as HIP declares it.

    struct cudaLaunchParams p;  -->  hipLaunchParams p;       a typedef of HIP's, and no tag of that name
    CUlimit limit;              -->  enum hipLimit_t limit;   a tag of HIP's, and no typedef: in a unit of C
    struct float4;              -->  #include <hip/hip_vector_types.h>, where the file names the type again

Legal where the token is CUDA's name of a type. The table `tags.tsv` of the dialect lists HIP's types of either kind,
and vectors are aliases of a template's; all others are both a tag and a typedef, or CUDA declares them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

_KEYWORDS = ("struct", "union", "enum", "class")
_TYPEDEF = "typedef"
_VECTOR = re.compile(r"(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]")


@rule("elaborated")
def elaborated(file: File) -> Iterator[Finding]:
    rows = {word: row for word in file.words if (row := file.dialect.name(word)) and row.kind == "type"}
    tags = {word: tag for word, row in rows.items() if (tag := file.dialect.tags.get(row.hip)) is not None}
    for index in file.named(*tags):
        token = file.code[index]
        if token.directive == "include" or file.is_users(token):
            continue
        declared = tags[token.text]
        has_keyword = file.at(index - 1) in _KEYWORDS
        if declared == _TYPEDEF and has_keyword:
            yield Edit(file.source.span(file.code[index - 1].start, token.start), "", "elaborated")
        elif declared != _TYPEDEF and file.dialect.is_c and not has_keyword:
            yield Edit(file.source.span(token.start, token.start), f"{declared} ", "elaborated")
    for index in file.named(*(word for word in file.words if _VECTOR.fullmatch(word))):
        if file.at(index - 1) in _KEYWORDS and not file.is_users(file.code[index]):
            yield from _of_vector(file, index)


def _of_vector(file: File, index: int) -> Iterator[Finding]:
    keyword, token = file.code[index - 1], file.code[index]
    begins = index < 2 or file.at(index - 2) in (";", "{", "}") or bool(file.code[index - 2].directive)
    if file.at(index + 1) != ";" or not begins:
        if file.at(index + 1) not in ("{", ":"):  # a type of the user's is defined
            yield Edit(file.source.span(keyword.start, token.start), "", "elaborated")
        return
    text, end = file.source.text, file.code[index + 1].end
    line, behind = text.rfind("\n", 0, keyword.start) + 1, text.find("\n", end) + 1
    is_alone = behind and not text[line : keyword.start].strip() and not text[end:behind].strip()
    yield Edit(file.source.span(line, behind) if is_alone else file.source.span(keyword.start, end), "", "elaborated")
    if file.source.path != file.unit.root and sum(1 for _ in file.named(token.text)) > 1:
        yield Need("hip/hip_vector_types.h", file.span(index), is_part=False)
