"""What a set of headers declares: names, their kinds, parameter types and members, as libclang sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit, Type
from msgspec import Struct, field

KINDS = {
    CursorKind.FUNCTION_DECL: "function",
    CursorKind.FUNCTION_TEMPLATE: "function",
    CursorKind.STRUCT_DECL: "type",
    CursorKind.CLASS_DECL: "type",
    CursorKind.CLASS_TEMPLATE: "type",
    CursorKind.UNION_DECL: "type",
    CursorKind.ENUM_DECL: "type",
    CursorKind.TYPEDEF_DECL: "type",
    CursorKind.TYPE_ALIAS_DECL: "type",
    CursorKind.ENUM_CONSTANT_DECL: "enumerator",
    CursorKind.VAR_DECL: "variable",
    CursorKind.MACRO_DEFINITION: "macro",
}
NESTED = {CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL, CursorKind.ENUM_DECL}
RECORDS = {CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.UNION_DECL}
# KeepGoing, the detailed preprocessing record and no function bodies.
OPTIONS = 0x200 | TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_SKIP_FUNCTION_BODIES


class Declared(Struct, frozen=True):
    """One declared name. `overloads` holds the parameter types of each function of that name, `value` an
    enumerator's number."""

    name: str
    kind: str
    header: str
    overloads: frozenset[tuple[str, ...]] = field(default_factory=frozenset)
    members: tuple[str, ...] = ()
    value: int | None = None


def declared(
    includes: Sequence[str], search: Sequence[Path], arguments: Sequence[str], keep: Sequence[Path] = ()
) -> dict[str, Declared]:
    """Names declared below `keep` (default: `search`) once the headers `includes` are read, by qualified name."""
    text = "".join(f"#include <{path}>\n" for path in includes)
    folders = [path.resolve() for path in keep or search]
    flags = [*arguments, *(f"-I{path}" for path in search)]
    unit = Index.create().parse("derive.cpp", flags, unsaved_files=[("derive.cpp", text)], options=OPTIONS)
    names: dict[str, Declared] = {}
    for cursor, scope in _walk(unit.cursor, ""):
        header = _header(cursor, folders)
        if header is not None and cursor.spelling:
            _add(names, cursor, scope, header)
    return names


def _walk(parent: Cursor, scope: str) -> Iterator[tuple[Cursor, str]]:
    for cursor in parent.get_children():
        if cursor.kind in KINDS:
            yield cursor, scope
        if cursor.kind in NESTED:
            yield from _walk(cursor, _inner(cursor, scope))


def _inner(cursor: Cursor, scope: str) -> str:
    """The scope inside `cursor`; anonymous and versioned inline namespaces do not show in names."""
    name = cursor.spelling
    hidden = cursor.kind is not CursorKind.NAMESPACE or not name or "(" in name or name.startswith("__v")
    return scope if hidden else f"{scope}{name}::"


def _header(cursor: Cursor, folders: Sequence[Path]) -> str | None:
    file = cursor.location.file
    if file is None:
        return None
    path = Path(file.name).resolve()
    for folder in folders:
        if path.is_relative_to(folder):
            return path.relative_to(folder).as_posix()
    return None


def _add(names: dict[str, Declared], cursor: Cursor, scope: str, header: str) -> None:
    name, kind = scope + cursor.spelling, KINDS[cursor.kind]
    old = names.get(name)
    overloads = old.overloads if old else frozenset()
    members = old.members if old else ()
    if kind == "function":
        types = tuple(a.type.get_canonical().spelling for a in cursor.get_arguments())
        overloads = overloads | {types}
    if cursor.kind in RECORDS or kind == "type":
        members = tuple(_fields(cursor.type)) or members
    value = cursor.enum_value if kind == "enumerator" else None
    if old is not None:
        kind, header, value = old.kind, old.header, old.value
    names[name] = Declared(name, kind, header, overloads, members, value)


def _fields(kind: Type) -> Iterator[str]:
    """The members of a structure, those of anonymous unions in it too."""
    for member in kind.get_fields():
        if member.spelling.isidentifier():
            yield member.spelling
        else:
            yield from _fields(member.type)
