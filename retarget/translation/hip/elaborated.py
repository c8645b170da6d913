"""elaborated: `struct` and `enum` in front of a type, as HIP declares it.

    struct cudaLaunchParams p;  -->  hipLaunchParams p;       a typedef of HIP's, and no tag of that name
    CUlimit limit;              -->  enum hipLimit_t limit;   a tag of HIP's, and no typedef: in a unit of C

Legal where the token is CUDA's name of a type. The table `tags.tsv` of the dialect lists HIP's types of either kind;
all others are both a tag and a typedef, or CUDA declares them alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

_KEYWORDS = ("struct", "union", "enum", "class")
_TYPEDEF = "typedef"


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
