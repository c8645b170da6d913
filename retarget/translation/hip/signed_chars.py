"""signed_chars: components of `char4` and its kin, taken by reference or by address.

    signed char& low = v.x;  -->  signed char& low = reinterpret_cast<signed char&>(static_cast<char&>(v.x));

They are `signed char` in CUDA and `char` in HIP: two types to the language, of one layout. Legal always; the inner
cast asks HIP 5's components, which are objects of a class, for what they stand for.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

_OPENED, _CLOSED = "reinterpret_cast<signed char&>(static_cast<char&>(", "))"


@rule("signed-chars")
def signed_chars(file: File) -> Iterator[Finding]:
    if file.dialect.is_c:
        return
    for span in file.unit.signed_chars:
        if span.path == file.source.path:
            yield Edit(file.source.span(span.start, span.start), _OPENED, "signed-chars")
            yield Edit(file.source.span(span.end, span.end), _CLOSED, "signed-chars")
