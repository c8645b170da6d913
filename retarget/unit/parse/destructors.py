"""What runs where an object ends: the destructors of its class, of its members and of its bases."""

from __future__ import annotations

from collections.abc import Iterator

from clang import cindex

_K, _T = cindex.CursorKind, cindex.TypeKind
_ARRAYS = (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY, _T.DEPENDENTSIZEDARRAY)


def class_of(kind: cindex.Type) -> tuple[cindex.Type, cindex.Cursor] | None:
    """The class of an object, or of the elements of an array, with what its text defines: of a template's instance,
    the template."""
    kind = kind.get_canonical()
    while kind.kind in _ARRAYS:
        kind = kind.element_type.get_canonical()
    if kind.kind is not _T.RECORD:
        return None
    declared = kind.get_declaration()
    template = cindex.conf.lib.clang_getSpecializedCursorTemplate(declared)
    return kind, template if template is not None and template.kind is _K.CLASS_TEMPLATE else declared


def destructors(kind: cindex.Type) -> Iterator[cindex.Cursor]:
    """Those that are written in a class; of a template's instance, those of the template."""
    if (found := class_of(kind)) is None:
        return
    kind, pattern = found
    for child in pattern.get_children():
        if child.kind is _K.DESTRUCTOR:
            yield child
        elif child.kind is _K.CXX_BASE_SPECIFIER:
            yield from destructors(child.type)
    for member in kind.get_fields():
        yield from destructors(member.type)
