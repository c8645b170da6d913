"""Enumerators whose numbers are others in HIP: where a program takes one as a number, or a number as one.

Comparisons of two of a type, cases of a `switch` over it and arguments behind the dots of a variadic function take
none: there, only which enumerator it is matters, or what is printed. In C, where an enumerator is an `int` by itself,
one is taken as a number where nothing converts it to its type.
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
_LOGICAL, _NOT = (20, 21), 10
INTEGER = "integer"


class Enumerators:
    """The conversions of one parse. names: the types; place: where an expression stands in the user's files, and
    whether it is whole there; None outside of them; is_c: conditions are of any type."""

    def __init__(
        self, names: frozenset[str], place: Callable[[cindex.Cursor], tuple[Span, bool] | None], is_c: bool = False
    ) -> None:
        self._names, self._place, self._is_c, self._lib = names, place, is_c, library()
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
            return self._left(inner) if all(self._of(c) for c in inner) else inner
        if kind == _K.DECL_REF_EXPR and not self._name(cursor.type) and (name := self._enumerators_type(cursor)):
            self._found(cursor, INTEGER, name)
        if self._is_c:
            self._conditions(cursor, inner)
        if kind == _K.SWITCH_STMT:
            self._labels(inner)
        if kind in (_K.SWITCH_STMT, _K.CASE_STMT):
            return [*(self._left(inner[:1]) if inner and self._of(inner[0]) else inner[:1]), *inner[1:]]
        if kind == _K.CALL_EXPR:
            return self._arguments(cursor, inner)
        if kind == _K.ARRAY_SUBSCRIPT_EXPR and len(inner) == 2 and (name := self._name(inner[1].type)):
            self._found(inner[1], INTEGER, name)
        if kind in _CASTS or kind == _K.UNEXPOSED_EXPR:
            return self._cast(cursor, inner)
        return inner

    def _conditions(self, cursor: cindex.Cursor, inner: Sequence[cindex.Cursor]) -> None:
        """Notes what C asks for being zero."""
        kind = cursor._kind_id
        is_asked = kind in (_K.IF_STMT, _K.WHILE_STMT, _K.CONDITIONAL_OPERATOR)
        is_logical = kind == _K.BINARY_OPERATOR and self._lib.clang_getCursorBinaryOperatorKind(cursor) in _LOGICAL
        is_logical |= kind == _K.UNARY_OPERATOR and self._lib.clang_getCursorUnaryOperatorKind(cursor) == _NOT
        for condition in inner if is_logical else inner[:1] if is_asked else ():
            if name := self._name(bare(condition).type):
                self._found(bare(condition), INTEGER, name)

    def _labels(self, inner: Sequence[cindex.Cursor]) -> None:
        """Notes the labels of a `switch` over one of the types that are numbers."""
        over = [name for c in inner[:-1] if is_expression(c) and (name := self._of(c))]
        waiting = list(inner[-1:]) if over else []
        while waiting:
            cursor = waiting.pop()
            below = children(cursor)
            if cursor._kind_id == _K.CASE_STMT:
                for label in below[:-1]:
                    if not self._of(label):
                        self._found(label, over[0], over[0])
            if cursor._kind_id != _K.SWITCH_STMT:
                waiting += below

    def _arguments(self, call: cindex.Cursor, inner: Sequence[cindex.Cursor]) -> Sequence[cindex.Cursor]:
        callee = call.referenced
        kind = callee.type if callee is not None else None
        if kind is None or kind._kind_id != _T.FUNCTIONPROTO or not kind.is_function_variadic():
            return inner
        behind = {a.hash for a in list(call.get_arguments())[len(list(kind.argument_types())) :] if a is not None}
        return [left for c in inner for left in (self._left([c]) if c.hash in behind else [c])]

    def _cast(self, cursor: cindex.Cursor, inner: Sequence[cindex.Cursor]) -> Sequence[cindex.Cursor]:
        operand = next((bare(c) for c in inner if is_expression(c)), None)
        if operand is None:
            return inner
        to, of = self._name(cursor.type), self._of(operand)
        if of and not to and referred(cursor.type)._kind_id in _INTEGERS:
            self._found(operand, INTEGER, of)
            return self._left(inner)
        if to and not of and referred(operand.type)._kind_id in _INTEGERS:
            self._found(cursor, to, to)
        return self._left(inner) if to and of else inner

    def _of(self, expression: cindex.Cursor) -> str:
        """The name of the type whose enumerator an expression is, empty where it is none of them."""
        expression = bare(expression)
        if name := self._name(expression.type):
            return name
        if expression._kind_id == _K.CONDITIONAL_OPERATOR:
            names = {self._of(c) for c in children(expression)[1:]}
            return names.pop() if len(names) == 1 else ""
        return self._enumerators_type(expression)

    def _left(self, expressions: Iterable[cindex.Cursor]) -> list[cindex.Cursor]:
        """What is left of expressions that are enumerators."""
        found = list[cindex.Cursor]()
        for expression in map(bare, expressions):
            if expression._kind_id == _K.CONDITIONAL_OPERATOR:
                condition, *branches = children(expression)
                found += [condition, *self._left(branches)]
            elif not self._enumerators_type(expression):
                found.append(expression)
        return found

    def _enumerators_type(self, expression: cindex.Cursor) -> str:
        """The name of the type that declares the enumerator which an expression names."""
        named = expression.referenced if expression._kind_id == _K.DECL_REF_EXPR else None
        if named is None or named._kind_id != _K.ENUM_CONSTANT_DECL:
            return ""
        return self._name(named.semantic_parent.type)

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
