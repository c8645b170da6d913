"""typeof-words: GNU's `typeof` where the standard is asked for strictly.

    typeof(a) b = a;   -->  __typeof__(a) b = a;    by -std=c++17

nvcc takes the word whatever the standard is, clang by `-std=gnu++17` and its like alone; both take the other spelling.

Legal where clang knows no `typeof`: nothing that the unit includes declares it. It is written before anything is
translated, so that clang reads the declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

_UNKNOWN = re.compile(r"(?:use of undeclared identifier|unknown type name) 'typeof'")


@rule("typeof-words")
def typeof_words(file: File) -> Iterator[Edit]:
    if any(_UNKNOWN.match(said.message) for said in file.unit.diagnostics):
        words = (index for index in file.named("typeof") if file.at(index + 1) == "(")
        yield from (Edit(file.span(index), "__typeof__", "typeof-words") for index in words)
