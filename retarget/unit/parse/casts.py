"""The arithmetic types that an expression is converted to, by casts that are written and by those that are not."""

from __future__ import annotations

from dataclasses import replace

from clang import cindex

from retarget.unit.tree import Node

_T = cindex.TypeKind
_ARITHMETIC = frozenset({
    _T.BOOL, _T.CHAR_U, _T.UCHAR, _T.CHAR16, _T.CHAR32, _T.USHORT, _T.UINT, _T.ULONG, _T.ULONGLONG, _T.CHAR_S, _T.SCHAR,
    _T.WCHAR, _T.SHORT, _T.INT, _T.LONG, _T.LONGLONG, _T.FLOAT, _T.DOUBLE, _T.HALF,
})  # fmt: skip


def converted(cast: cindex.Cursor, inner: cindex.Cursor, made: Node) -> Node:
    """The node of `inner` with the type that `cast` around it gives it, where that is another arithmetic one,
    or the one that a template's argument names for a floating-point number."""
    to, known = cast.type.get_canonical(), inner.type.get_canonical()
    is_chosen = to.spelling.startswith("type-parameter") and known.kind in (_T.FLOAT, _T.DOUBLE)
    if not is_chosen and (to.kind not in _ARITHMETIC or to.kind == known.kind):
        return made
    return replace(made, casts=(*made.casts, to.spelling.removeprefix("const ")))
