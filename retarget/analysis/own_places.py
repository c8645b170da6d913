"""Objects that may hold their own addresses."""

from __future__ import annotations

from retarget.analysis.effects import EffectsOf
from retarget.analysis.specialised import is_constructor
from retarget.unit.tree import Function, Kind, Node


def may_keep_place(value: Node, function: Function, effects: EffectsOf) -> bool:
    """Whether an object that begins with a value in a function may hold its own address: a member's initial value makes
    it, or a constructor of the user's, which may be one of a member's, or run in a function that gives the object."""
    return effects.keeps_places or _runs_constructors(function, effects) or _makes(value, effects, set())


def _makes(node: Node, effects: EffectsOf, known: set[str]) -> bool:
    """Whether a constructor of the user's runs in a node, or in what it calls. known: functions and lambdas (by
    variable) that were looked at."""
    for n in node.walk():
        meant = effects.meant(n) if n.kind in (Kind.CALL, Kind.CONSTRUCT) or n.callee else ()
        if n.kind is Kind.CONSTRUCT and (n.callee or meant):
            return True
        held = effects.lambdas.get(n.variable) if n.kind in (Kind.CALL, Kind.NAME) else None
        if held is not None and n.variable not in known:
            known.add(n.variable)
            if _makes(held, effects, known):
                return True
        for called in (f for f in meant if f.usr not in known):
            known.add(called.usr)
            if _runs_constructors(called, effects) or _makes(called.body, effects, known):
                return True
    return False


def _runs_constructors(function: Function, effects: EffectsOf) -> bool:
    """Whether one may run that no call shows."""
    run = (effects.functions[usr] for usr in function.unshown & effects.functions.keys())
    return any(f.is_member and is_constructor(f) for f in run)
