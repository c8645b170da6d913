"""Handles that are integers in CUDA and pointers in HIP: where a program computes with one.

The walk knows of each expression what its surroundings take. A handle that is taken as an integer, and an integer
that is taken as a handle, are conversions which CUDA does not need and HIP does; so is the handle of a surface that
is taken as a texture's, or a pointer to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from clang import cindex

from retarget.source.text import Span
from retarget.unit import Conversion, Update
from retarget.unit.parse.blocks import evaluated
from retarget.unit.parse.handle_types import (
    argument_of,
    bare,
    elements,
    is_arithmetic,
    is_expression,
    is_null,
    is_number,
    is_small,
    parameter,
    parameters,
    referred,
)
from retarget.unit.parse.kinds import CURSORS, FUNCTIONS, TYPES, children, library

_K, _T = CURSORS, TYPES
_ASSIGNMENT = _K.COMPOUND_ASSIGNMENT_OPERATOR
_BINARY = frozenset({_K.BINARY_OPERATOR, _ASSIGNMENT})
_LOOSE = _BINARY | {_K.CONDITIONAL_OPERATOR}  # what a cast in front would not take whole
_STATIC = _K.CXX_STATIC_CAST_EXPR
_CASTS = frozenset(
    {_STATIC, _K.CSTYLE_CAST_EXPR, _K.CXX_FUNCTIONAL_CAST_EXPR, _K.CXX_REINTERPRET_CAST_EXPR, _K.CXX_CONST_CAST_EXPR}
)
_VARIABLES = frozenset({_K.VAR_DECL, _K.FIELD_DECL, _K.PARM_DECL})
_SIMPLE = frozenset(
    {_K.DECL_REF_EXPR, _K.MEMBER_REF_EXPR, _K.INTEGER_LITERAL, _K.UNEXPOSED_EXPR, _K.PAREN_EXPR,
     _K.ARRAY_SUBSCRIPT_EXPR}
)  # fmt: skip
_PLAN = "cufftHandle"
_WORD = re.compile(r"\w+")
_DEEPEST = 150  # levels of statements and expressions
# Numbers of operators (clang-c/Index.h).
_ADD, _SUBTRACT, _COMPARISONS, _EQUALITIES, _LOGICAL, _ASSIGN, _COMMA = 6, 7, range(10, 17), (15, 16), (20, 21), 22, 33
_INCREMENTS, _ARITHMETIC_UNARY = (1, 2, 3, 4), (7, 8, 9)


# What the surroundings of an expression take: anything, an integer, a `char*` to add to, or a handle by its name.
ANY, INTEGER, BYTES = "", "integer", "bytes"
EXACTLY = "="  # in front of a handle: a template takes its type from it, and a null is of another


class TooDeep(Exception):
    """An expression is nested too deeply to be followed."""


class Handles:
    """The conversions of one parse; raises TooDeep from its walk.

    names: the types. place: gives where an expression stands in the user's files, and whether it is whole there;
    None outside of them. expansions: the places where macros are used.
    """

    def __init__(
        self,
        names: frozenset[str],
        place: Callable[[cindex.Cursor], tuple[Span, bool] | None],
        expansions: frozenset[Span],
    ) -> None:
        self._names, self._place, self._expansions, self._lib = names, place, expansions, library()
        self._returned: cindex.Type | None = None
        self._above: list[cindex.Cursor] = []  # the way down to what is looked at, and that itself
        self.conversions: list[Conversion] = []
        self.updates: list[Update] = []

    def walk(self, declaration: cindex.Cursor) -> None:
        """Looks at a declaration and all below it."""
        self._above, self._returned = [], None
        self._walk(declaration)

    def _walk(self, cursor: cindex.Cursor) -> None:
        """Looks at a declaration, a statement, or an expression whose value nobody wants in particular."""
        self._above.append(cursor)
        kind = cursor._kind_id
        if is_expression(cursor) and kind != _K.LAMBDA_EXPR:
            self._value(cursor, ANY)
        elif kind in _VARIABLES:
            self._values(cursor, self._expected(cursor.type))
        elif kind == _K.RETURN_STMT:
            self._values(cursor, self._expected(self._returned))
        else:
            outer = self._returned
            if kind in FUNCTIONS or kind == _K.LAMBDA_EXPR:
                self._returned = cursor.result_type if kind in FUNCTIONS else None
            member: cindex.Cursor | None = None  # that the next child initialises
            for child in children(cursor):
                if member is not None and is_expression(child):
                    self._value(child, self._expected(member.type))
                else:
                    self._walk(child)
                member = child.referenced if child._kind_id == _K.MEMBER_REF else None
            self._returned = outer
        self._above.pop()

    # Types

    def _handle(self, kind: cindex.Type | None) -> str:
        """The name of the handle that a type is, empty where it is none."""
        if kind is None or referred(kind)._kind_id not in (_T.ULONGLONG, _T.INT):
            return ""
        while True:
            name = str(kind.spelling).removeprefix("const ").rstrip(" &")
            if name in self._names:
                return name
            if kind._kind_id in (_T.LVALUEREFERENCE, _T.RVALUEREFERENCE):
                kind = kind.get_pointee()
            elif kind._kind_id == _T.ELABORATED:
                kind = kind.get_named_type()
            elif kind._kind_id == _T.TYPEDEF:
                kind = kind.get_declaration().underlying_typedef_type
            else:
                break
        return ""

    def _expected(self, kind: cindex.Type | None) -> str:
        if kind is None:
            return ANY
        return self._handle(kind) or self._pointed(kind) or (INTEGER if is_arithmetic(kind) else ANY)

    def _pointed(self, kind: cindex.Type) -> str:
        """The name of the handle that a type points to, with its `*`."""
        canonical = kind.get_canonical()
        name = self._handle(kind.get_pointee()) if canonical._kind_id == _T.POINTER else ""
        return f"{name}*" if name else ""

    def _operator(self, cursor: cindex.Cursor) -> int:
        return int(self._lib.clang_getCursorBinaryOperatorKind(cursor))

    def _unary_operator(self, cursor: cindex.Cursor) -> int:
        return int(self._lib.clang_getCursorUnaryOperatorKind(cursor))

    def _handle_in(self, cursor: cindex.Cursor, depth: int = 0) -> str:
        """The name of the handle that an expression is in HIP, empty where it is none."""
        if depth > _DEEPEST:
            raise TooDeep
        inner = bare(cursor)
        if inner._kind_id == _K.BINARY_OPERATOR:
            operator = self._operator(inner)
            left, right = (self._handle_in(c, depth + 1) for c in _two(inner))
            if operator == _SUBTRACT:
                return "" if right else left
            if operator == _ADD:
                return "" if left and right else left or right
            return left if operator == _ASSIGN else right if operator == _COMMA else ""
        if inner._kind_id == _K.CONDITIONAL_OPERATOR:
            return next(filter(None, (self._handle_in(c, depth + 1) for c in children(inner)[1:])), "")
        if inner._kind_id == _K.UNARY_OPERATOR and self._unary_operator(inner) in _ARITHMETIC_UNARY:
            return ""
        if inner._kind_id != _K.CALL_EXPR:
            return self._handle(inner.type)
        return self._handle(inner.type) or self._element(inner) or self._deduced(inner).get(self._result(inner), "")

    def _element(self, call: cindex.Cursor) -> str:
        """The handle that a container of handles gives: clang forgets the name of a template's argument."""
        callee = call.referenced
        if callee is None or callee._kind_id != _K.CXX_METHOD:
            return ""
        template = self._template(callee)
        if template is None or is_arithmetic(template.result_type) or not is_arithmetic(callee.result_type):
            return ""
        node = next(iter(children(call)), None)
        while node is not None and node._kind_id in (_K.MEMBER_REF_EXPR, _K.UNEXPOSED_EXPR):
            node = next(iter(children(node)), None)  # the object
        words = _WORD.findall(argument_of(node.type.spelling, template.result_type)) if node is not None else []
        return next((w for w in words if w in self._names), "")

    def _deduced(self, call: cindex.Cursor) -> dict[str, str]:
        """The handles that a call gives a function template's parameters, by the parameter's name."""
        template = self._called(call)
        if template is None:
            return {}
        given = zip(parameters(template), call.get_arguments(), strict=False)
        return {name: handle for name, a in given if name and a is not None and (handle := self._handle_in(a))}

    def _called(self, call: cindex.Cursor) -> cindex.Cursor | None:
        """The function template of which a call uses an instance."""
        callee = call.referenced
        template = self._template(callee) if callee is not None and callee._kind_id == _K.FUNCTION_DECL else None
        return template if template is not None and template._kind_id == _K.FUNCTION_TEMPLATE else None

    def _result(self, call: cindex.Cursor) -> str:
        template = self._called(call)
        return parameter(template.result_type) if template is not None else ""

    def _template(self, callee: cindex.Cursor) -> cindex.Cursor | None:
        """The template that a function is an instance of, or a member of an instance of."""
        found = self._lib.clang_getSpecializedCursorTemplate(callee)
        return found if found is not None and not found.kind.is_invalid() else None

    # Expressions

    def _values(self, cursor: cindex.Cursor, want: str) -> None:
        for child in children(cursor):
            if is_expression(child):
                self._value(child, want)

    def _value(self, cursor: cindex.Cursor, want: str) -> None:
        self._above.append(cursor)
        if len(self._above) > _DEEPEST:
            raise TooDeep
        inner = bare(cursor)
        if inner._kind_id in _BINARY:
            self._binary(cursor, inner, want)
        else:
            self._other(inner)
            self._convert(cursor, inner, want)
        self._above.pop()

    def _other(self, inner: cindex.Cursor) -> None:
        """Looks at the operands of what is no binary operator."""
        if inner._kind_id == _K.CONDITIONAL_OPERATOR:
            branches = self._handle_in(inner) or INTEGER
            for child, wanted in zip(children(inner), (ANY, branches, branches), strict=False):
                self._value(child, wanted)
        elif inner._kind_id == _K.UNARY_OPERATOR:
            self._unary(inner)
        elif inner._kind_id in _CASTS:
            self._values(inner, self._cast(inner))
        elif inner._kind_id == _K.CALL_EXPR:
            self._call(inner)
        elif inner._kind_id == _K.ARRAY_SUBSCRIPT_EXPR:
            for child, wanted in zip(children(inner), (ANY, INTEGER), strict=False):
                self._value(child, wanted)
        elif inner._kind_id == _K.INIT_LIST_EXPR:
            for child, kind in zip(children(inner), elements(inner.type), strict=False):
                self._value(child, self._expected(kind))
        else:
            for child in (inner,) if inner._kind_id == _K.LAMBDA_EXPR else children(inner):
                self._walk(child)

    def _binary(self, cursor: cindex.Cursor, inner: cindex.Cursor, want: str) -> None:
        left, right = _two(inner)
        operator = self._operator(inner)
        if inner._kind_id == _ASSIGNMENT and self._handle_in(left):
            self._update(inner, left, right)
        elif operator == _ASSIGN:
            self._both(left, ANY, right, self._handle_in(left) or self._expected(left.type))
        elif operator == _COMMA:
            self._both(left, ANY, right, want)
            return
        elif operator in _LOGICAL:
            self._both(left, ANY, right, ANY)
        elif operator in _COMPARISONS:
            of_handles = [bool(self._handle_in(c)) for c in (left, right)]
            is_plain = all(of_handles) or operator in _EQUALITIES  # C++ does not order a pointer and 0
            wanted = ANY if is_plain and all(self._handle_in(c) or is_null(c) for c in (left, right)) else INTEGER
            self._both(left, wanted, right, wanted)
        elif want != INTEGER and self._handle_in(inner):
            wants = (BYTES, INTEGER) if self._handle_in(left) else (INTEGER, BYTES)
            self._both(left, wants[0], right, wants[1])
            return  # a char*, which becomes a handle by itself
        else:
            self._both(left, INTEGER, right, INTEGER)
            if want == INTEGER:
                return
        self._convert(cursor, inner, want)

    def _both(self, left: cindex.Cursor, first: str, right: cindex.Cursor, second: str) -> None:
        self._value(left, first)
        self._value(right, second)

    def _update(self, whole: cindex.Cursor, target: cindex.Cursor, operand: cindex.Cursor) -> None:
        self._value(operand, INTEGER)
        is_simple = all(node._kind_id in _SIMPLE for node in target.walk_preorder())
        self._found_update(target, (whole, target, operand), is_simple)

    def _found_update(self, target: cindex.Cursor, nodes: tuple[cindex.Cursor, ...], is_simple: bool) -> None:
        whole = nodes[0]
        places = [self._written(node, whole if at else self._above[-2]) for at, node in enumerate(nodes)]
        if places[0] is not None:
            written = tuple(p[0] for p in places[1:] if p is not None and p[1])
            encloses = _encloses(nodes[-1])
            self.updates.append(Update(self._handle_in(target), places[0][0], written, encloses, is_simple))

    def _unary(self, inner: cindex.Cursor) -> None:
        operator = self._unary_operator(inner)
        operand = next(iter(children(inner)), None)
        if operand is None:
            return
        self._value(operand, INTEGER if operator in _ARITHMETIC_UNARY else ANY)
        if operator in _INCREMENTS and self._handle_in(operand):
            self._found_update(operand, (inner,), False)

    def _cast(self, inner: cindex.Cursor) -> str:
        """What the operand of an explicit cast has to be. A number of 32 bits cannot hold a pointer, nor one be made
        of it."""
        if own := self._handle(inner.type):
            return own if inner._kind_id == _STATIC or is_small(inner.type) else ANY
        operands = [c for c in children(inner) if is_expression(c)]
        if is_arithmetic(inner.type) and any(self._handle_in(c) and is_small(bare(c).type) for c in operands):
            return INTEGER
        is_wide = inner.type.get_canonical().get_size() >= 8 and inner._kind_id != _STATIC
        return INTEGER if is_arithmetic(inner.type) and not is_wide else ANY

    def _call(self, inner: cindex.Cursor) -> None:
        arguments = [a for a in inner.get_arguments() if a is not None]
        known = {a.hash for a in arguments}
        for child in children(inner):
            if child.hash not in known:
                self._walk(child)
        for argument, wanted in zip(arguments, self._parameters(inner, len(arguments)), strict=True):
            self._value(argument, wanted)

    def _parameters(self, call: cindex.Cursor, count: int) -> list[str]:
        """What a callee takes, argument by argument; behind the dots of a variadic one, integers."""
        callee = call.referenced
        if callee is None or callee._kind_id not in FUNCTIONS:
            return [ANY] * count
        if deduced := self._deduced(call):
            names = parameters(self._called(call))
            if callee.spelling == "exchange":  # the second becomes the first
                names = names[:1] * 2
            return [EXACTLY + deduced[n] if n in deduced else ANY for n in [*names, *[""] * count][:count]]
        kind = (self._template(callee) or callee).type
        wants = [self._expected(t) for t in kind.argument_types()] if kind._kind_id == _T.FUNCTIONPROTO else []
        if callee._kind_id == _K.CXX_METHOD and callee.spelling.startswith("operator"):
            wants = [ANY, *wants]  # the object
        is_variadic = kind._kind_id == _T.FUNCTIONPROTO and kind.is_function_variadic()
        return (wants + [INTEGER if is_variadic else ANY] * count)[:count]

    # What is found

    def _written(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> tuple[Span, bool] | None:
        """The place of an expression, and whether it is written there rather than in the body of a macro.

        libclang gives all that a body spells the place of the macro's use: only the outermost of it is written there.
        """
        place = self._place(cursor)
        if place is None or place[0] not in self._expansions:
            return place
        around = self._place(parent)
        return place[0], around is None or around[0] != place[0]

    def _convert(self, cursor: cindex.Cursor, inner: cindex.Cursor, want: str) -> None:
        is_exact, want = want.startswith(EXACTLY), want.removeprefix(EXACTLY)
        own = self._pointed(inner.type) if want.endswith("*") else self._handle_in(inner)
        if want in (INTEGER, BYTES):
            needs = bool(own)
        elif own:
            needs = _apart(own, want)
        else:
            counts = is_arithmetic(inner.type) if is_exact else is_number(inner)
            needs = bool(want) and not want.endswith("*") and counts
        if not needs or (want == _PLAN and not own and self._is_cast(inner)):
            return
        place = self._written(cursor, self._above[-2])
        while place is not None and not place[1] and cursor.hash != inner.hash:
            # brackets of a macro's body around its argument
            outer, cursor = cursor, next(c for c in children(cursor) if is_expression(c))
            place = self._written(cursor, outer)
        if place is not None:
            self.conversions.append(Conversion(place[0], want, own or want, _encloses(cursor), place[1]))

    def _is_cast(self, inner: cindex.Cursor) -> bool:
        """Whether the program casts what is no plan, `(cufftHandle)-1`: the same cast gives HIP's."""
        is_cast = bare(self._above[-2])._kind_id in (_K.CSTYLE_CAST_EXPR, _K.CXX_FUNCTIONAL_CAST_EXPR)
        return is_cast and (evaluated(inner) or 0) <= 0 and evaluated(inner) is not None


def _apart(handle: str, wanted: str) -> bool:
    """Whether one is a texture's and the other a surface's."""
    return ("Tex" in handle and "Surf" in wanted) or ("Surf" in handle and "Tex" in wanted)


def _encloses(cursor: cindex.Cursor) -> bool:
    """Whether a cast in front of an expression has to put brackets around it."""
    while cursor._kind_id == _K.UNEXPOSED_EXPR:
        inner = [c for c in children(cursor) if is_expression(c)]
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor._kind_id in _LOOSE


def _two(cursor: cindex.Cursor) -> tuple[cindex.Cursor, cindex.Cursor]:
    """Both operands; where clang could not read one, the other stands for it."""
    both = children(cursor) or [cursor]
    return both[0], both[-1]
