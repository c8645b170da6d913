"""Whether what is constant where it is named stays so: no member is `mutable`, and no cast takes a `const` away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from retarget.analysis.lvalues import is_pointer, root
from retarget.unit.tree import Function, Kind, Node

_WORDS = frozenset({"mutable", "const_cast"})
_CAST = re.compile(r"[*&]\s*(?:\)|>\s*\()")


def keeps_constants(words: frozenset[str], functions: Iterable[Function], texts: Mapping[str, str]) -> bool:
    """words: all that the unit's text names; texts: of its files, by path."""
    if words & _WORDS:
        return False
    nodes = (n for f in functions for n in f.body.walk() if n.whole is not None and n.type.startswith("const "))
    return not any(_lies_here(n) and _is_cast(n, texts) for n in nodes)


def _lies_here(node: Node) -> bool:
    """Whether it is an object that a function was handed, or its address; not what a pointer leads to."""
    if node.kind is Kind.OTHER:
        return node.name == "CXX_THIS_EXPR"
    is_place = node.kind is Kind.UNARY and node.name == "&"
    return (is_place or not is_pointer(node.type)) and not is_pointer(root(node).type)


def _is_cast(node: Node, texts: Mapping[str, str]) -> bool:
    whole = node.whole or node.span
    written = texts.get(whole.path, "")[whole.start : node.span.start]
    return _CAST.search(written) is not None and "const" not in written
