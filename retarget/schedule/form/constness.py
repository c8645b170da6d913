"""Constants that instances have of their own, and that are constants where they are bound too.

    const Box b(n);                  const auto& b = b_[instance];
    __syncthreads();           -->   out[i] = b.get();               its `get() const`
    out[i] = b.get();

A name that is bound to an element of an array may be changed, and calls choose by that. Where none can, it does not
matter: those that nothing hands over by reference, or calls a method of, are bound as all others are.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.assignments import parameter
from retarget.analysis.effects import EffectsOf
from retarget.unit.tree import Function, Kind, Node


def told_apart(function: Function, effects: EffectsOf) -> frozenset[str]:
    """The constants (by key) of which a call, or a type that is deduced, may tell that they are constants."""
    named = {n.variable for node in function.body.walk() for part in _told(node, function, effects)
             for n in part.of(Kind.NAME)}  # fmt: skip
    return frozenset(k for k in named if (v := function.variables.get(k)) and v.is_const and not v.is_reference)


def _told(node: Node, function: Function, effects: EffectsOf) -> Iterator[Node]:
    """What stands below a node in a place that may tell."""
    if node.kind is Kind.UNARY and node.name == "&":
        yield from node.parts
    elif node.kind is Kind.EACH:
        yield from node.parts[:-1]
    elif node.kind is Kind.VARIABLE:
        variable = function.variables.get(node.variable)
        if variable is None or variable.is_reference:
            yield from node.parts
    elif node.kind is Kind.CALL or node.callee:
        for called in effects.meant(node):
            for part in node.parts:
                taken = parameter(node, part, called)
                if taken is None or taken.is_reference or taken.is_pointer:  # None of the object of a method
                    yield part
