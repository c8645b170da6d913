"""What lvalues name: whether that is memory, whether it is volatile, and the variable or pointer at their bottom."""

from __future__ import annotations

from collections.abc import Mapping

from retarget.unit.tree import Kind, Node, Storage, Variable, is_pointer

DEPENDENT = "<dependent type>"  # as clang spells what a template's argument decides
GIVEN = "*()"  # in front of a variable: what a call gives that is handed it


def keeps_root(node: Node) -> bool:
    """Whether a store to an lvalue goes by way of a method that does not change the object at its bottom."""
    while node.parts and node.kind in (Kind.INDEX, Kind.MEMBER, Kind.CALL):
        if node.keeps_object:
            return True
        node = node.parts[0]
    return False


def root(node: Node) -> Node:
    """The innermost operand of an lvalue: of `a[i].x` it is `a`."""
    while node.kind in (Kind.INDEX, Kind.MEMBER) or (node.kind is Kind.UNARY and node.name in ("*", "&", GIVEN)):
        if not node.parts:
            break
        node = node.parts[0]
    if node.kind is Kind.BINARY and node.name in ("+", "-") and node.parts:  # *(p + i)
        return root(_address(node))
    return node


def _address(node: Node) -> Node:
    """The operand that is the address, of a sum of an address and a number: of `1 + a` it is `a`."""
    return next((p for p in node.parts if is_pointer(p.type) or p.type.endswith("]")), node.parts[0])


def leads_on(target: Node) -> bool:
    """Whether an lvalue lies, for sure, where a pointer leads, and not in the variable at its bottom: `*p`, `v.p[i]`,
    `v->n`, but not `*&p`."""
    followed = 0
    while target.parts and target.kind in (Kind.INDEX, Kind.MEMBER, Kind.UNARY):
        inner = target.parts[0]
        while inner.kind is Kind.BINARY and inner.parts:  # the sum of an array and a number has a pointer's type, too
            inner = _address(inner)
        if target.kind is Kind.UNARY and target.name == "&":
            followed -= 1
        elif target.name == GIVEN:
            alike = _pointed(inner.type) == _pointed(target.type)  # else it may be an object that leads back
            return alike and followed + inner.type.count("*") > target.type.count("*")
        elif is_pointer(inner.type):
            followed += target.kind is not Kind.UNARY or target.name == "*"
        elif target.kind is not Kind.MEMBER and not inner.type.endswith("]"):
            return False  # an operator of a class: it may give anything
        target = inner
    return followed > 0


def _pointed(kind: str) -> str:
    """What a type leads to, by all of its pointers."""
    return kind.partition("*")[0].removeprefix("const ").strip()


def is_row(node: Node, variables: Mapping[str, Variable]) -> bool:
    """Whether an lvalue is an array, or may be one, that lies in a variable: its value is an address in there."""
    if not node.type.endswith("]") and node.type != DEPENDENT:
        return False
    while node.kind in (Kind.INDEX, Kind.MEMBER) and node.parts and not node.parts[0].type.endswith("*"):
        node = node.parts[0]
    return node.kind is Kind.NAME and node.variable in variables


def is_memory(node: Node, variables: Mapping[str, Variable]) -> bool:
    """Whether an lvalue is, or may be, more than a thread's own variable."""
    if node.kind is Kind.NAME:
        variable = variables.get(node.variable)
        if variable is None or variable.is_array:
            return False
        return variable.is_reference or variable.storage in (Storage.SHARED, Storage.GLOBAL, Storage.CONSTANT)
    if node.kind is Kind.UNARY and node.name not in ("++", "--"):
        return node.name in ("*", GIVEN)
    if node.kind is Kind.INDEX:
        base = node.parts[0]
        if node.name == "overloaded":
            return True
        if base.kind in (Kind.INDEX, Kind.MEMBER) and base.type.endswith("]"):
            return is_memory(base, variables)
        variable = variables.get(base.variable) if base.kind is Kind.NAME else None
        if variable is not None and variable.is_array:
            return variable.storage is not Storage.LOCAL
        return base.kind is not Kind.LIST and (variable is None or variable.is_pointer or variable.is_reference
                                               or variable.storage is not Storage.LOCAL)  # fmt: skip
    if node.kind is Kind.MEMBER and node.parts:
        inner = node.parts[0]
        return inner.type.endswith("*") or is_memory(inner, variables)
    return any(is_memory(inner, variables) for inner in _same(node))


def _same(node: Node) -> tuple[Node, ...]:
    """The operands one of which an expression gives as an lvalue: `(c ? a : b)`, `(f(), a)`, `(a = b)`, `++a`."""
    if node.kind is Kind.CONDITIONAL:
        return node.parts[1:]
    if node.kind is Kind.BINARY and node.name == ",":
        return node.parts[1:]
    is_changed = node.kind is Kind.ASSIGN or (node.kind is Kind.UNARY and node.name in ("++", "--"))
    return node.parts[:1] if is_changed else ()


def is_own(node: Node, variables: Mapping[str, Variable]) -> bool:
    """Whether an lvalue is, for sure, a thread's own variable or a part of it."""
    if is_memory(node, variables):
        return False
    if same := _same(node):
        return all(is_own(inner, variables) for inner in same)
    bottom = root(node)
    return bottom.kind in (Kind.NAME, Kind.VARIABLE) if bottom is node else is_own(bottom, variables)


def is_volatile(node: Node, variables: Mapping[str, Variable]) -> bool:
    bottom = root(node)
    variable = variables.get(bottom.variable) if bottom.kind is Kind.NAME else None
    pointee = variable is not None and "volatile" in variable.canonical
    return pointee or "volatile" in node.type
