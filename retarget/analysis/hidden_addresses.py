"""Addresses that a value may hold though its type tells of none: it is read in parts, or by a cast."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.unit.tree import Kind, Node, Variable, is_pointer

_NUMBER = re.compile(r"(?:(?:const|volatile|unsigned|signed|char|short|int|long|float|double|bool|void)\b\s*)+")
_LAST = re.compile(r"[*&][^*&]*$|(?:\[\w*\])+$")


def addresses_read(value: Node) -> Iterator[Node]:
    """The addresses by which an expression reads, but for members of what lies there: `*p`, `p[i]`."""
    typed = {id(n.parts[0]) for n in value.of(Kind.MEMBER) if n.parts}
    for node in value.of(Kind.INDEX, Kind.UNARY):
        is_read = node.kind is Kind.INDEX or node.name == "*"
        if is_read and node.parts and id(node) not in typed and not node.parts[0].type.endswith("]"):
            yield node.parts[0]


def may_carry_address(kind: str, variable: Variable) -> bool:
    """Whether a value of a type may hold an address, in a variable whose own type has none: by a cast."""
    return not _NUMBER.fullmatch(kind) and kind not in variable.canonical


def becomes_number(node: Node) -> bool:
    """Whether an address is converted to a number."""
    return bool(node.casts) and (is_pointer(node.type) or node.type.endswith("]"))


def is_number_alone(value: Node) -> bool:
    """Whether a value is a number: of what a template's argument decides, clang calls the type `void`."""
    return _NUMBER.fullmatch(value.type) is not None and "void" not in value.type


def leads_to_numbers(kind: str) -> bool:
    """Whether a type is that of numbers, of an array of them, or of a pointer or reference to them."""
    return _NUMBER.fullmatch(_LAST.sub("", kind).strip()) is not None


def is_wide(kind: str) -> bool:
    """Whether a number of a type, or each of an array's, has room for an address."""
    return "long" in kind.split() or "long[" in kind
