"""register: a storage class that C++17 dropped.

    register float sum = 0;  -->  float sum = 0;

nvcc and gcc warn, clang refuses it from C++17 on, which both take by default. It never meant
anything to nvcc's device compiler. Legal but where a register is named (`asm("r0")`), which no CUDA compiler takes in
device code.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

_OLDER = frozenset({"98", "03", "0x", "11", "1y", "14"})
_ENDS = frozenset({"=", ";", "(", "{", ","})


@rule("register")
def register_words(file: File) -> Iterator[Edit]:
    std = (file.flags.std or "c++17").removeprefix("gnu++").removeprefix("c++")
    if file.unit.language != "cuda" or std in _OLDER or "register" not in file.words:
        return
    for index in file.named("register"):
        token = file.code[index]
        end = next((i for i in range(index, len(file.code)) if file.at(i) in _ENDS), index)
        is_named = any(file.at(i) in ("asm", "__asm__") for i in range(index, end + 1))
        if not is_named and index + 1 < len(file.code) and not file.skipped(token.start):
            yield Edit(file.source.span(token.start, file.code[index + 1].start), "", "register")
