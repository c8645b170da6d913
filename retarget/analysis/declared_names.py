"""The names that a text declares outside of functions and classes, from its tokens: macros, functions, types,
variables, enumerators. Rather too many than too few: of every branch, and what only looks like a declaration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.analysis.statements import closing, code_of
from retarget.source.lexer import NAME, Token, code
from retarget.source.recent import recent

_TYPES = frozenset({"struct", "class", "enum", "union"})
_NO_NAMES = frozenset(
    {"sizeof", "decltype", "alignas", "noexcept", "operator", "defined", "if", "while", "for", "return"}
)


@recent(4_000_000)
def declared_names(text: str) -> frozenset[str]:
    tokens = code(text)
    return frozenset(_macros(tokens)) | frozenset(_at_file_scope(code_of(tokens)))


def _macros(tokens: Sequence[Token]) -> Iterator[str]:
    for i, token in enumerate(tokens[:-1]):
        if token.text == token.directive == "define" and tokens[i - 1].text == "#":
            yield tokens[i + 1].text


def _at_file_scope(tokens: Sequence[Token]) -> Iterator[str]:
    at, begun = 0, 0  # the first token of the declaration
    while at < len(tokens):
        token, after = tokens[at], tokens[at + 1].text if at + 1 < len(tokens) else ""
        if token.kind == NAME and after in ("(", ";", "=", "[", ",", "{", ":") and _is_name(token):
            yield token.text
        if token.text in ("(", "["):
            at = closing(tokens, at)
        elif token.text == "{":
            words = {t.text for t in tokens[begun:at]}
            if "enum" in words:
                inside = tokens[at : closing(tokens, at)]
                yield from (t.text for t, b in zip(inside[1:], inside, strict=False) if b.text in ("{", ","))
            if not words & {"namespace", "extern"} or words & _TYPES or "(" in words:
                at = closing(tokens, at)
            begun = at + 1
        elif token.text in (";", "}"):
            begun = at + 1
        at += 1


def _is_name(token: Token) -> bool:
    return token.text not in _NO_NAMES and not token.text.startswith("__")
