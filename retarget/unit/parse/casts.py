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
_FLOATING = frozenset({_T.FLOAT, _T.DOUBLE})
_WIDE = frozenset({_T.INT128, _T.UINT128})


def converted(cast: cindex.Cursor, inner: cindex.Cursor, made: Node) -> Node:
    """The node of `inner` with the type that `cast` around it gives it, where that is another arithmetic one,
    or, for a floating-point number, the one that a template's argument names, 128 bits, or an enumeration's integer."""
    to, known = cast.type.get_canonical(), inner.type.get_canonical()
    if known.kind in _FLOATING:
        to = to.get_declaration().enum_type.get_canonical() if to.kind is _T.ENUM else to
        is_chosen = to.spelling.startswith("type-parameter") or to.kind in _WIDE
    else:
        is_chosen = False
    if not is_chosen and (to.kind not in _ARITHMETIC or to.kind == known.kind):
        return made
    return replace(made, casts=(*made.casts, to.spelling.removeprefix("const ")))
