"""Enumerators whose numbers are others in HIP: where a program takes one as a number, or a number as one.

Comparisons of two of a type, cases of a `switch` over it and arguments behind the dots of a variadic function take
none: there, only which enumerator it is matters, or what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from clang import cindex

from retarget.source.text import Span
from retarget.unit import Conversion
from retarget.unit.parse.handle_types import bare, is_expression, referred
from retarget.unit.parse.kinds import CURSORS, TYPES, children, library

_K, _T = CURSORS, TYPES
_INTEGERS = frozenset(range(_T.BOOL, _T.INT128 + 1))
_CASTS = frozenset({_K.CSTYLE_CAST_EXPR, _K.CXX_FUNCTIONAL_CAST_EXPR, _K.CXX_STATIC_CAST_EXPR})
_COMPARISONS = range(10, 17)  # numbers of operators (clang-c/Index.h)
INTEGER = "integer"


class Enumerators:
    """The conversions of one parse. names: the types; place: where an expression stands in the user's files, and
    whether it is whole there; None outside of them."""

    def __init__(self, names: frozenset[str], place: Callable[[cindex.Cursor], tuple[Span, bool] | None]) -> None:
        self._names, self._place, self._lib = names, place, library()
        self._conversions: list[Conversion] = []

    def of(self, declarations: Iterable[cindex.Cursor]) -> list[Conversion]:
        """The conversions in some declarations, in the order of their places."""
        waiting = list(declarations)
        while waiting:
            waiting += self._inside(waiting.pop())
        return sorted(self._conversions, key=lambda c: (c.span.path, c.span.start))

    def _inside(self, cursor: cindex.Cursor) -> Sequence[cindex.Cursor]:
        """Notes what a cursor converts, and gives the cursors in it that are left."""
        kind, inner = cursor._kind_id, children(cursor)
        if kind == _K.BINARY_OPERATOR and self._lib.clang_getCursorBinaryOperatorKind(cursor) in _COMPARISONS:
            compared = [bare(c) for c in inner]
            return compared if compared and all(self._name(c.type) for c in compared) else inner
        if kind == _K.SWITCH_STMT:
            self._labels(inner)
        if kind in (_K.SWITCH_STMT, _K.CASE_STMT):
            return [bare(c) if at == 0 and self._name(bare(c).type) else c for at, c in enumerate(inner)]
        if kind == _K.CALL_EXPR:
            return self._arguments(cursor, inner)
        if kind == _K.ARRAY_SUBSCRIPT_EXPR and len(inner) == 2 and (name := self._name(inner[1].type)):
            self._found(inner[1], INTEGER, name)
        if kind in _CASTS or kind == _K.UNEXPOSED_EXPR:
            self._cast(cursor)
        return inner

    def _labels(self, inner: Sequence[cindex.Cursor]) -> None:
        """Notes the labels of a `switch` over one of the types that are numbers."""
        over = [name for c in inner[:-1] if is_expression(c) and (name := self._name(bare(c).type))]
        waiting = list(inner[-1:]) if over else []
        while waiting:
            cursor = waiting.pop()
            below = children(cursor)
            if cursor._kind_id == _K.CASE_STMT:
                for label in below[:-1]:
                    if not self._name(bare(label).type):
                        self._found(label, over[0], over[0])
            if cursor._kind_id != _K.SWITCH_STMT:
                waiting += below

    def _arguments(self, call: cindex.Cursor, inner: Sequence[cindex.Cursor]) -> Sequence[cindex.Cursor]:
        callee = call.referenced
        kind = callee.type if callee is not None else None
        if kind is None or kind._kind_id != _T.FUNCTIONPROTO or not kind.is_function_variadic():
            return inner
        behind = {a.hash for a in list(call.get_arguments())[len(list(kind.argument_types())) :] if a is not None}
        return [bare(c) if c.hash in behind else c for c in inner]

    def _cast(self, cursor: cindex.Cursor) -> None:
        operand = next((bare(c) for c in children(cursor) if is_expression(c)), None)
        if operand is None:
            return
        to, of = self._name(cursor.type), self._name(operand.type)
        if of and not to and referred(cursor.type)._kind_id in _INTEGERS:
            self._found(operand, INTEGER, of)
        elif to and not of and referred(operand.type)._kind_id in _INTEGERS:
            self._found(cursor, to, to)

    def _found(self, cursor: cindex.Cursor, to: str, name: str) -> None:
        place = self._place(cursor)
        if place is not None:
            self._conversions.append(Conversion(place[0], to, name, False, place[1]))

    def _name(self, kind: cindex.Type) -> str:
        """The name of one of the types, empty where it is none."""
        kind = referred(kind)
        if kind._kind_id != _T.ENUM:
            return ""
        name = kind.spelling.removeprefix("const ").removeprefix("enum ")
        return next((n for n in (name, name.removesuffix("_enum"), f"{name}_t") if n in self._names), "")
