"""The functions that a call may reach where a value decides which: a pointer, a functor, an object's dynamic type.

Rules: a call by a value reaches the functions of the unit whose name stands in its texts without arguments behind it,
or may be pasted of words there, and its `operator()`s. Where the texts hold lambdas that may be for the device, whose
bodies are the host's to parse, it may reach anything: `[=] __device__ (int i) { ... }`, or with a macro for the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from retarget.analysis.specialised import is_constructor
from retarget.source import brackets
from retarget.source.brackets import ROUND
from retarget.source.lexer import NAME, Token, code, used_as_values
from retarget.source.text import Source
from retarget.unit.tree import Function

_MAY_BE_MARKED = re.compile(r"\]\s*(?:[\w/]|\\\r?\n)")
_PLAIN = frozenset({"mutable", "noexcept", "constexpr", "consteval", "static", "throw"})  # of any lambda
_NO_OPERAND = frozenset({"return", "case", "co_return", "co_yield", "else", "do"})


class Indirect(Struct, frozen=True):
    """functions: those that a call by a value may reach; is_open: whether it may reach others too."""

    functions: tuple[Function, ...] = ()
    is_open: bool = True


def indirect(
    functions: Iterable[Function], sources: Sequence[Source], is_read: Callable[[Function], bool] = lambda _: True
) -> Indirect:
    """What calls by a value may reach in a unit of these device functions and texts. is_read: whether clang read all of
    a function."""
    functions = tuple(functions)
    named = used_as_values((f.name for f in functions), [s.text for s in sources])
    reached = tuple(f for f in functions if f.name == "operator()" or (f.name in named and _may_be_value(f)))
    is_open = any(_has_marked_lambda(s.text) for s in sources) or not all(map(is_read, reached))
    return Indirect(reached, is_open)


def _may_be_value(function: Function) -> bool:
    """Whether a function's name may stand for it: that of a constructor stands for its class."""
    is_of_class = function.name.startswith("~") or (function.is_member and is_constructor(function))
    return not function.is_kernel and not is_of_class


def _has_marked_lambda(text: str) -> bool:
    """Whether a word stands behind what a lambda captures, which may say that it is for the device."""
    if not _MAY_BE_MARKED.search(text):
        return False
    listed = code(text)
    for at, (token, behind) in enumerate(pairwise(listed)):
        if token.text != "]" or behind.kind != NAME or behind.text in _PLAIN:
            continue
        opening = brackets.opening(listed, at, own_directive=True)
        if opening is not None and _begins_lambda(listed, opening):
            return True
    return False


def _begins_lambda(listed: Sequence[Token], opening: int) -> bool:
    """Whether a bracket may begin a lambda: nothing stands in front of it that has elements or attributes."""
    before = listed[opening - 1] if opening else None
    if listed[opening + 1].text == "[":  # of an attribute
        return False
    if before is None or before.directive != listed[opening].directive:
        return True
    if before.text == ")" and before.directive:
        first = brackets.opening(listed, opening - 1, ROUND, own_directive=True) or 0
        return first > 1 and listed[first - 2].text == "define"  # the parameters of a macro
    if before.kind != NAME:
        return before.text not in ("]", ")", "[")
    return before.text in _NO_OPERAND or (opening > 1 and listed[opening - 2].text == "define")
