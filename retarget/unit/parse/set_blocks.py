"""The extents of a block that a function sets one by one: `dim3 b; b.x = 32; b.y = 4; k<<<n, b>>>();`.

An extent is what the last assignment ahead of the launch gives. It counts where it runs whenever the launch is reached,
where no other may come between the two, and where the function only reads the variable besides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from clang import cindex

from retarget.unit.parse.kinds import CALL, CURSORS, FUNCTIONS, LAMBDA, MEMBER, UNEXPOSED, VARIABLE, children, library
from retarget.unit.parse.variable_uses import Around, uses

_ASSIGNMENT = 22  # CXBinaryOperator_Assign
_AXES = ("x", "y", "z")
_LOOPS = frozenset({CURSORS.FOR_STMT, CURSORS.WHILE_STMT, CURSORS.DO_STMT, CURSORS.CXX_FOR_RANGE_STMT})


class _Store(NamedTuple):
    """What a statement stores into one extent, or, with no axis, into all of them."""

    statement: Around
    axis: str
    value: cindex.Cursor | None


def set_block(
    reference: cindex.Cursor,
    whole: Callable[[cindex.Cursor], tuple[int, int, int] | None],
    single: Callable[[cindex.Cursor], int | None],
) -> tuple[int, int, int] | None:
    """Of the variable that a launch names; whole and single read what is assigned to it and to an extent."""
    variable = reference.referenced
    function = variable.semantic_parent
    if variable._kind_id != VARIABLE or variable.storage_class == cindex.StorageClass.STATIC:
        return None
    if function is None or function._kind_id not in FUNCTIONS:
        return None  # what is called in between may set it
    known = uses(function)
    declared, named = known.declared.get(variable.hash), known.named.get(variable.hash, ())
    if known.has_jumps or declared is None:
        return None
    stores = [_Store(declared.outer or declared, "", _initialiser(variable))]
    for place in named:
        store = _store(place)
        if store is None and not place.is_read:
            return None
        stores += [store] if store else []
    launch = next((p for p in named if p.cursor.hash == reference.hash), None)
    if any(p.cursor._kind_id == LAMBDA for s in stores for p in s.statement.chain()):
        return None  # it runs where it is called
    extents = [_extent(stores, launch, axis, whole, single) for axis in _AXES] if launch else []
    return tuple(extents) if extents and all(extents) else None  # type: ignore[return-value]


def _extent(
    stores: Sequence[_Store],
    launch: Around,
    axis: str,
    whole: Callable[[cindex.Cursor], tuple[int, int, int] | None],
    single: Callable[[cindex.Cursor], int | None],
) -> int | None:
    listed = [s for s in stores if s.axis in ("", axis)]
    ahead = [s for s in listed if s.statement.number < launch.number]
    if not ahead or not _runs_before(ahead[-1], launch):
        return None
    last = ahead[-1]
    around = {p.number for p in last.statement.chain()}
    loops = {p.number for p in launch.chain() if p.cursor._kind_id in _LOOPS} - around
    if any(loops & {p.number for p in s.statement.chain()} for s in listed):
        return None  # the next iteration's launch comes behind it
    if last.value is None:
        return None
    if last.axis:
        value = single(last.value)
        return value if value is not None and value > 0 else None
    given = whole(last.value)
    return given[_AXES.index(axis)] if given else None


def _runs_before(store: _Store, launch: Around) -> bool:
    """Whether a statement stands in a block around the launch, so that it runs ahead of it."""
    block = store.statement.outer
    if block is None or block.cursor._kind_id != CURSORS.COMPOUND_STMT:
        return False
    inner = [p for p in launch.chain() if p.number > block.number]
    is_around = any(p.number == block.number for p in launch.chain())
    is_case = block.outer is not None and block.outer.cursor._kind_id == CURSORS.SWITCH_STMT
    return is_around and not is_case and all(p.cursor._kind_id != LAMBDA for p in inner)


def _initialiser(variable: cindex.Cursor) -> cindex.Cursor | None:
    return next((c for c in children(variable) if c.kind.is_expression()), None)


def _store(place: Around) -> _Store | None:
    """What an assignment stores into the variable that stands at a place."""
    outer = place.outer
    if outer is None:
        return None
    if outer.cursor._kind_id == MEMBER and outer.outer is not None:
        statement = outer.outer
        operands = children(statement.cursor)
        is_assigned = (
            statement.cursor._kind_id == CURSORS.BINARY_OPERATOR
            and library().clang_getCursorBinaryOperatorKind(statement.cursor) == _ASSIGNMENT
            and operands[0] == outer.cursor
        )
        return _Store(_full(statement), outer.cursor.spelling, operands[1]) if is_assigned else None
    operands = children(outer.cursor)
    is_assigned = outer.cursor._kind_id == CALL and outer.cursor.spelling == "operator=" and len(operands) == 3
    return _Store(_full(outer), "", operands[2]) if is_assigned and operands[0] == place.cursor else None


def _full(expression: Around) -> Around:
    """With what clang puts around an expression that makes temporaries."""
    while expression.outer is not None and expression.outer.cursor._kind_id == UNEXPOSED:
        expression = expression.outer
    return expression
