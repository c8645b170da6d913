"""global_names: types and variables of the program's whose names HIP's headers bring into `std`.

    using namespace std;  typedef float real;
    real x;  -->  ::real x;

HIP's runtime header includes more of the standard library than CUDA's does: <complex>, <algorithm>, <string>. With
`using namespace std` a name of the program's own is ambiguous then. Legal where clang says that the name, written
without a qualifier, means the program's type or variable at global scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import retarget.dialects
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import Vocabulary, rule
from retarget.unit.parse import Interest


@cache
def _brought() -> frozenset[str]:
    text = (Path(retarget.dialects.__file__).parent / "std_names.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def _asks(vocabulary: Vocabulary) -> Interest:
    uses_std = any("using namespace std" in s.text for s in vocabulary.sources)
    return Interest(globals=_brought() & vocabulary.words if uses_std else frozenset())


@rule("global-names", asks=_asks)
def global_names(file: File) -> Iterator[Finding]:
    for span in file.unit.global_uses:
        if span.path == file.source.path:
            yield Edit(file.source.span(span.start, span.start), "::", "global-names")
