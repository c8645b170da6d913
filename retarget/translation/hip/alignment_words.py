"""alignment-words: `alignas` behind the words of a declaration.

    __shared__ alignas(16) float a[N];  -->  alignas(16) __shared__ float a[N];

nvcc takes it there; clang wants it in front. Legal behind the words of a memory, and where clang says so of an
`alignas`, in a declaration outside of macros. It is written before anything is translated, so that clang reads the
declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.late_alignments import late_alignments
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

RULE = "alignment-words"
_REFUSED = re.compile(r"an attribute list cannot appear here")


@rule(RULE)
def alignment_words(file: File) -> Iterator[Edit]:
    refused = {file.index_at(span.start) for _, _, span in file.complaints(_REFUSED)}
    ends = {word: file.closing(word + 1) for word in refused}
    ends |= {word: last for _, word, last in late_alignments(file.code)}
    for word, closing in sorted(ends.items()):
        first = head(file, word)
        if file.at(word) != "alignas" or first is None or closing is None or file.code[first].directive:
            continue
        whole = file.source[file.span(word, closing)]
        behind = file.code[closing].end
        blank = file.source.text[behind : behind + 1] == " "
        yield Edit(file.source.span(file.code[first].start, file.code[first].start), f"{whole} ", RULE)
        yield Edit(file.source.span(file.code[word].start, behind + blank), "", RULE)
