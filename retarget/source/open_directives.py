"""Directives that do not say alone which files decide what a text means.

    #include HEADER                 a macro names the file
    #if __has_include(<own.h>)      no directive includes it: nothing else shows that it came, or went
"""

from __future__ import annotations

import re

from retarget.source.lexer import includes
from retarget.source.recent import mentioned, recent

_COMPOSED = re.compile(r"^[ \t]*#[ \t]*(?:include(?:_next)?|import)[ \t]*[A-Za-z_]", re.M)
_QUESTION = re.compile(
    r"(\b(?:defined[ \t]*\(?|ifn?def|define)[ \t]*)?"  # asks for the question itself
    r"__has_(?:include(?:_next)?|embed)\b(?:\s*\(\s*(?:<([^>\n]+)>|\"([^\"\n]+)\"))?"
)
composes_directives = mentioned(_COMPOSED)


@recent(20_000_000)
def asked_for(text: str) -> frozenset[str]:
    """The files that a text asks for and does not include; empty names where a macro spells them."""
    asked = {m[2] or m[3] or "" for m in _QUESTION.finditer(text) if not m[1]}
    return frozenset(asked - {i.path for i in includes(text)})


def has_open_directives(text: str) -> bool:
    """Whether some are there, in comments too."""
    return composes_directives(text) or bool(asked_for(text))
