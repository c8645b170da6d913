"""What a declaration binds: a place that lives on, or a value that lives as long as what is declared.

    const int& r = n;                        n, which later statements may change: kept as its address
    const int& r = n + 1;                    a value of its own, kept as one
    const long& r = n;                       a value of its own too: n, converted
    std::initializer_list<int> l = {n, 1};   an array that lives as long as l: no statement makes one

Rules: an expression is a place or a value by its form, and by what it is converted to; nothing is taken for either that
is not known to be it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from retarget.analysis import device_calls
from retarget.unit.tree import Function, Kind, Node, Variable

_SCALAR = re.compile(r"(?:(?:unsigned|signed|char|short|int|long|float|double|bool|_Float16|__int128)\s*)+")
_QUALIFIERS = re.compile(r"\b(?:const|volatile)\b|&")
_PLACES = frozenset({"*", "++", "--", "()"})  # operators that give one


def binds_value(reference: Variable, value: Node, functions: Mapping[str, Function]) -> bool | None:
    """Whether a reference to a constant, or to what goes, keeps a value of its own; None where that is not known.
    functions: by clang's identity, the user's."""
    kind = _plain(reference.canonical)
    if value.casts:
        return True
    if value.kind is Kind.LIST:
        alone = len(value.parts) == 1 and _plain(value.parts[0].type) == kind
        return binds_value(reference, value.parts[0], functions) if alone else True
    found = _is_value(value, functions)
    other = _plain(value.type)
    if found is False and other != kind and _SCALAR.fullmatch(kind) and _SCALAR.fullmatch(other):
        return True
    return found


def _is_value(value: Node, functions: Mapping[str, Function]) -> bool | None:
    """Whether an expression gives a value, no place; None where that is not known."""
    if value.callee:
        called = functions.get(value.callee)
        return None if called is None else not called.result.endswith("&")
    match value.kind:
        case Kind.NAME:
            return False if value.variable else None
        case Kind.BUILTIN | Kind.CONSTRUCT | Kind.LAMBDA | Kind.LIST:
            return True
        case Kind.LITERAL:
            return None if value.type.endswith("]") else True
        case Kind.ASSIGN:
            return False
        case Kind.UNARY:
            return value.name not in _PLACES
        case Kind.BINARY:
            return _is_value(value.parts[1], functions) if value.name == "," else True
        case Kind.CALL:
            is_cudas = "." in value.home and not device_calls.is_of_library(value.home)  # that one's give places too
            return True if is_cudas and not value.type.startswith("const ") else None
        case Kind.MEMBER | Kind.INDEX if value.parts:
            held = value.parts[0]
            return False if _plain(held.type).endswith("*") else _is_value(held, functions)
        case Kind.CONDITIONAL:
            arms = {True if arm.casts else _is_value(arm, functions) for arm in value.parts[1:]}
            return None if None in arms else True in arms
        case _:
            return None


def _plain(kind: str) -> str:
    return " ".join(_QUALIFIERS.sub(" ", kind).split())


def lists_kept(variable: Variable, value: Node) -> Iterator[Node]:
    """Lists of values whose array may live as long as what they initialise; of a template, all that are in another."""
    if "initializer_list<" in variable.canonical:
        yield value
    else:
        yield from _arrays(value, max(1, variable.canonical.count("[")))


def _arrays(node: Node, own: int) -> Iterator[Node]:
    """own: so many lists around each other are the variable's own."""
    is_array = node.type.startswith("const ") and node.type.endswith("]")
    if node.kind is Kind.LIST and own <= 0 and (is_array or node.type in ("", "void")):
        yield node
    elif node.kind is not Kind.CALL and not (node.kind is Kind.CONSTRUCT and node.callee):  # these keep nothing
        for part in node.parts:
            yield from _arrays(part, own - (node.kind is Kind.LIST))
