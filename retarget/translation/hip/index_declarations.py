"""index_declarations: the indices of threads and blocks, declared by the program for its host compilation.

    extern const dim3 blockDim;  -->  (nothing)

Programs declare them for tools that know no CUDA, and nvcc lets them; HIP's headers declare them for the host too, of
types of their own. Legal where the declaration is `extern` and gives no value.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule
from retarget.unit.tree import INDICES

_TYPES = frozenset({"dim3", "uint3"})


@rule("index-declarations")
def index_declarations(file: File) -> Iterator[Finding]:
    for index in file.named(*INDICES):
        first = index - 1
        while file.at(first) in (*_TYPES, "const", "__device__"):
            first -= 1
        if file.at(index - 1) in _TYPES and file.at(first) == "extern" and file.at(index + 1) == ";":
            yield Edit(file.span(first, index + 1), "", "index-declarations")
