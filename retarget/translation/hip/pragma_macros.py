"""pragma_macros: a macro whose body is a directive.

    #define UNROLL #pragma unroll  -->  #define UNROLL _Pragma("unroll")

nvcc takes the directive where the macro is used; clang takes `#` there for an error, as the standard says. Legal
where the macro has no parameters, and the whole of its body is the directive.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import STRING
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule


@rule("pragma-macros")
def pragma_macros(file: File) -> Iterator[Finding]:
    for index in file.named("pragma"):
        token = file.code[index]
        if token.directive != "define" or file.at(index - 1) != "#" or file.at(index - 3) != "define":
            continue
        last = index
        while last + 1 < len(file.code) and file.code[last + 1].directive == "define":
            last += 1
        words = file.code[index + 1 : last + 1]
        if words and all(w.kind != STRING for w in words):
            text = file.source.text[words[0].start : words[-1].end]
            yield Edit(file.span(index - 1, last), f'_Pragma("{text}")', "pragma-macros")
