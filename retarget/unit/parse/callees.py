"""Which function a call means."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from clang import cindex
from msgspec import Struct

from retarget.source.lexer import NAME, tokens
from retarget.unit.parse.kinds import children, library
from retarget.unit.tree import of_library

_K = cindex.CursorKind
ASSIGNING = frozenset(f"operator{o}=" for o in ("", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"))
_FUNCTIONS = frozenset({_K.FUNCTION_DECL, _K.CXX_METHOD, _K.FUNCTION_TEMPLATE, _K.CONVERSION_FUNCTION, _K.CONSTRUCTOR,
                        _K.DESTRUCTOR})  # fmt: skip


class Callees(Struct, frozen=True):
    """`place` gives the place of a location in a file of the user's, `identity` that of a function."""

    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    identity: Callable[[cindex.Cursor], str]

    def called(self, function: cindex.Cursor) -> dict[str, Any]:
        """Which function it is, as fields of a node: the user's by its identity, another one by its header; nothing of
        those that the compiler makes, of its builtins, and of what the dynamic type of a user's object decides."""
        if function.kind not in _FUNCTIONS or function.is_default_method():
            return {}
        if function.is_virtual_method() and self.place(function.location)[0]:
            return {}
        own, parent = function.location, function.semantic_parent
        if own == (parent.location if parent else None):  # made by the compiler
            return {}
        if own == function.extent.start and function.kind is _K.FUNCTION_DECL:  # a builtin, declared by its use
            return {}
        if usr := self.users(function):
            return {"callee": usr}
        return {"home": os.path.basename(own.file.name)} if own.file else {}

    def users(self, function: cindex.Cursor) -> str:
        """The identity of a function of the user's."""
        return self.identity(function) if self.place(function.location)[0] else ""

    def unshown(self, function: cindex.Cursor) -> str:
        """What stands for a function that runs where no call shows it; empty of those that the compiler makes."""
        known = self.called(function)
        return known.get("callee", "") or (of_library(known["home"], function.spelling) if "home" in known else "")

    def overloaded(self, reference: cindex.Cursor, arguments: int) -> dict[str, Any]:
        """What is known of the function that a call in a template means, as fields of a node: the user's, where one
        alone takes as many arguments; else the header of another one. by_types: whether a namespace of the arguments
        may bring more."""
        lib = library()
        found, others, home, members = dict[str, bool](), False, "", False
        for i in range(lib.clang_getNumOverloadedDecls(reference)):
            candidate = lib.clang_getOverloadedDecl(reference, i)
            candidate._tu = reference._tu
            known = self.called(candidate)
            if identity := known.get("callee"):
                found[identity] = found.get(identity, False) or _takes(candidate, arguments)
                members = members or is_member(candidate)
            else:
                others, home = True, home or known.get("home", "")
        fitting = [identity for identity, takes in found.items() if takes] or list(found)
        if others or len(fitting) != 1:
            return {"home": home}
        return {"callee": fitting[0], "by_types": not members and not children(reference)}


def is_member(function: cindex.Cursor) -> bool:
    parent = function.semantic_parent
    return parent is not None and parent.kind in (_K.STRUCT_DECL, _K.CLASS_DECL, _K.CLASS_TEMPLATE)


def _takes(function: cindex.Cursor, arguments: int) -> bool:
    """Whether a function may be called with so many operands; those of a method may count its object."""
    listed = [c for c in children(function) if c.kind is _K.PARM_DECL]
    if any(p.type.spelling.endswith("...") for p in listed) or function.type.is_function_variadic():
        return True
    forms = (function, function.canonical, function.get_definition())
    defaults = max(_defaults(f) for f in forms if f is not None)
    given = (arguments, arguments - 1) if is_member(function) else (arguments,)
    return any(len(listed) - defaults <= n <= len(listed) for n in given)


def _defaults(function: cindex.Cursor) -> int:
    parameters = (c for c in children(function) if c.kind is _K.PARM_DECL)
    return sum(any(v.kind.is_expression() for v in children(p)) for p in parameters)


def last_name(text: str) -> str:
    """Of `a.template f<true>` it is `f`, of `table[k]` it is `table`."""
    found, depth = "", 0  # in one pass, also where what stands there does not balance
    for token in tokens(text):
        if token.kind == NAME and not depth and token.text not in ("template", "this"):
            found = token.text
        depth += {"<": 1, "<<": 2, ">": -1, ">>": -2, "[": 1, "]": -1, "(": 1, ")": -1}.get(token.text, 0)
    return found


def dependent_operator(operands: list[cindex.Cursor]) -> str:
    """The operator of a template's expression whose types decide whether it is a function: its name stands behind the
    first operand."""
    named = (c.spelling for o in operands[1:2] for c in children(o) if c.kind is _K.OVERLOADED_DECL_REF)
    return next((n for n in named if n.startswith("operator")), "")
