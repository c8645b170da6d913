"""Macros that define operators on CUDA's vector types.

    #define OP(type, op) type& operator op(type& a, const type& b) { a.x op b.x; return a; }
    OP(float3, +=)
    -->  #define OP(type, op) RETARGET_OWN_OPERATOR type& operator op(type& a, const type& b) { a.x op b.x; return a; }

Legal as such operators are outside of macros. The attribute changes nothing for other types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.analysis.by_component import VECTOR
from retarget.analysis.macros import Macro, macros
from retarget.source.brackets import turn
from retarget.source.lexer import Token
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.unit import Unit

PREFERRED = "RETARGET_OWN_OPERATOR"
_QUALIFIERS = frozenset({"const", "&", "__restrict__"})
_NOT_THESE = frozenset({"template", "friend", "using", "extern", "return", PREFERRED})
_USE = re.compile(rf"\b(\w+)\s*\([^()]*\b(?:{VECTOR.pattern})\b[^()]*\)")


def operators_in_macros(file: File) -> Iterator[Finding]:
    for macro in (m for several in macros(file.source.text).values() for m in several):
        used = not file.skipped(macro.start) and any(t.text == "operator" for t in macro.body)
        for at in _definitions(macro) if used else ():
            token = macro.body[at]
            if token.text not in _NOT_THESE and _is_of_vectors(file, macro):
                span = file.source.span(token.start, token.end)
                yield Edit(span, f"{PREFERRED} {token.text}", "vector-operator")
                yield Need("operators", span)


def _is_of_vectors(file: File, macro: Macro) -> bool:
    return any(VECTOR.fullmatch(t.text) for t in macro.body) or macro.name in file.unit.once(_of_vectors)


def _of_vectors(unit: Unit) -> frozenset[str]:
    """The macros that some file gives a vector type to."""
    texts = (s.text for s in unit.sources if "operator" in s.text or "#define" in s.text or VECTOR.search(s.text))
    return frozenset(m[1] for text in texts for m in _USE.finditer(text))


def _definitions(macro: Macro) -> Iterator[int]:
    """Where the declarations of operators of two vectors, or a vector and a scalar, begin in a macro's body."""
    body = macro.body
    for index, token in enumerate(body):
        opening = next((i for i in range(index + 1, index + 5) if i < len(body) and body[i].text == "("), None)
        if token.text != "operator" or opening is None or opening == index + 1:
            continue
        parameters = _parameters(body, opening)
        types = [[t.text for t in p if t.text not in _QUALIFIERS][:1] for p in parameters]
        is_vector = [bool(t) and (t[0] in (macro.parameters or ()) or bool(VECTOR.fullmatch(t[0]))) for t in types]
        if len(parameters) == 2 and any(is_vector):
            yield max((i + 1 for i in range(index) if body[i].text in (";", "{", "}")), default=0)


def _parameters(body: Sequence[Token], opening: int) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    depth = 0
    for token in body[opening:]:
        depth += turn(token.text)
        if depth == 0:
            return found
        if token.text == "," and depth == 1:
            found.append([])
        elif depth > 1 or token.text != "(":
            found[-1].append(token)
    return []
