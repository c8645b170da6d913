"""The block size that a launch states, where it is a constant."""

from __future__ import annotations

from clang import cindex

from retarget.unit.parse.kinds import (
    CALL,
    EXPRESSIONS,
    FUNCTIONS,
    REF,
    TRANSPARENT,
    VARIABLE,
    children,
    library,
)
from retarget.unit.parse.set_blocks import set_block
from retarget.unit.parse.variable_uses import uses


def block(expression: cindex.Cursor) -> tuple[int, int, int] | None:
    """The constant extents of a `dim3` expression: a constructor call, a conversion, or a variable that is
    initialised with constants and never changed, or set ahead of the launch (`set_blocks.py`)."""
    expression = _bare(expression)
    if expression._kind_id == REF:
        return _variable_block(expression)
    if expression._kind_id != CALL or expression.spelling != "dim3":
        return None
    arguments = [a for a in expression.get_arguments() if a is not None]
    if len(arguments) == 1 and _bare(arguments[0]).type.get_canonical().spelling.endswith("dim3"):
        return block(arguments[0])
    extents = [1, 1, 1]
    for axis, argument in enumerate(arguments[:3]):
        if argument.extent.start.offset == 0 and argument.extent.end.offset == 0:
            continue  # a default argument
        value = _integer(argument)
        if value is None or value < 1:
            return None
        extents[axis] = value
    return extents[0], extents[1], extents[2]


def variables_in(expression: cindex.Cursor) -> list[cindex.Cursor]:
    """The variables that an expression, or the initialiser of one of these, mentions."""
    found: dict[int, cindex.Cursor] = {}
    stack = [expression]
    while stack:
        for node in stack.pop().walk_preorder():
            target = node.referenced if node._kind_id == REF else None
            if target is not None and target._kind_id == VARIABLE and target.hash not in found:
                found[target.hash] = target
                stack.append(target)
    return list(found.values())


def _variable_block(reference: cindex.Cursor) -> tuple[int, int, int] | None:
    variable = reference.referenced
    if variable is None or variable._kind_id != VARIABLE:
        return None
    if not _unchanging(variable):
        return set_block(reference, block, _integer)
    for child in variable.get_children():
        if child.kind.is_expression():
            return block(child)
    return None


def _integer(expression: cindex.Cursor) -> int | None:
    value = evaluated(expression)
    if value is not None:
        return value
    inner = _bare(expression)
    if inner._kind_id == REF and inner.referenced is not None and _unchanging(inner.referenced):
        for child in inner.referenced.get_children():
            if child.kind.is_expression():
                return _integer(child)
    return None


def evaluated(expression: cindex.Cursor) -> int | None:
    lib = library()
    result = lib.clang_Cursor_Evaluate(expression)
    if not result:
        return None
    try:
        is_integer = lib.clang_EvalResult_getKind(result) == 1
        return int(lib.clang_EvalResult_getAsLongLong(result)) if is_integer else None
    finally:
        lib.clang_EvalResult_dispose(result)


def _unchanging(variable: cindex.Cursor) -> bool:
    """Whether a variable is only read after its initialisation: a constant, or a local of one function, each use of
    which loads its value or copies it."""
    if variable._kind_id != VARIABLE:
        return False
    if variable.type.is_const_qualified():
        return True
    function = variable.semantic_parent
    if function is None or function._kind_id not in FUNCTIONS:
        return False
    return all(place.is_read for place in uses(function).named.get(variable.hash, ()))


def _bare(cursor: cindex.Cursor) -> cindex.Cursor:
    """Without the implicit conversions, casts and parentheses around an expression."""
    while cursor._kind_id in TRANSPARENT:
        inner = [c for c in children(cursor) if c._kind_id in EXPRESSIONS]
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor
