"""Kernels that classes make their friends.

    class Engine { friend __global__ void step(Engine engine); ... };

What is written beside the kernel is no friend: neither its versions, which could not name the class's own, nor a
declaration of the launching function in the class, which would be a member's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from retarget.schedule.refusal import Refusal
from retarget.source.lexer import code
from retarget.unit import Unit
from retarget.unit.tree import Function

_ENDS = (";", "{", "}")  # of what stands in front of a declaration


def friendships(function: Function, unit: Unit) -> Iterator[Refusal]:
    """Where a class makes a kernel its friend."""
    for kernel in unit.kernels:
        if kernel.usr == function.usr and is_friend(unit.by_path[kernel.span.path].text, kernel.name_span.start):
            yield Refusal(kernel.name_span, "a class makes it its friend")


def is_friend(text: str, name: int) -> bool:
    """Whether a function's name, at an offset of the text, is declared as a friend's."""
    if "friend" not in text:
        return False
    in_front = takewhile(lambda word: word not in _ENDS, (t.text for t in reversed(code(text[:name]))))
    return "friend" in in_front
