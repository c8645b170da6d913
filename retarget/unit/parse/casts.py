"""The arithmetic types that an expression is converted to, by casts that are written and by those that are not."""

from __future__ import annotations

from clang import cindex

from retarget.unit.parse.spellings import Spellings
from retarget.unit.tree import Node

_T = cindex.TypeKind
_ARITHMETIC = frozenset({
    _T.BOOL, _T.CHAR_U, _T.UCHAR, _T.CHAR16, _T.CHAR32, _T.USHORT, _T.UINT, _T.ULONG, _T.ULONGLONG, _T.CHAR_S, _T.SCHAR,
    _T.WCHAR, _T.SHORT, _T.INT, _T.LONG, _T.LONGLONG, _T.FLOAT, _T.DOUBLE, _T.HALF,
})  # fmt: skip
_FLOATING = frozenset({_T.FLOAT, _T.DOUBLE})
_WIDE = frozenset({_T.INT128, _T.UINT128})


def converted(cast: cindex.Cursor, inner: cindex.Cursor, made: Node, types: Spellings) -> Node:
    """The node of `inner` with the type that `cast` around it gives it, where that is another arithmetic one,
    or, for a floating-point number, the one that a template's argument names, 128 bits, or an enumeration's integer."""
    (_, to, kind), known = types.of(cast.type), types.of(inner.type)[2]
    if known in _FLOATING:
        if kind is _T.ENUM:
            _, to, kind = types.of(cast.type.get_canonical().get_declaration().enum_type)
        is_chosen = to.startswith("type-parameter") or kind in _WIDE
    else:
        is_chosen = False
    if not is_chosen and (kind not in _ARITHMETIC or kind is known):
        return made
    return made.but(casts=(*made.casts, to.removeprefix("const ")))
