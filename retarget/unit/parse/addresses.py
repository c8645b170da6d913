"""Whether the values of a type can hold addresses, and which of their members are references."""

from __future__ import annotations

from dataclasses import replace

from clang import cindex

from retarget.unit.parse.kinds import children
from retarget.unit.tree import Kind, Node

_T, _K = cindex.TypeKind, cindex.CursorKind
_ARRAYS = (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY, _T.DEPENDENTSIZEDARRAY, _T.VECTOR)
_LVALUES = (Kind.NAME, Kind.MEMBER, Kind.INDEX, Kind.CONDITIONAL)
REFERENCES = (_T.LVALUEREFERENCE, _T.RVALUEREFERENCE)


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


def has_reference(kind: cindex.Type, depth: int = 8) -> bool:
    """Whether a canonical type has a member that is a reference, or may have one: it is not known, or a template's."""
    while kind.kind in _ARRAYS:
        kind = kind.element_type.get_canonical()
    if kind.kind is not _T.RECORD:
        return kind.kind in (_T.UNEXPOSED, _T.LVALUEREFERENCE, _T.RVALUEREFERENCE, _T.INVALID, _T.VOID, _T.DEPENDENT)
    declared = kind.get_declaration()
    bases = [c.type.get_canonical() for c in children(declared) if c.kind is _K.CXX_BASE_SPECIFIER]
    fields = [f.type.get_canonical() for f in kind.get_fields()]
    return not depth or any(has_reference(k, depth - 1) for k in (*bases, *fields))


def is_reference(member: cindex.Cursor) -> bool:
    """Whether what `object.member` names was declared as a reference; of a class template's by its pattern."""
    declared = member.referenced
    if declared is not None:
        return declared.type.kind in REFERENCES
    objects = children(member)
    pattern = objects[0].type.get_canonical().get_declaration() if objects else None
    if pattern is None or pattern.kind is _K.NO_DECL_FOUND:
        return False
    pattern = cindex.conf.lib.clang_getSpecializedCursorTemplate(pattern) or pattern
    return any(c.spelling == member.spelling and c.type.kind in REFERENCES for c in children(pattern))


def as_array(place: Node, kind: str) -> Node:
    """place, which a cast takes for an array of this type: *&place."""
    if not kind.endswith("]") or place.type.endswith("]") or place.kind not in (Kind.NAME, Kind.MEMBER, Kind.INDEX):
        return place
    address = Node(Kind.UNARY, place.span, (place,), name="&", type=f"{place.type} *")
    return Node(Kind.UNARY, place.span, (address,), name="*", type=kind)


def bound(value: Node) -> Node:
    """value, to which a member that is a reference is bound: &value; of `.member = value` with its designator."""
    if value.kind is Kind.OTHER:
        return replace(value, parts=tuple(bound(p) for p in value.parts))
    is_lvalue = value.kind in _LVALUES or (value.kind is Kind.UNARY and value.name == "*")
    return Node(Kind.UNARY, value.span, (value,), name="&", type=f"{value.type} *") if is_lvalue else value


def reached(member: Node) -> Node:
    """What a member that is a reference is bound to: *member."""
    return Node(Kind.UNARY, member.span, (replace(member, type=f"{member.type} *"),), name="*", type=member.type)
