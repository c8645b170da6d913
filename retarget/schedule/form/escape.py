"""Variables that a piece changes for each instance, although their values agree, and that are read elsewhere.

Such a variable has to be each instance's own: a warp operation, or a store by way of a pointer, is done once for each
instance, and what it changes must not be changed twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.analysis.assignments import assigned, changes_root, runs
from retarget.analysis.dependence import Axes, Dependence
from retarget.analysis.lvalues import root
from retarget.schedule.form.items import CaseLabel, Item, Jam, Once, Piece, Role, Shared, all_items
from retarget.unit.tree import STATEMENTS, Kind, Node, Storage


def escaping(items: Sequence[Item], dependence: Dependence, axes: Axes) -> frozenset[str]:
    """The variables (keys) that must be made each instance's own."""
    named = [_own_variables(item) for item in all_items(items)]
    found = set()
    for at, item in enumerate(all_items(items)):
        if not isinstance(item, Piece):
            continue
        for key in _changed(item, dependence):
            variable = dependence.function.variables.get(key)
            if variable is None or variable.storage not in (Storage.LOCAL, Storage.PARAMETER):
                continue
            if variable.storage is Storage.PARAMETER and variable not in dependence.function.parameters:
                continue
            varies = dependence.variables.get(key, frozenset()) & axes
            if not varies and any(key in names for i, names in enumerate(named) if i != at):
                found.add(key)
    return frozenset(found)


def _changed(piece: Piece, dependence: Dependence) -> Iterator[str]:
    for part in piece.parts:
        if part.role in (Role.VALUE, Role.TEST):
            continue
        for target, _ in assigned(part.node, dependence.function.variables, dependence.effects):
            bottom = root(target)
            variable = dependence.function.variables.get(bottom.variable)
            if variable is None:
                continue
            if changes_root(target, dependence.effects):
                yield bottom.variable
            yield from dependence.aliases.get(bottom.variable, ())
        for call in runs(part.node, dependence.effects):
            yield from dependence.reached_by(call)
        for declared in part.node.of(Kind.VARIABLE):
            yield declared.variable


def _own_variables(item: Item) -> frozenset[str]:
    """The variables that an item names itself, not by way of the items in it."""
    if isinstance(item, Piece):
        return frozenset(n.variable for p in item.parts for n in p.nodes() if n.variable)
    if isinstance(item, Once | Shared):
        return frozenset(n.variable for n in item.node.walk() if n.variable)
    if isinstance(item, CaseLabel):
        return frozenset(n.variable for n in _heads(item.node) if n.variable)
    assert isinstance(item, Jam), "there are no other items"
    return frozenset(n.variable for n in _heads(item.node) if n.variable)


def _heads(node: Node) -> Iterator[Node]:
    """The expressions of a control statement: not what it holds, but for a loop's own declarations."""
    for at, part in enumerate(node.parts):
        if part.kind not in STATEMENTS or (node.kind is Kind.FOR and at == 0):
            yield from part.walk()
