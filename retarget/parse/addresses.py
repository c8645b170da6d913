"""Whether the values of a type can hold addresses."""

from __future__ import annotations

from clang import cindex

from retarget.parse.kinds import children

_T, _K = cindex.TypeKind, cindex.CursorKind
_ARRAYS = (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY, _T.DEPENDENTSIZEDARRAY, _T.VECTOR)


def is_plain(kind: cindex.Type, depth: int = 8) -> bool:
    """Whether a canonical type is made of numbers, enumerators, and arrays and objects of such."""
    while kind.kind in _ARRAYS:
        kind = kind.element_type.get_canonical()
    if kind.kind is _T.ENUM or _T.BOOL.value <= kind.kind.value <= _T.LONGDOUBLE.value or kind.kind is _T.HALF:
        return True
    if kind.kind is not _T.RECORD or not depth:
        return False
    declared = kind.get_declaration()
    bases = [c.type.get_canonical() for c in children(declared) if c.kind is _K.CXX_BASE_SPECIFIER]
    fields = [f.type.get_canonical() for f in kind.get_fields()]
    if "(lambda" in kind.spelling:  # its captures are no fields to libclang
        return False
    return all(is_plain(k, depth - 1) for k in (*bases, *fields))
