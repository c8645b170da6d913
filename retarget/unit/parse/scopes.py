"""What stands in front of a function's name: its namespaces, its template."""

from __future__ import annotations

from clang import cindex

from retarget.source.brackets import closing_angle
from retarget.source.lexer import COMMENT, tokens
from retarget.source.text import Span

_K = cindex.CursorKind
_OPEN = frozenset({_K.NAMESPACE, _K.LINKAGE_SPEC, _K.UNEXPOSED_DECL})  # what is declared there, others find


def scope(function: cindex.Cursor) -> str:
    """What stands in front of a function's name where it is named from anywhere; nothing for one that a class or
    another function declares. Names of an unnamed namespace are found in the one around it."""
    if function.lexical_parent is None or function.lexical_parent.kind not in _OPEN | {_K.TRANSLATION_UNIT}:
        return ""
    names, around = [], function.semantic_parent
    while around is not None and around.kind in _OPEN:
        if around.kind is _K.NAMESPACE and around.spelling and not around.spelling.startswith("("):
            names.append(f"{around.spelling}::")
        around = around.semantic_parent
    return "::" + "".join(reversed(names))


def template_head(span: Span, text: str) -> Span | None:
    """`template <...>` at the head of a definition at a place of a text."""
    listed = [t for t in tokens(text[span.start : span.end]) if t.kind != COMMENT]
    first = next((i for i, token in enumerate(listed) if token.text == "<"), None)
    last = closing_angle(listed, first) if first is not None else None
    return None if last is None else Span(span.path, span.start, span.start + listed[last].end)
