"""Types as computing with handles sees them: numbers, what references refer to, what braces list."""

from __future__ import annotations

from collections.abc import Iterable

from clang import cindex

from retarget.unit.parse.kinds import TYPES

_T = TYPES
_NUMBERS = range(_T.CHAR_U, _T.LONGDOUBLE + 1)


def is_arithmetic(kind: cindex.Type) -> bool:
    """Whether a type, or what it refers to, is a number other than bool."""
    return referred(kind)._kind_id in _NUMBERS


def is_small(handle: cindex.Type) -> bool:
    """Whether a handle is an `int` in CUDA."""
    return bool(referred(handle)._kind_id == _T.INT)


def referred(kind: cindex.Type) -> cindex.Type:
    """The canonical type, of what a reference refers to."""
    kind = kind.get_canonical()
    return kind.get_pointee() if kind._kind_id in (_T.LVALUEREFERENCE, _T.RVALUEREFERENCE) else kind


def elements(kind: cindex.Type) -> Iterable[cindex.Type]:
    """The types of what an initialiser list in braces of this type lists."""
    if kind._kind_id == _T.CONSTANTARRAY or kind._kind_id == _T.INCOMPLETEARRAY:
        while True:
            yield kind.element_type
    fields = list(kind.get_canonical().get_fields())
    yield from (f.type for f in fields) if fields else (kind,)
