"""What stands in the heads of statements: `for (a; b; c)`, and `switch (a; b)`, of which libclang leaves out `a`."""

from __future__ import annotations

from collections.abc import Sequence

from clang import cindex

from retarget.source.lexer import COMMENT, tokens
from retarget.source.text import Span

_K = cindex.CursorKind
_WORDS = {_K.IF_STMT: "if", _K.SWITCH_STMT: "switch", _K.FOR_STMT: "for", _K.CXX_FOR_RANGE_STMT: "for"}


def semicolons(text: str, span: Span, word: str) -> list[int] | None:
    """The places of the semicolons in the head of a statement that is written out; None where a macro spells it."""
    depth, found = 0, []
    listed = [t for t in tokens(text[span.start : span.end]) if t.kind != COMMENT]
    if not listed or listed[0].text != word:
        return None
    for token in listed[1:]:
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.text == ";" and depth == 1:
            found.append(span.start + token.start)
        if depth == 0 and token.text == ")":
            return found
    return None


def begins_with_another(cursor: cindex.Cursor, below: Sequence[cindex.Cursor], text: str, span: Span) -> bool:
    """Whether a statement may stand in front of the condition, or of the range: `if (int x = f(); x > 3)`."""
    found = semicolons(text, span, _WORDS[cursor.kind])
    if found is not None:
        return bool(found)
    if cursor.kind is not _K.IF_STMT:
        return True  # hidden in a macro, libclang tells nothing of it
    first = below[0]
    is_condition = first.kind.is_expression() and first.type.get_canonical().spelling in ("bool", "<dependent type>")
    return len(below) > 3 or not (is_condition or first.kind is _K.VAR_DECL)
