"""literals: a macro right behind a string.

    printf("%"PRIu64"\\n", n)  -->  printf("%" PRIu64"\\n", n)

In C++11 the name is the literal's suffix. nvcc and gcc take it for the macro and warn; clang refuses it. Legal where no
suffix of a program's (`_x`, no name of CUDA's) or of the standard library's is meant; strings in units of C have none.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME, STRING
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

_STANDARD = frozenset({"s", "sv"})


@rule("literals")
def literals(file: File) -> Iterator[Edit]:
    if file.unit.language != "cuda":
        return
    for index, token in enumerate(file.code):
        before = file.code[index - 1]
        if not (token.kind == NAME and index and before.kind == STRING and before.end == token.start):
            continue
        is_suffix = (token.text.startswith("_") and file.dialect.name(token.text) is None) or token.text in _STANDARD
        if not is_suffix:
            yield Edit(file.source.span(token.start, token.start), " ", "literals")
