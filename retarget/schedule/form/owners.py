"""Shared memory that a kernel uses and does not declare itself: at namespace scope, or in functions that it calls.

A conversion calls a member function and does not show in a template, so a class whose member functions declare shared
memory counts where its name, or a name made of it, stands in the kernel or in what it calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from retarget.source.lexer import COMMENT, tokens
from retarget.source.recent import recent
from retarget.source.text import Source, Span
from retarget.unit import Unit
from retarget.unit.tree import Function, Storage, Variable

_CLASS = re.compile(r"@S[TP]?(?:>[^@]*)?@(\w+)(?:>[^@]*)?@F")
# What gives a name to something that is made of another name: `%s` stands for that.
_MADE = (
    r"\btypedef\b[^;]*\b%s\b[^;]*?(\w+)\s*;",
    r"\busing\s+(\w+)\s*=[^;]*\b%s\b",
    r"#\s*define\s+(\w+)[^\n]*\b%s\b",
    r"(?<![<,])(?<![<,]\s)\b(?:struct|class|union)\s+(\w+)[^;{]*(?:\{[^}]*)?\b%s\b",
)


def owned_elsewhere(kernel: Function, unit: Unit, reached: Sequence[Function]) -> Span | None:
    """Where such memory is declared; None where the kernel declares all that it uses."""
    for v in _shared(kernel):
        inside = v.span.path == kernel.span.path and kernel.span.start <= v.span.start < kernel.span.end
        if v.storage is Storage.SHARED and not inside:
            return v.span
    for function in reached:
        for v in _shared(function):
            return v.span
    sources = unit.by_path
    texts = [_text(sources, f) for f in (kernel, *reached)]
    for function in unit.functions:
        owned = next(_shared(function), None) if function.is_member else None
        if owned is not None and any(re.search(rf"\b{n}\b", t) for n in _names(function, unit) for t in texts):
            return owned.span
    return None


def _shared(function: Function) -> Iterator[Variable]:
    return (v for v in function.variables.values() if v.storage in (Storage.SHARED, Storage.DYNAMIC))


def _text(sources: Mapping[str, Source], function: Function) -> str:
    return _bare(sources[function.span.path].text)[function.span.start : function.span.end]


@recent(1 << 24)
def _bare(text: str) -> str:
    """The text with its comments blanked out: words of theirs name nothing."""
    parts, at = [], 0
    for token in (t for t in tokens(text) if t.kind == COMMENT):
        parts += [text[at : token.start], re.sub(r"[^\n]", " ", token.text)]
        at = token.end
    return "".join([*parts, text[at:]])


def _names(function: Function, unit: Unit) -> set[str]:
    """The class of a member function, and what is made of it; names of anything where that is not known."""
    found = _CLASS.search(function.usr)
    if not found:
        return {r"\w+"}
    names, before = {found[1]}, set[str]()
    while names != before:
        before = set(names)
        for source in unit.sources:
            for name in before:
                for made in _MADE:
                    names |= set(re.findall(made % re.escape(name), _bare(source.text)))
    return names
