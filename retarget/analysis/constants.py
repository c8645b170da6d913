"""Whether what is constant where it is named stays so: no member is `mutable`, and no cast takes a `const` away."""

from __future__ import annotations

from collections.abc import Iterable

from retarget.analysis.lvalues import root
from retarget.unit.tree import Function, Node

_WORDS = frozenset({"mutable", "const_cast"})


def keeps_constants(words: frozenset[str], functions: Iterable[Function], initials: Iterable[Node]) -> bool:
    """words: all that the unit's text names; initials: the values of members, where these are declared."""
    if words & _WORDS or any(n.drops_const for value in initials for n in value.walk()):
        return False
    return not any(n.drops_const and not _is_given(n, f) for f in functions for n in f.body.walk())


def _is_given(node: Node, function: Function) -> bool:
    """Whether a kernel's parameter leads there: it is none of the thread's own."""
    variable = function.variables.get(root(node).variable)
    return function.is_kernel and variable is not None and variable in function.parameters and variable.is_pointer
