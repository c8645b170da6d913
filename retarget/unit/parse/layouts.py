"""Where numbers and addresses lie in a type: what clang knows of its members -> `tree.TypeLayout`."""

from __future__ import annotations

from collections.abc import Iterator

from clang import cindex

from retarget.unit.parse.kinds import children
from retarget.unit.tree import TypeLayout

_T, _K = cindex.TypeKind, cindex.CursorKind
_MOST = 64  # members
_DEPTH = 8


class _Unknown(Exception):
    """A member whose place or type is not known."""


def layout(kind: cindex.Type) -> TypeLayout | None:
    """Of a type; of a pointer's target, where it is one. None where something in it is not known, or there are more
    than 64 members."""
    canonical = kind.get_canonical()
    if canonical.kind is _T.POINTER:
        canonical = canonical.get_pointee().get_canonical()
    size = canonical.get_size()
    if size <= 0:
        return None
    try:
        found = []
        for offset, name in _members(canonical, 0, _DEPTH):
            found.append((offset, name))
            if len(found) > _MOST:
                return None
    except _Unknown:
        return None
    return TypeLayout(size, tuple(found))


def _members(kind: cindex.Type, base: int, depth: int) -> Iterator[tuple[int, str]]:
    """Bytes from the beginning, and canonical types. Raises _Unknown."""
    if kind.kind is _T.CONSTANTARRAY:
        element, count = kind.element_type.get_canonical(), kind.element_count
        if count > _MOST:
            raise _Unknown
        for at in range(count):
            yield from _members(element, base + at * element.get_size(), depth)
    elif kind.kind is _T.ENUM:
        yield base, kind.get_declaration().enum_type.get_canonical().spelling
    elif kind.kind is _T.POINTER or _T.BOOL.value <= kind.kind.value <= _T.LONGDOUBLE.value or kind.kind is _T.HALF:
        yield base, kind.spelling
    elif kind.kind is _T.RECORD and depth:
        declared = kind.get_declaration()
        if declared.kind is _K.UNION_DECL or any(c.kind is _K.CXX_BASE_SPECIFIER for c in children(declared)):
            raise _Unknown
        for field in kind.get_fields():
            bits = kind.get_offset(field.spelling)
            if bits < 0 or bits % 8 or field.is_bitfield():
                raise _Unknown
            yield from _members(field.type.get_canonical(), base + bits // 8, depth - 1)
    else:
        raise _Unknown
