"""Where a declaration begins, and where its name stands, by tokens."""

from __future__ import annotations

from retarget.source.brackets import ROUND, opening, opening_angle
from retarget.source.lexer import NAME
from retarget.translation.file import File

_ACCESS = frozenset({"public", "private", "protected"})
_STATEMENTS = frozenset({"if", "for", "while", "switch", "catch"})
_BEHIND = frozenset({"const", "noexcept", "override", "final", "volatile", "&", "&&"})


def head(file: File, name: int) -> int | None:
    """The index of the token with which the declaration of the name at an index begins, behind `template <...>`."""
    at = name - 1
    while at >= 0:
        token = file.code[at]
        if token.directive or token.text in (";", "{", "}"):
            break
        if token.text == ":" and file.at(at - 1) in _ACCESS:
            break
        if token.text in (">", ">>"):
            opening = opening_angle(file.code, at)
            if opening is None or file.at(opening - 1) == "template":
                break
            at = opening
        at -= 1
    return at + 1 if at + 1 <= name else None


def behind_initialisers(file: File, at: int) -> int:
    """The index behind a constructor's list of initialisers, if one begins at an index."""
    while file.at(at) in (":", ","):
        opening = next((i for i in range(at + 1, len(file.code)) if file.at(i) in ("(", "{", ";")), None)
        closing = file.closing(opening) if opening is not None and file.at(opening) != ";" else None
        if closing is None:
            break
        at = closing + 1
    return at


def named_ahead(file: File, brace: int) -> int | None:
    """The name of the function whose body a brace opens."""
    at = brace - 1
    while file.at(at) in _BEHIND:
        at -= 1
    if file.at(at) != ")":
        return None
    first = opening(file.code, at, ROUND, own_directive=False)
    if first is None:
        return None
    operator = next((i for i in range(first - 1, max(first - 4, -1), -1) if file.at(i) == "operator"), None)
    if operator is not None:
        return operator
    is_name = first > 0 and file.code[first - 1].kind == NAME and file.at(first - 1) not in _STATEMENTS
    return first - 1 if is_name else None
