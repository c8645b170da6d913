"""What an expression assigns: which lvalues, and on what their new values depend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from retarget.analysis import device_calls
from retarget.analysis.effects import NEW, EffectsOf
from retarget.analysis.lvalues import GIVEN, is_row, keeps_root, leads_on, root
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_LVALUES = frozenset({Kind.NAME, Kind.INDEX, Kind.MEMBER, Kind.UNARY, Kind.CONDITIONAL, Kind.BINARY, Kind.ASSIGN,
                      Kind.CALL})  # fmt: skip
_READING = re.compile(r"const (?!type-parameter)[^*&]*[*&][^*&]*")  # behind a template's parameter may hide a pointer


def assigned(node: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> Iterator[tuple[Node, Node | None]]:
    """The lvalues that an expression changes, each with the expression that gives its value.

    An argument whose address, or a reference to which, is handed to a function may be changed by it. Where a condition
    of the expression decides, the value counts it in.
    """
    for n, under in _walked(node, effects, ()):
        yield from _under(_assigned(n, variables, effects), under)


def _under(listed: Iterator[tuple[Node, Node | None]], under: tuple[Node, ...]) -> Iterator[tuple[Node, Node | None]]:
    """What is assigned where conditions decide whether it is."""
    for target, value in listed:
        for lvalue in lvalues(target):
            chosen = under if lvalue is target else (*under, target)
            yield lvalue, (_counting(value, chosen) if chosen else value)


def _lambda(node: Node, effects: EffectsOf) -> Node | None:
    """The lambda that an expression is, or that the variable holds that it names."""
    return node if node.kind is Kind.LAMBDA else effects.lambdas.get(node.variable) if node.kind is Kind.NAME else None


def _assigned(n: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> Iterator[tuple[Node, Node | None]]:
    for part in () if n.kind is Kind.VARIABLE else n.parts:
        if (held := _lambda(part, effects)) is not None:  # whoever is handed it gives it arguments
            yield from ((p, n) for p in held.parts[:-1])
    if n.kind is Kind.VARIABLE:
        if n.parts:
            yield n, n.parts[0]
    elif n.kind is Kind.CALL and n.variable in effects.lambdas:
        held = effects.lambdas[n.variable]
        yield from ((p, n) for p in held.parts[:-1])
        for inner, under in _walked(effects.lambdas[n.variable], effects, ()):
            yield from _under(_assigned(inner, variables, effects), under)
    elif n.kind is Kind.ASM:  # which of its operands it writes stands in its text
        yield from ((p, n) for p in n.parts if any(True for _ in p.of(Kind.NAME)))
    elif n.kind is Kind.ASSIGN and len(n.parts) == 2:
        yield n.parts[0], (n.parts[1] if n.name == "=" else n)
    elif n.kind is Kind.UNARY and n.name.endswith(("++", "--")) and n.parts:
        yield n.parts[0], n.parts[0]
    elif n.kind is Kind.OTHER and n.name == NEW and n.parts:
        if n.parts[0].type.endswith(("*", "]")):  # where it makes the object
            yield Node(Kind.UNARY, n.span, n.parts[:1], name="*", type=n.type.removesuffix("*").rstrip()), n.parts[-1]
    elif n.kind in (Kind.CALL, Kind.CONSTRUCT):
        for argument in n.parts:
            handed = _handed(argument, n, variables, effects)
            if handed is not None:
                yield handed, n
        if n.variable in variables and not (n.keeps_object and effects.keeps_constants):  # a functor may change itself
            yield Node(Kind.NAME, n.span, name=n.name, variable=n.variable), n


def _counting(value: Node | None, under: tuple[Node, ...]) -> Node:
    """The value of what is assigned where conditions decide whether it is."""
    parts = under if value is None else (value, *under)
    return Node(Kind.OTHER, parts[0].span, parts)


def lvalues(target: Node) -> Iterator[Node]:
    """The lvalues that an expression in front of `=` may mean, each with a variable at its bottom, where it has one."""
    if target.kind in (Kind.NAME, Kind.VARIABLE):
        yield target
    elif target.kind in (Kind.INDEX, Kind.MEMBER) or (target.kind is Kind.UNARY and target.name in ("*", "&")):
        for first in lvalues(target.parts[0]) if target.parts else ():
            yield target if first is target.parts[0] else replace(target, parts=(first, *target.parts[1:]))
    elif target.kind is Kind.CONDITIONAL:
        yield from (l for arm in target.parts[1:] for l in lvalues(arm))
    elif target.kind is Kind.BINARY and target.name == ",":
        yield from lvalues(target.parts[1])
    elif target.kind is Kind.BINARY and any(p.type.endswith(("*", "]")) for p in target.parts):
        pointer = next(p for p in target.parts if p.type.endswith(("*", "]")))
        for first in lvalues(pointer):
            yield target if first is pointer else first
    elif target.kind in (Kind.ASSIGN, Kind.UNARY) and target.parts:
        yield from lvalues(target.parts[0])
    elif any(True for _ in target.of(Kind.NAME)):
        for name in target.of(Kind.NAME):  # of a call, say: it gives a reference to what it was handed
            yield Node(Kind.UNARY, target.span, (name,), name=GIVEN, type=target.type)
    else:
        yield target


def _walked(node: Node, effects: EffectsOf, under: tuple[Node, ...]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The node and all below it, less the bodies of lambdas that variables hold, which run when they are called: each
    with the conditions inside of the node that decide whether it is done."""
    yield node, under
    if node.kind is Kind.VARIABLE and node.variable in effects.lambdas:
        for captured in effects.lambdas[node.variable].parts[:-1]:
            yield from _walked(captured, effects, under)
        return
    if node.kind is Kind.NAME and node.variable in effects.lambdas:  # handed on: whoever has it may call it
        yield from _walked(effects.lambdas[node.variable], effects, under)
    inside = under
    if node.kind in (Kind.CONDITIONAL, Kind.IF, Kind.WHILE, Kind.FOR, Kind.DO, Kind.SWITCH):
        inside = (*under, node.condition)
    elif node.kind is Kind.BINARY and node.name in ("&&", "||"):
        inside = (*under, node.parts[0])
    elif node.kind is Kind.CALL and any(_lambda(p, effects) is not None for p in node.parts):
        inside = (*under, node)  # it may call what it is handed, or not
    elif node.kind is Kind.LAMBDA:  # a return may leave it
        inside = (*under, *(n.condition for n in node.of(Kind.IF, Kind.WHILE, Kind.FOR, Kind.DO, Kind.SWITCH)))
    for part in node.parts:
        yield from _walked(part, effects, inside)


def _handed(argument: Node, call: Node, variables: Mapping[str, Variable], effects: EffectsOf) -> Node | None:
    """The variable that a call may change through this argument."""
    if argument.kind is Kind.UNARY and argument.name == "&" and argument.parts:
        return argument.parts[0]
    is_kept = call.keeps_object and effects.keeps_constants and argument is call.parts[0]
    if is_kept or argument.kind not in _LVALUES:
        return None
    for lvalue in lvalues(argument):
        bottom = root(lvalue)
        variable = variables.get(bottom.variable)
        if variable is None or bottom.kind is not Kind.NAME:
            continue
        is_own_array = variable.is_array and variable.storage is not Storage.CONSTANT
        if is_own_array and (lvalue.type.endswith("]") or lvalue is bottom):
            return argument
        meant = effects.meant(call)
        if is_row(lvalue, variables) and any(_stores(parameter(call, argument, f), f, effects) for f in meant):
            return argument
        if meant:
            by_reference = any(_changes(parameter(call, argument, f), variable, effects) for f in meant)
        else:
            by_reference = device_calls.takes_references(call.name, call.home)
            by_reference |= call.callee != "" and not variable.is_pointer
        if by_reference:
            return argument
    return None


def runs(node: Node, effects: EffectsOf) -> Iterator[Node]:
    """What runs functions that may change what they are handed: calls, and operators of classes that store."""
    for n in node.walk():
        is_call = n.kind in (Kind.CALL, Kind.CONSTRUCT)
        if is_call or (n.callee and any(effects.function(f).writes for f in effects.meant(n))):
            yield n


def changes_root(target: Node, effects: EffectsOf) -> bool:
    """Whether a store to an lvalue may change the variable at its bottom, and not only what its pointers lead to."""
    return not (keeps_root(target) and effects.keeps_constants) and not leads_on(target)


def _stores(taken: Variable | None, function: Function, effects: EffectsOf) -> bool:
    """Whether a function may change an array that it gets as this parameter."""
    reads = taken is not None and _READING.fullmatch(taken.canonical)
    return not reads and effects.function(function).writes


def _changes(taken: Variable | None, variable: Variable, effects: EffectsOf) -> bool:
    """Whether a function may change a variable that it gets as this parameter."""
    if taken is None:
        return not variable.is_pointer
    return taken.is_reference and not (taken.canonical.startswith("const ") and effects.keeps_constants)


def parameter(call: Node, argument: Node, function: Function) -> Variable | None:
    """The parameter that takes an argument of a call; None of the object of a method, and of what an ellipsis takes.

    Where a pack takes arguments, one of the function's references counts, if it has any: which one is not known here.
    """
    listed = function.parameters
    at = next(i for i, p in enumerate(call.parts) if p is argument)
    if any(p.is_pack for p in listed):
        bound = next((p for p in listed if p.is_reference and not p.canonical.startswith("const ")), None)
        return None if bound is None and at == 0 and function.is_member else bound or listed[-1]
    at -= len(call.parts) - len(listed)
    return listed[at] if 0 <= at < len(listed) else None
