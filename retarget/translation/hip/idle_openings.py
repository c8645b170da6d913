"""Using-directives of CUDA's namespaces that HIP lacks, where a unit uses nothing of them.

    using namespace nvcuda;   -->   (nothing)

Legal where no text of the unit names a namespace within it (or, of an inner namespace, one of its members) but in such
directives: nothing is found by them then.
"""

from __future__ import annotations

import re

from retarget.source.lexer import NAME, code
from retarget.source.text import Span
from retarget.translation.file import File
from retarget.unit import Unit

_DIRECTIVE = re.compile(r"\busing\s+namespace\s+(?:::\s*)?(\w+)(?:\s*::\s*\w+)*\s*;")


def idle_opening(file: File, index: int) -> Span | None:
    """The using-directive that the namespace at `index` begins, where nothing is found by it."""
    first = index - 1 if file.at(index - 1) == "::" else index
    if (file.at(first - 2), file.at(first - 1)) != ("using", "namespace") or file.code[index].directive:
        return None
    last, opened = index, [file.at(index)]
    while file.at(last + 1) == "::":
        last += 2
        opened.append(file.at(last))
    if file.at(last + 1) != ";" or not _words(file.unit, opened[0]).isdisjoint(_within(file, "::".join(opened))):
        return None
    return file.span(first - 2, last + 1)


def _within(file: File, namespace: str) -> frozenset[str]:
    """What stands behind a namespace in CUDA's names."""
    names = (name for table in file.dialect.tables for name in table.rows if name.startswith(f"{namespace}::"))
    found = frozenset(name.removeprefix(f"{namespace}::").partition("::")[0] for name in names)
    return found or frozenset({namespace.rpartition("::")[2]})  # a namespace that is not known


def _words(unit: Unit, outermost: str) -> frozenset[str]:
    """The names in a unit's texts, less those of its using-directives of a namespace and of those within."""
    texts = (_DIRECTIVE.sub(lambda m: m[0] if m[1] != outermost else "", s.text) for s in unit.sources)
    return frozenset(t.text for text in texts for t in code(text) if t.kind == NAME)
