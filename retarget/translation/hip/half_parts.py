"""half_parts: components of a `__half2`.

    pair.x = half_of(a);  -->  retarget_hip::half_part(pair.x) = half_of(a);

A component is a half in CUDA and in HIP 6. In HIP 5 it is a whole number that holds the bits: conversions go by its
value there, and nothing tells. Legal always: the support header gives the half that lies there, to read and to write.
An access that a macro brings is warned of.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import enclosing
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

_PART = "half_parts"
_BROUGHT = (
    "a macro brings a component of a __half2: in HIP 5 it is a whole number that holds the bits, and conversions go "
    "by its value; use __low2half and __high2half, or write the access out"
)


@rule("half-part")
def half_parts(file: File) -> Iterator[Finding]:
    if file.dialect.is_c:
        return
    for span, is_written in file.unit.half_parts:
        if span.path != file.source.path:
            continue
        if not is_written:
            yield file.warning("half-part", span, _BROUGHT)
        elif not file.source[span].startswith("retarget_hip::"):
            yield from enclosing(span, "retarget_hip::half_part(", "half-part")
            yield Need(_PART, span)
