"""Macros that another build may define otherwise.

    #ifndef BLOCK        BLOCK is configurable: -DBLOCK=512 changes it;
    #define BLOCK 16     so is what stands in one arm of a conditional,
    #endif               what the build defines, and what mentions any of these.

An include guard is no condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(ifdef|ifndef|if|endif|define)\b((?:[^\n\\]|\\\r?\n|\\)*)", re.M)
_NAME = re.compile(r"[A-Za-z_]\w*")


def configurable(texts: Iterable[str], defined: Iterable[str]) -> frozenset[str]:
    """Names of configurable macros in these texts; `defined` are definitions of the build, `NAME` or `NAME=VALUE`."""
    found = {d.partition("=")[0] for d in defined}
    bodies: dict[str, set[str]] = {}
    for text in texts:
        found |= _conditional(text, bodies)
    while True:
        more = {name for name, words in bodies.items() if name not in found and words & found}
        if not more:
            return frozenset(found)
        found |= more


def _conditional(text: str, bodies: dict[str, set[str]]) -> set[str]:
    found, depth, guard = set(), 0, ""
    for at, match in enumerate(_DIRECTIVE.finditer(text)):
        kind, words = match.group(1), _NAME.findall(match.group(2))
        if kind == "define" and words:
            bodies.setdefault(words[0], set()).update(words[1:])
            if depth > bool(guard) and match.group(2).strip() != words[0]:
                found.add(words[0])
        elif kind == "endif":
            depth -= 1
        else:
            depth += 1
            guard = (
                words[0] if at == 0 and kind == "ifndef" and words and _guards(text, match.end(), words[0]) else guard
            )
    return found


def _guards(text: str, at: int, name: str) -> bool:
    """Whether the next line defines the name as nothing."""
    return re.match(rf"\s*#[ \t]*define[ \t]+{re.escape(name)}[ \t]*\r?\n", text[at:]) is not None
