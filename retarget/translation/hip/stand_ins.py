"""stand_ins: what a support header lacks of the user's header that it stands for.

    #include "helper_cuda.h"     -->  #include "retarget_hip/helper_cuda.h"
    chooseDevice(1);                  chooseDevice(1);   an error: the support header has no such function

Copies of the CUDA samples' headers that lie outside of the root are not translated: a support header of the same name
is included instead. Told at the first use of each name, in code that is compiled, that the copy declares, none of the
user's other files does, and the support header lacks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from retarget.analysis.declared_names import declared_names
from retarget.dialects import load
from retarget.source.lexer import NAME
from retarget.source.project import below
from retarget.source.text import Source
from retarget.translation.file import File, Finding
from retarget.translation.parts import closure, text
from retarget.translation.rule import rule
from retarget.unit import Unit

_BEFORE_USES = frozenset(
    "return else case do new throw sizeof define const constexpr static inline extern typedef volatile struct enum "
    "class union".split()
)


@rule("stand-in")
def stand_ins(file: File) -> Iterator[Finding]:
    if not file.root or not (named := file.unit.once(_named_as_ours)) or below(file.source.path, file.root) is None:
        return
    for copy, part in named:
        if below(copy.path, file.root) is None:
            yield from _lacking(file, copy, part)


def _lacking(file: File, copy: Source, part: str) -> Iterator[Finding]:
    has = frozenset(name for p in closure(part) for name in declared_names(text(p)))
    for name in sorted((declared_names(copy.text) - has) & file.words):
        use = next((i for i in file.named(name) if _is_use(file, i)), None)
        if use is not None and not any(name in declared_names(s.text) for s in _within(file)):
            yield file.error("stand-in", file.span(use), _missing_name(name, copy.path, part))


def _named_as_ours(unit: Unit) -> list[tuple[Source, str]]:
    """The files of a unit by whose names support headers go, and those."""
    dialect = load(frozenset())
    rows = ((s, dialect.stand_in(s.path)) for s in unit.sources)
    return [(s, row.part) for s, row in rows if row]


def _within(file: File) -> Iterator[Source]:
    return (s for s in file.unit.sources if below(s.path, file.root) is not None)


def _is_use(file: File, index: int) -> bool:
    token, before = file.code[index], file.code[index - 1]
    if before.text in (".", "->") or (before.kind == NAME and before.text not in _BEFORE_USES):
        return False  # a member, or a declaration of the user's
    return token.directive not in ("include", "ifdef", "ifndef") and not file.skipped(token.start)


def _missing_name(name: str, path: str, part: str) -> str:
    where = f"{os.path.basename(path)} lies outside of the root, and the support header {part}.h that stands for it"
    return f"{where} lacks '{name}': give --root a folder that holds both, or name {path} as an input"
