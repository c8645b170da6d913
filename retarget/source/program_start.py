"""Where a program starts: the definition of `main` in a text."""

from __future__ import annotations

from collections.abc import Sequence

from retarget.source.brackets import closing
from retarget.source.lexer import NAME, Token, code

_ENDS = ("{", ";", ",", ")", "=")  # of a declarator
_BEHIND = ("__attribute__", "noexcept", "try")  # what may stand behind one in C and C++


def defines_main(text: str) -> bool:
    """Whether a text defines `main`, in any branch; a declaration of it, and a call, do not.

    >>> defines_main("int main(int argc, char **argv) {}"), defines_main("int main(int argc, char **argv);")
    (True, False)
    >>> defines_main("main(argc, argv) int argc; char **argv; {}"), defines_main("int f() { return main(0, 0); }")
    (True, False)
    """
    if "main" not in text:
        return False
    listed = [t for t in code(text) if not t.directive]
    return any(_is_definition(listed, at) for at, t in enumerate(listed) if t.text == "main")


def _is_definition(listed: Sequence[Token], at: int) -> bool:
    is_called = listed[at + 1 : at + 2] and listed[at + 1].text == "("
    last = closing(listed, at + 1, own_directive=True) if is_called else None
    if last is None:
        return False
    inside, behind = listed[at + 2 : last], listed[last + 1 :]
    if _are_bare_names(inside) and behind and behind[0].kind == NAME and behind[0].text not in _BEHIND:
        return True  # as before C89: their types follow
    return next((t.text for t in behind if t.text in _ENDS), "") == "{"


def _are_bare_names(inside: Sequence[Token]) -> bool:
    names, commas = inside[::2], inside[1::2]
    is_list = len(names) == len(commas) + 1 and all(t.text == "," for t in commas)
    return is_list and all(t.kind == NAME and t.text != "void" for t in names)
