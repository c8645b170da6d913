"""The functions that a call may reach where a value decides which: a pointer, a functor, an object's dynamic type.

Rules: a call by a value reaches the functions of the unit whose name stands in its texts without arguments behind it,
or may be pasted of words there, and its `operator()`s. Where the texts hold lambdas for the device, whose bodies are
the host's to parse, it may reach anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from retarget.source.lexer import used_as_values
from retarget.source.text import Source
from retarget.unit.tree import Function

_DEVICE_LAMBDA = re.compile(r"\]\s*(?:__host__\s*|__device__\b)+")


@dataclass(frozen=True)
class Indirect:
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
    reached = tuple(f for f in functions if f.name == "operator()" or (f.name in named and not f.is_kernel))
    is_open = any(_DEVICE_LAMBDA.search(s.text) for s in sources) or not all(map(is_read, reached))
    return Indirect(reached, is_open)
