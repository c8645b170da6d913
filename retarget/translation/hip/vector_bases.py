"""vector_bases: classes of the program's that are derived from CUDA's vector types.

    struct u64 : uint2 { operator unsigned long long() const; };
    -->  struct u64 : retarget_hip::plain::uint2 { ... };

HIP's vector types are classes with operators and conversions of their own: a derived class inherits them, and an
expression takes them in place of the program's. The support header has plain structures of the same layout, which
HIP's convert from and to. Legal where the class has operators or conversions, for which it was derived.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule


@rule("vector-bases")
def vector_bases(file: File) -> Iterator[Finding]:
    for span in file.unit.vector_bases:
        if span.path == file.source.path:
            yield Edit(span, f"retarget_hip::plain::{file.source[span]}", "vector-bases")
            yield Need("plain_vectors", span)
