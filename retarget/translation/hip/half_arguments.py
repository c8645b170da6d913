"""half_arguments: numbers as arguments of functions that take a `__half` or a `__half2`.

    struct Pair { Pair(const half&); Pair(const half2&); };
    Pair one(1.0f);  -->  Pair one(__half(1.0f));

CUDA makes a `__half` of a number, and HIP a `__half2` too: the call is ambiguous there. Legal where clang says that
CUDA's conversion is the one to `__half`: it is written out.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import enclosing
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule


@rule("half-arguments")
def half_arguments(file: File) -> Iterator[Finding]:
    for span in file.unit.half_arguments:
        if span.path == file.source.path:
            yield from enclosing(span, "__half(", "half-arguments")
