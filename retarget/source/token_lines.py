r"""Literals and comments whose text goes over ends of lines, where these count, written on one line.

    R"(a                  "a\n  b"
      b)"          -->
    // a drawing: /\      // a drawing: /
    (an empty line)

A comment of several lines in brackets stays: its lines may move.
"""

from __future__ import annotations

import re

from retarget.source.lexer import COMMENT, Token

_RAW = re.compile(r'((?:u8|[uUL])?)R"([^()\\\s]{0,16})\((.*)\)\2"', re.DOTALL)
_JOINED = re.compile(r"\\[ \t]*\r?\n")
_ESCAPED = str.maketrans({"\\": r"\\", '"': r'\"', "?": r"\?", "\n": r"\n", "\r": r"\r"})


def without_line_ends(token: Token) -> str:
    """The text of a token on one line; of a comment in brackets, and of most others, the text itself."""
    if token.kind == COMMENT:
        return token.text if token.text.startswith("/*") else _JOINED.sub(" ", token.text).rstrip("\\ \t")
    raw = _RAW.fullmatch(token.text)
    if raw is None:
        return _JOINED.sub("", token.text)
    return f'{raw[1]}"{raw[3].translate(_ESCAPED)}"' if "\n" in token.text else token.text
