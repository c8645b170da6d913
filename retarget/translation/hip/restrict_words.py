"""restrict-words: `__restrict__` ahead of an array's element type.

    void f(const __restrict__ float a[4]);   -->  void f(const float a[4]);

nvcc takes it for the pointer that such a parameter is. clang takes it for the element's, and refuses it.

Legal where clang says so: the word is a promise that compilers may make use of. What clang complains of is written
before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.analysis.macros import expanding
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

_REFUSED = re.compile(r"restrict requires a pointer or reference")


@rule("restrict-words")
def restrict_words(file: File) -> Iterator[Edit]:
    words = {w for word in ("__restrict__", "__restrict") for w in expanding(file.unit, word)}
    for start in dict.fromkeys(span.start for _, _, span in file.complaints(_REFUSED)):
        index = file.index_at(start)
        if file.at(index) in words and file.code[index].start == start:
            token = file.code[index]
            end = token.end + (file.source.text[token.end : token.end + 1] == " ")
            yield Edit(file.source.span(start, end), "", "restrict-words")
