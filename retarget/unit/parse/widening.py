"""Arguments that C++ widens without a word."""

from __future__ import annotations

from clang import cindex

from retarget.unit.parse.kinds import UNEXPOSED


def widens(argument: cindex.Cursor) -> bool:
    """Whether an argument is a `float` that is converted to `double`."""
    inner = next(iter(argument.get_children()), None) if argument._kind_id == UNEXPOSED else None
    kinds = cindex.TypeKind
    return (
        inner is not None
        and argument.type.get_canonical().kind is kinds.DOUBLE
        and inner.type.get_canonical().kind is kinds.FLOAT
    )
