"""Where a declaration begins, by the tokens in front of its name."""

from __future__ import annotations

from retarget.source.brackets import opening_angle
from retarget.translation.file import File

_ACCESS = frozenset({"public", "private", "protected"})


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
