"""template_keywords: calls that say `template` and give no arguments.

    FD::template mul(a, b)  -->  FD::mul(a, b)
    x.template get()        -->  x.get()

nvcc takes the keyword in front of any name, and clang asks for an argument list behind that. The call finds the same
functions, and deduces the same arguments, without it.

Legal where the name is called. Behind `typename` it is a class's, whose arguments are deduced: it stays.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "template-keywords"


@rule(RULE)
def template_keywords(file: File) -> Iterator[Edit]:
    for index in file.named("template"):
        is_call = file.at(index + 2) == "(" and file.code[index + 1].kind == NAME and file.at(index + 1) != "operator"
        if is_call and file.at(index - 1) in ("::", ".", "->") and not _is_type(file, index):
            yield Edit(file.source.span(file.code[index].start, file.code[index + 1].start), "", RULE)


def _is_type(file: File, index: int) -> bool:
    """Whether the qualified name that the keyword is part of begins with `typename`."""
    at = index
    while at > 0 and file.at(at - 1) == "::" and file.code[at - 2].kind == NAME:
        at -= 2
        at -= file.at(at - 1) == "template"
    return file.at(at - 1) == "typename"
