"""c_bool: C's `_Bool` in C++, in headers that both languages share.

    _Bool f(void);   -->   the same, and the support header `c_bool` at the head of the unit

The host compiler's <stdbool.h> (GCC's) makes it `bool` in every dialect of C++, clang's in GNU's alone. Legal always.
Needed where the flags ask for a dialect that is not GNU's.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME, code
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule
from retarget.unit import Unit


@rule("c-bool")
def c_bool(file: File) -> Iterator[Finding]:
    is_strict = (file.flags.std or "").startswith("c++") and not file.dialect.is_c
    if file.is_root and file.is_cuda and is_strict and file.unit.once(_names_it):
        yield Need("c_bool", file.source.span(0, 0))


def _names_it(unit: Unit) -> bool:
    """Whether what is compiled names the type."""
    texts = (s for s in unit.sources if "_Bool" in s.text)
    listed = ((s.path, t) for s in texts for t in code(s.text) if t.kind == NAME and t.text == "_Bool")
    return any(not t.directive and not unit.is_skipped(path, t.start) for path, t in listed)
