"""Calls of the program's own operators on CUDA's vector types, where an operand is converted for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.recent import mentioned
from retarget.source.text import Span
from retarget.unit import VectorCall
from retarget.unit.parse.kinds import CALL, OVERLOADED, UNEXPOSED, children, library

_VECTOR = r"(?:(?:u?(?:char|short|int|long|longlong))|float|double)[1-4]"
may_operate = mentioned(re.compile(r"\boperator\s*(?:[-+*/%&|^~<>]|[!=]=)"))
_OPERATOR = re.compile(r"operator(?:[-+*/%&|^~]=?|<<=?|>>=?|[!=]=|\+\+|--)")
_CONVERSION = cindex.CursorKind.CONVERSION_FUNCTION


@dataclass
class VectorCalls:
    """The walk's finds. span: where a cursor stands in the user's files; text: that of a file by its path."""

    span: Callable[[cindex.Cursor], Span | None]
    text: Callable[[str], str]
    found: dict[VectorCall, None] = field(default_factory=dict)

    def see(self, call: cindex.Cursor) -> None:
        name = call.spelling
        if name and not _OPERATOR.match(name):
            return  # most calls, and the place costs more
        whole = self.span(call)
        if whole is None:
            return
        if not name:
            self._open(call, whole)
        elif (callee := call.referenced) is not None:
            self._resolved(call, callee, whole)

    def _resolved(self, call: cindex.Cursor, callee: cindex.Cursor, whole: Span) -> None:
        operands = [a for a in call.get_arguments() if a is not None]
        if not any(_is_vector(a.type) for a in operands):
            return
        definition, wanted = self._definition(callee), list(callee.type.argument_types())
        if definition is None or len(wanted) != len(operands):
            return
        if any(_is_vector(a.type) and _is_parameter(p) for a, p in zip(operands, _templates(callee), strict=False)):
            self.found[VectorCall(whole, None, "", definition, is_general=True)] = None
        for operand, kind in zip(operands, wanted, strict=True):
            if _is_converted(operand, kind):
                place, is_derived = self._written(operand, whole), _is_derived(operand, kind)
                self.found[VectorCall(whole, place, _spelled(kind), definition, is_derived=is_derived)] = None

    def _open(self, call: cindex.Cursor, whole: Span) -> None:
        """A call that a template leaves open, of which one operand is a vector."""
        parts = children(call)
        named = [n for p in parts for n in [p, *children(p)] if n._kind_id == OVERLOADED]
        operands = [p for p in parts if not any(n == o for n in named for o in [p, *children(p)])]
        if len(named) != 1 or not _OPERATOR.match(named[0].spelling):
            return
        vectors = [i for i, o in enumerate(operands) if _is_vector(o.type)]
        if len(vectors) != 1 or len(operands) != 2:
            return
        at, kind = vectors[0], _plain(operands[vectors[0]].type)
        for callee in _overloads(named[0]):
            wanted = [_plain(p) for p in callee.type.argument_types()]
            definition = self._definition(callee) if len(wanted) == 2 and wanted[at] == kind else None
            if definition and not _is_vector(wanted[1 - at]) and not _is_parameter(wanted[1 - at]):
                self.found[VectorCall(whole, None, wanted[1 - at], definition, is_open=True)] = None

    def _definition(self, callee: cindex.Cursor) -> Span | None:
        template = library().clang_getSpecializedCursorTemplate(callee)
        if template is not None and not template.kind.is_invalid():
            template._tu = callee._tu
            callee = template
        return self.span(callee.get_definition() or callee)

    def _written(self, operand: cindex.Cursor, whole: Span) -> Span | None:
        """The place of an operand, unless a macro's body spells the call."""
        span = self.span(operand)
        if span is None or span == whole or not whole.start <= span.start < span.end <= whole.end:
            return None
        text = self.text(span.path)[span.start : span.end]
        return span if text.count("(") == text.count(")") else None


def _overloads(named: cindex.Cursor) -> Iterator[cindex.Cursor]:
    lib = library()
    for at in range(lib.clang_getNumOverloadedDecls(named)):
        callee = lib.clang_getOverloadedDecl(named, at)
        callee._tu = named._tu
        yield callee


def _templates(callee: cindex.Cursor) -> list[cindex.Type]:
    """The types of the parameters as the template of a function has them; none where it has no template."""
    template = library().clang_getSpecializedCursorTemplate(callee)
    if template is None or template.kind.is_invalid():
        return []
    template._tu = callee._tu
    return list(template.type.argument_types())


def _is_converted(operand: cindex.Cursor, wanted: cindex.Type) -> bool:
    operand = _unconverted(operand)
    return _is_by_function(operand) or _plain(operand.type) != _plain(wanted)


def _is_derived(operand: cindex.Cursor, wanted: cindex.Type) -> bool:
    operand = _unconverted(operand)
    is_class = operand.type.get_canonical().kind is cindex.TypeKind.RECORD
    return is_class and _is_vector(wanted) and not _is_by_function(operand) and not _is_vector(operand.type)


def _is_by_function(operand: cindex.Cursor) -> bool:
    """Whether an operand is what a conversion function of its class gave."""
    callee = operand.referenced if operand._kind_id == CALL else None
    return callee is not None and callee.kind is _CONVERSION


def _unconverted(operand: cindex.Cursor) -> cindex.Cursor:
    """What stands in the text: behind casts that it leaves out, and the copy that becomes a parameter."""
    while (operand._kind_id == UNEXPOSED or _is_copy(operand)) and (inner := next(iter(children(operand)), None)):
        operand = inner
    return operand


def _is_copy(operand: cindex.Cursor) -> bool:
    parts = children(operand) if operand._kind_id == CALL else []
    callee = operand.referenced if len(parts) == 1 else None
    is_made = callee is not None and callee.kind is cindex.CursorKind.CONSTRUCTOR
    return is_made and _is_vector(operand.type) and parts[0].extent == operand.extent


def _plain(kind: cindex.Type | str) -> str:
    """A type's name without references and qualifiers."""
    if isinstance(kind, str):
        return kind
    kind = kind.get_canonical()
    if kind.kind in (cindex.TypeKind.LVALUEREFERENCE, cindex.TypeKind.RVALUEREFERENCE):
        kind = kind.get_pointee()
    return re.sub(r"\b(?:const|volatile|struct) ", "", str(kind.spelling))


def _spelled(kind: cindex.Type) -> str:
    """A type as a cast names it: one that is changed by reference stays a reference."""
    canonical = kind.get_canonical()
    is_changed = canonical.kind is cindex.TypeKind.LVALUEREFERENCE and not canonical.get_pointee().is_const_qualified()
    return _plain(kind) + "&" * is_changed


def _is_vector(kind: cindex.Type | str) -> bool:
    return re.fullmatch(_VECTOR, _plain(kind)) is not None


def _is_parameter(kind: cindex.Type | str) -> bool:
    """Whether a type is a template's parameter itself."""
    return _plain(kind).startswith("type-parameter-")
