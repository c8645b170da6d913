"""kept-instantiation: explicit instantiations ahead of their members' definitions that stay where they are.

    #ifdef WITH_FLOAT
    template struct S<float>;
    #endif
    template <class T> T S<T>::f() { return 1; }

clang makes no code of `f` there, while nvcc and g++ do. `early-instantiation` moves only what is written out and holds
in every configuration. Move others by hand to the end of the unit that defines the members.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Finding
from retarget.translation.hip.early_instantiations import may_move
from retarget.translation.rule import rule

RULE = "kept-instantiation"


@rule(RULE)
def kept_instantiations(file: File) -> Iterator[Finding]:
    for early in file.unit.early_instantiations:
        if early.span.path == file.source.path and not may_move(file, early.span):
            told = "clang makes no code of members that are defined behind this: move it to the end of the unit"
            yield file.warning(RULE, early.span, told)
