"""Variables of the device with internal linkage that host code names only behind device code that is compiled at once.

HIP's compiler gives such a variable a name for the whole program when it meets host code that uses it. It compiles a
kernel, a device function with external linkage and a device variable's initial value as soon as it has read them, and
uses the plain name there where no host code came before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from clang import cindex

from retarget.source.text import Source, Span
from retarget.unit import LateSymbol
from retarget.unit.parse.kinds import (
    CURSORS,
    DEVICE_ATTR,
    FUNCTIONS,
    GLOBAL,
    LAMBDA,
    LIST,
    REF,
    SCOPES,
    TYPES,
    UNEXPOSED,
    VARIABLE,
    children,
    is_for_device,
    library,
)

_TEMPLATES = frozenset({CURSORS.CLASS_TEMPLATE, CURSORS.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION})
_CLASSES = _TEMPLATES | {CURSORS.STRUCT_DECL, CURSORS.CLASS_DECL, CURSORS.UNION_DECL}
_UNEVALUATED = frozenset({CURSORS.CXX_UNARY_EXPR, CURSORS.CXX_TYPEID_EXPR})  # sizeof, alignof, noexcept
_DEVICE = frozenset({DEVICE_ATTR, CURSORS.CUDACONSTANT_ATTR})
_READS = frozenset({UNEXPOSED, LIST})
_INTEGERS = frozenset({*range(TYPES.BOOL, TYPES.INT128 + 1), TYPES.ENUM})
_INSTANTIATES = re.compile(r"(?<![\w.>:])(?<!\. )template\s+(?!<)\w")  # `template void f<int>();`
_INTERNAL = frozenset({cindex.LinkageKind.INTERNAL, cindex.LinkageKind.UNIQUE_EXTERNAL})


@dataclass
class _Symbol:
    """What the walk knows of a variable so far. is_early: host code that is no template named it first; device, host:
    where either names it otherwise; is_open: of a template, or named by device code ahead of its definition."""

    is_open: bool
    definition: cindex.Cursor | None = None
    is_early: bool = False
    device: Span | None = None
    host: Span | None = None


class LateSymbols:
    """place: where a location is written, the path empty outside of the user's files; sources: the user's."""

    def __init__(self, place: Callable[[cindex.SourceLocation], tuple[str, int]], sources: Iterable[Source]) -> None:
        self._place = place
        self._instantiates = any(_INSTANTIATES.search(s.text) for s in sources)
        self._known: dict[str, _Symbol] = {}  # by clang's identity
        self._names: set[str] = set()

    def of(self, users: Iterable[cindex.Cursor]) -> list[LateSymbol]:
        """Those of a unit, whose declarations at the top these are, in order."""
        self._declarations(users, False)
        found = []
        for symbol in self._known.values():
            declared = symbol.definition
            if declared is not None and symbol.device and symbol.host:
                names = tuple(map(_name, self._beside(declared)))
                found.append(
                    LateSymbol(self._at(declared), declared.spelling, names, symbol.device, symbol.host, symbol.is_open)
                )
        return found

    def _beside(self, declared: cindex.Cursor) -> list[cindex.Cursor]:
        """The variables of one declaration."""
        begin = self._place(declared.extent.start)
        known = (s.definition for s in self._known.values())
        return [d for d in known if d is not None and self._place(d.extent.start) == begin]

    def _at(self, cursor: cindex.Cursor) -> Span:
        path, start = self._place(cursor.location)
        return Span(path, start, start + len(cursor.spelling))

    def _declarations(self, cursors: Iterable[cindex.Cursor], in_template: bool) -> None:
        for cursor in cursors:
            kind = cursor._kind_id
            if kind in SCOPES or kind in _CLASSES:
                self._declarations(children(cursor), in_template or kind in _TEMPLATES)
            elif kind == VARIABLE:
                self._variable(cursor, in_template)
            elif kind in FUNCTIONS and self._known:
                self._function(cursor, in_template)
            elif kind == CURSORS.STATIC_ASSERT and self._known:
                self._uses(cursor, False, in_template)

    def _variable(self, cursor: cindex.Cursor, in_template: bool) -> None:
        below = {c._kind_id for c in children(cursor)}
        is_device = not _DEVICE.isdisjoint(below)
        if is_device and cursor.linkage in _INTERNAL:
            symbol = self._known.setdefault(cursor.get_usr(), _Symbol(in_template or _is_instances(cursor)))
            self._names.add(cursor.spelling)
            if cursor.is_definition():
                symbol.definition = cursor
        if self._known:
            self._uses(cursor, is_device, in_template)

    def _function(self, cursor: cindex.Cursor, in_template: bool) -> None:
        said = {c._kind_id for c in children(cursor)}
        is_kernel = GLOBAL in said
        is_device = is_kernel or (DEVICE_ATTR in said and CURSORS.CUDAHOST_ATTR not in said)
        is_template = in_template or cursor._kind_id == CURSORS.FUNCTION_TEMPLATE or _is_members(cursor)
        if is_template:
            waits = not self._instantiates
        else:
            is_inline = library().clang_Cursor_isFunctionInlined(cursor)
            waits = not is_kernel and (cursor.linkage in _INTERNAL or is_inline)
        if not (is_device and waits):  # those that wait are compiled behind all host code
            self._uses(cursor, is_device, is_template)

    def _uses(self, top: cindex.Cursor, on_device: bool, in_template: bool) -> None:
        """Notes what stands below a declaration and is evaluated, in the order of the text."""
        waiting = [(top, top)]
        while waiting:
            cursor, parent = waiting.pop()
            kind = cursor._kind_id
            if kind == REF and cursor.spelling in self._names:
                self._note_use(cursor, parent, on_device, in_template)
            elif kind not in _UNEVALUATED and not (kind == LAMBDA and not on_device and is_for_device(cursor)):
                below = _initial(cursor) if kind == VARIABLE else children(cursor)
                waiting += [(c, cursor) for c in reversed(below)]

    def _note_use(self, use: cindex.Cursor, parent: cindex.Cursor, on_device: bool, in_template: bool) -> None:
        target = use.referenced
        symbol = self._known.get(target.get_usr()) if target is not None else None
        if symbol is None or symbol.is_early or _is_value(use, parent):
            return
        if on_device:
            symbol.device = symbol.device or self._at(use)
            symbol.is_open |= symbol.definition is None
        else:
            symbol.is_early = symbol.device is None and symbol.definition is not None and not in_template
            symbol.host = symbol.host or self._at(use)


def _is_members(function: cindex.Cursor) -> bool:
    """Whether a function is a class template's."""
    return function.semantic_parent is not None and function.semantic_parent._kind_id in _TEMPLATES


def _is_instances(variable: cindex.Cursor) -> bool:
    """Whether a variable is a member of what is made of a class template."""
    owner = variable.semantic_parent
    if owner is None or owner._kind_id not in _CLASSES:
        return False
    template = library().clang_getSpecializedCursorTemplate(owner)
    return template is not None and not template.kind.is_invalid()


def _initial(variable: cindex.Cursor) -> list[cindex.Cursor]:
    """What a variable begins with: its type may name variables that it does not use."""
    found = library().clang_Cursor_getVarDeclInitializer(variable)
    found._tu = variable._tu
    return [] if found.kind.is_invalid() else [found]


def _is_value(use: cindex.Cursor, parent: cindex.Cursor) -> bool:
    """Whether the value of a constant integer is taken, for which clang needs no variable."""
    if not use.type.is_const_qualified() or use.type.get_canonical()._kind_id not in _INTEGERS:
        return False
    return parent._kind_id in _READS and not parent.type.is_const_qualified()


def _name(variable: cindex.Cursor) -> str:
    """How a variable is named behind its declaration: a member that is defined outside of its class, by way of it."""
    parts, scope = [variable.spelling], variable.semantic_parent
    while scope is not None and scope != variable.lexical_parent and scope.kind.is_declaration():
        parts += [scope.spelling] if scope.spelling else []
        scope = scope.semantic_parent
    return "::".join(reversed(parts))
