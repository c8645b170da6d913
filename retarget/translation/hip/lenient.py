"""lenient: what nvcc and g++ take or warn of, and clang refuses.

    struct Pixel { float x; };
    Pixel p = {some_double};    -->  the same text, behind an include of the support header `lenient`
    int words[] = {0xdeadbeef};
    __device__ constexpr float root() { return sqrtf(2); }

A list that makes a value narrower is ill-formed in C++11, and so are a constant of an enumeration that lies outside of
its range and a constexpr function that is constant nowhere. nvcc and g++ go on. The support header tells clang to do
so, too: the values are what they are in CUDA.

Legal where clang complains of nothing else at that place.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Need
from retarget.translation.rule import rule

RULE = "lenient"


@rule(RULE)
def lenient(file: File) -> Iterator[Need]:
    spans = (d.span for d in file.unit.diagnostics if d.rule == RULE)
    span = next((s for s in spans if s and s.path == file.source.path), None)
    if span is not None:
        yield Need(RULE, span)
