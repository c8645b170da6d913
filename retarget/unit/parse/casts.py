"""The arithmetic types that an expression is converted to, by casts that are written and by those that are not."""

from __future__ import annotations

from clang import cindex

from retarget.unit.parse.spellings import Spellings
from retarget.unit.tree import Node

_K, _T = cindex.CursorKind, cindex.TypeKind
CASTS = frozenset({_K.CSTYLE_CAST_EXPR, _K.CXX_STATIC_CAST_EXPR, _K.CXX_REINTERPRET_CAST_EXPR, _K.CXX_CONST_CAST_EXPR,
                   _K.CXX_FUNCTIONAL_CAST_EXPR})  # fmt: skip
_ARITHMETIC = frozenset({
    _T.BOOL, _T.CHAR_U, _T.UCHAR, _T.CHAR16, _T.CHAR32, _T.USHORT, _T.UINT, _T.ULONG, _T.ULONGLONG, _T.CHAR_S, _T.SCHAR,
    _T.WCHAR, _T.SHORT, _T.INT, _T.LONG, _T.LONGLONG, _T.FLOAT, _T.DOUBLE, _T.HALF,
})  # fmt: skip
_FLOATING = frozenset({_T.FLOAT, _T.DOUBLE})
_WIDE = frozenset({_T.INT128, _T.UINT128})


def converted(cast: cindex.Cursor, inner: cindex.Cursor, made: Node, types: Spellings) -> Node:
    """The node of `inner` as what stands around it makes it, which may be a cast."""
    made = _typed(cast, inner, made, types)
    is_dropping = cast.kind in CASTS and _drops_const(cast.type, inner.type)
    return made.but(drops_const=True) if is_dropping else made


def _typed(cast: cindex.Cursor, inner: cindex.Cursor, made: Node, types: Spellings) -> Node:
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


_ARRAYS = frozenset({_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.DEPENDENTSIZEDARRAY})


def _drops_const(to: cindex.Type, source: cindex.Type) -> bool:
    """Whether a cast gives a way to change what its operand lets no one change, or may do so in a template."""
    to, source = to.get_canonical(), source.get_canonical()
    if source.kind is _T.DEPENDENT:
        leads = to.kind in (_T.POINTER, _T.LVALUEREFERENCE)
        return not to.get_pointee().is_const_qualified() if leads else to.kind is _T.UNEXPOSED
    while source.kind is _T.POINTER or source.kind in _ARRAYS:
        below = source.get_pointee() if source.kind is _T.POINTER else source.element_type
        is_kept = to.kind is _T.POINTER and to.get_pointee().is_const_qualified()
        if below.get_canonical().is_const_qualified() and not is_kept:
            return True
        if to.kind is not _T.POINTER:
            return False
        to, source = to.get_pointee().get_canonical(), below.get_canonical()
    return source.is_const_qualified() and not to.is_const_qualified()
