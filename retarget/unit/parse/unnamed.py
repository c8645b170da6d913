"""Expressions of several parts that libclang names no kind of: which of them only compute their parts.

    (n, 1)    [0] = 1    .x = 1    __builtin_shufflevector(v, v, 0, 1)      known: nothing but their parts
    __atomic_fetch_add(p, 1, __ATOMIC_RELAXED)    INCREMENT(p)             of no other is anything known
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from retarget.source.text import Span
from retarget.unit.tree import UNREAD, Node

_COMPUTES = re.compile(r"[(\[.{]|__builtin_(shufflevector|convertvector|choose_expr)\b")


def unnamed(span: Span, text: str, parts: Sequence[Node]) -> str:
    """The name of the node where an expression may do more than its parts; else nothing."""
    if len(parts) < 2 or _COMPUTES.match(text, span.start):
        return ""
    return f"{UNREAD}an expression that clang has no name for"
