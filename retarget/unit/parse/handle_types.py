"""Types and expressions as computing with handles sees them: numbers, what references refer to, what braces list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clang import cindex

from retarget.unit.parse.kinds import CURSORS, EXPRESSIONS, TYPES, children

_K, _T = CURSORS, TYPES
_PARAMETER = re.compile(r"^(?:const )?type-parameter-0-(\d+)")
_NUMBERS = range(_T.CHAR_U, _T.LONGDOUBLE + 1)


def is_arithmetic(kind: cindex.Type) -> bool:
    """Whether a type, or what it refers to, is a number other than bool."""
    return referred(kind)._kind_id in _NUMBERS


def is_small(handle: cindex.Type) -> bool:
    """Whether a handle is an `int` in CUDA."""
    return bool(referred(handle)._kind_id == _T.INT)


def referred(kind: cindex.Type) -> cindex.Type:
    """The canonical type, of what a reference refers to."""
    kind = kind.get_canonical()
    return kind.get_pointee() if kind._kind_id in (_T.LVALUEREFERENCE, _T.RVALUEREFERENCE) else kind


def elements(kind: cindex.Type) -> Iterable[cindex.Type]:
    """The types of what an initialiser list in braces of this type lists."""
    if kind._kind_id == _T.CONSTANTARRAY or kind._kind_id == _T.INCOMPLETEARRAY:
        while True:
            yield kind.element_type
    fields = list(kind.get_canonical().get_fields())
    yield from (f.type for f in fields) if fields else (kind,)


def parameter(kind: cindex.Type) -> str:
    """The template's parameter that a type is, or refers to; empty for anything else."""
    name = str(kind.spelling).removeprefix("const ").rstrip(" &")
    return name if name.isidentifier() and kind.get_canonical()._kind_id not in _NUMBERS else ""


def argument_of(template: str, result: cindex.Type) -> str:
    """The argument of a written template that a member gives, as `int` of `std::map<cufftHandle, int>`; all of them
    where the member's type does not tell."""
    position = _PARAMETER.search(result.get_canonical().spelling)
    mapped = "mapped_type" in result.spelling
    arguments = _arguments(template)
    at = 1 if mapped else int(position[1]) if position else -1
    return arguments[at] if 0 <= at < len(arguments) else template


def _arguments(template: str) -> list[str]:
    """The arguments of a template's outermost brackets.

    >>> _arguments("std::map<A, std::pair<B, C>>")
    ['A', ' std::pair<B, C>']
    """
    inner, found, depth = template[template.find("<") + 1 : template.rfind(">")], [""], 0
    for character in inner:
        depth += (character in "<(") - (character in ">)")
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    return found


def parameters(template: cindex.Cursor) -> list[str]:
    """The names of a function template's parameters, where a function's are of their types."""
    return [parameter(kind) for kind in template.type.argument_types()]


def is_expression(cursor: cindex.Cursor) -> bool:
    return cursor._kind_id in EXPRESSIONS


def bare(cursor: cindex.Cursor) -> cindex.Cursor:
    """An expression without parentheses and implicit conversions."""
    while cursor._kind_id in (_K.PAREN_EXPR, _K.UNEXPOSED_EXPR):
        inner = [c for c in children(cursor) if is_expression(c)]
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor


def is_number(cursor: cindex.Cursor) -> bool:
    """Whether an expression is a number that no pointer can be made of by itself."""
    return is_arithmetic(cursor.type) and not is_null(cursor)


def is_null(cursor: cindex.Cursor) -> bool:
    inner = bare(cursor)
    if inner._kind_id == _K.INTEGER_LITERAL:
        return any(t.spelling.rstrip("uUlL") == "0" for t in list(inner.get_tokens())[:1])
    return inner._kind_id in (_K.GNU_NULL_EXPR, _K.CXX_NULL_PTR_LITERAL_EXPR)
