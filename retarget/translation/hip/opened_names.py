"""opened-names: members of CUDA's namespaces that a program brings into its own.

    using namespace cub;             using namespace hipcub;
    unsigned lane = LaneId();   -->  unsigned lane = lane_id32();

The rule of names has members behind their namespace. Without it, most of CUB's and Thrust's names stay, as their
namespaces alone change; those that their counterparts lack or call otherwise do not. Legal where a unit's text opens
the namespace or names the member in a using-declaration, and clang does not say that this use is the program's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.dialects import Dialect
from retarget.dialects.table import Name
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.names import is_member, lacking
from retarget.translation.rule import Vocabulary, rule
from retarget.unit import Unit
from retarget.unit.parse import Interest

_OPENED = re.compile(r"\busing\s+namespace\s+(?:::\s*)?(\w+)\s*;")
_BROUGHT = re.compile(r"\busing\s+(?:::\s*)?(\w+)\s*::\s*(\w+)\s*;")


def _asks(vocabulary: Vocabulary) -> Interest:
    found = {m for s in vocabulary.sources for m in _matches(s.text)}
    opened = {first for first, member in found if not member}
    words = {w for w in vocabulary.words for first in opened if _member(vocabulary.dialect, first, w)}
    return Interest(frozenset(words | {m for first, m in found if m and _member(vocabulary.dialect, first, m)}))


@rule("opened-names", asks=_asks)
def opened_names(file: File) -> Iterator[Finding]:
    for first, only in sorted(file.unit.once(_introduced)):
        for word in sorted(file.words if not only else file.words & {only}):
            row = _member(file.dialect, first, word)
            if row is not None and file.dialect.name(word) is None:
                yield from _uses(file, word, row)


def _uses(file: File, word: str, row: Name) -> Iterator[Finding]:
    for index in file.named(word):
        token = file.code[index]
        if file.at(index - 1) == "::" or is_member(file, index) or file.is_users(token) or token.directive == "include":
            continue
        if row.status == "none":
            yield lacking(file, row.cuda, row, file.span(index))
            continue
        if row.kind not in ("type", "enumerator") and file.at(index + 1) not in ("(", "<"):
            continue
        space, _, last = row.hip.rpartition("::")
        hip = last if space == _counterpart(file.dialect, row) else row.hip
        if hip != word:
            yield Edit(file.span(index), hip, "opened-names")
        if row.part:
            yield Need(row.part, file.span(index))


def _counterpart(dialect: Dialect, row: Name) -> str:
    space = dialect.name(row.cuda.partition("::")[0])
    return space.hip if space else ""


def _introduced(unit: Unit) -> frozenset[tuple[str, str]]:
    """The namespaces that a unit opens, and single members that it brings."""
    return frozenset(m for s in unit.sources for m in _matches(s.text))


def _matches(text: str) -> Iterator[tuple[str, str]]:
    if "using" in text:
        yield from ((m[1], "") for m in _OPENED.finditer(text))
        yield from ((m[1], m[2]) for m in _BROUGHT.finditer(text))


def _member(dialect: Dialect, first: str, word: str) -> Name | None:
    """The row of a member whose name in HIP's namespace is another one, or none."""
    space = dialect.name(first)
    row = dialect.name(f"{first}::{word}") if space is not None and space.kind == "namespace" else None
    if row is None or row.status == "same":
        return None
    return row if row.status == "none" or row.part or row.hip.rpartition("::")[2] != word else None
