"""Device functions as trees of statements and expressions: frozen values that analyses read and rewrites quote.

A node keeps the place where it is written; what a macro brings has the place of the macro's use. Rewrites quote the
user's text by these places and never print a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from retarget.source.text import Span

INDICES = ("threadIdx", "blockIdx", "blockDim", "gridDim")  # CUDA's built-in variables that tell a thread its place


class Kind(StrEnum):
    """Statements first. `parts` of each, absent ones being NONE:"""

    BLOCK = "block"  # statements
    DECLARE = "declare"  # VARIABLE ...
    IF = "if"  # condition, then, else
    FOR = "for"  # initialisation, condition, increment, body
    EACH = "each"  # a range-based for: whatever it holds, body last
    WHILE = "while"  # condition, body
    DO = "do"  # body, condition
    SWITCH = "switch"  # value, body
    CASE = "case"  # value, statement
    DEFAULT = "default"  # statement
    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"  # value
    GOTO = "goto"  # `name` is the label's; empty where the place is computed
    LABEL = "label"  # statement; `name`
    ASM = "asm"  # operands
    EMPTY = "empty"
    # Expressions
    VARIABLE = "variable"  # a declared variable inside of DECLARE: its initialiser, or none
    NAME = "name"  # of the variable `variable`
    BUILTIN = "builtin"  # threadIdx.x, or threadIdx where the whole is named
    LITERAL = "literal"
    MEMBER = "member"  # object; `name` is the field's
    INDEX = "index"  # base, subscript
    CALL = "call"  # object where it is a method's, arguments; `name` is the function's
    CONSTRUCT = "construct"  # arguments
    UNARY = "unary"  # operand; `name` is the operator, with `post` in front of those behind their operand
    BINARY = "binary"  # left, right
    ASSIGN = "assign"  # left, right; `name` is `=`, `+=`, ...
    CONDITIONAL = "conditional"  # condition, left, right
    LIST = "list"  # elements in braces
    LAMBDA = "lambda"  # VARIABLE ... (its parameters), body
    LAUNCH = "launch"
    OTHER = "other"  # operands
    NONE = "none"


IN_EXPRESSION = "({})"  # names a LAMBDA that GNU's statements in an expression are read as
UNREAD = "?"  # begins the name of an OTHER of which no analysis knows what it does; clang's name of it follows
IN_FRONT = f"{UNREAD}a statement in front of a condition or range"
STATEMENTS = frozenset(list(Kind)[: list(Kind).index(Kind.VARIABLE)])
LOOPS = frozenset({Kind.FOR, Kind.EACH, Kind.WHILE, Kind.DO})


def of_library(home: str, name: str) -> str:
    """What stands for a library's function in the place of clang's identity of one of the user's."""
    return f"{UNREAD}{home} {name}"


def library_function(identity: str) -> tuple[str, str] | None:
    """The header and the name of a library's function; None of one of the user's."""
    home, _, name = identity.removeprefix(UNREAD).partition(" ")
    return (home, name) if identity.startswith(UNREAD) else None


@dataclass(frozen=True, slots=True)  # a large unit has millions
class Node:
    """type: canonical; spelled: as clang spells it, with the names of template parameters. callee: clang's
    identity of a called function of the user's; home: the header of a called function that is not the user's;
    keeps_object: a method that does not change its object; by_types: a call in a template, for which the types of its
    arguments may choose another function of the callee's name; whole: the place with the brackets and casts around it;
    casts: the arithmetic types that it is converted to, written or not, the innermost first; drops_const: a cast gives
    a way to change what it may not."""

    kind: Kind
    span: Span
    parts: tuple[Node, ...] = ()
    name: str = ""
    variable: str = ""
    type: str = ""
    spelled: str = ""
    callee: str = ""
    home: str = ""
    keeps_object: bool = False
    by_types: bool = False
    whole: Span | None = None
    casts: tuple[str, ...] = field(default=(), compare=False)
    drops_const: bool = field(default=False, compare=False)

    def __hash__(self) -> int:
        """By the place alone: a tree's hash would visit all that is below."""
        return hash((self.kind, self.span))

    @property
    def condition(self) -> Node:
        """Of a control statement: the expression that decides; NONE where a `for` has none."""
        return self.parts[1 if self.kind in (Kind.FOR, Kind.DO) else 0]

    def but(self, **fields: Any) -> Node:
        """With other values of some fields: `replace`, at less cost."""
        made = object.__new__(Node)
        for name in _FIELDS:
            object.__setattr__(made, name, fields[name] if name in fields else getattr(self, name))
        return made

    @property
    def outer(self) -> Span:
        """The place to quote an expression from."""
        return self.whole or self.span

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in the order of the text."""
        waiting = [self]  # a generator below a generator would cost each node its depth
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.parts[::-1]

    def of(self, *kinds: Kind) -> Iterator[Node]:
        return (n for n in self.walk() if n.kind in kinds)


_FIELDS = Node.__slots__


class Storage(StrEnum):
    """Where a variable lives."""

    PARAMETER = "parameter"
    LOCAL = "local"
    SHARED = "shared"
    DYNAMIC = "dynamic"  # `extern __shared__`
    GLOBAL = "global"  # `__device__`, `__managed__`, textures
    CONSTANT = "constant"  # `__constant__`, and what is constant on the host too


@dataclass(frozen=True)
class TypeLayout:
    """What a type consists of. size: its bytes; members: the offsets of numbers and addresses, with their canonical
    types."""

    size: int
    members: tuple[tuple[int, str], ...]


# A pointer's or a reference's, at the end of its type: `int *const __restrict`.
OWN_QUALIFIERS = re.compile(r"(?<=[*&])(?: ?(?:const|volatile|__restrict))+$")


def is_pointer(kind: str) -> bool:
    return OWN_QUALIFIERS.sub("", kind).endswith("*")


@dataclass(frozen=True, slots=True)
class Variable:
    """type: as clang spells it (`auto` resolved); bytes: its size, or None where it depends on a template.
    is_default: whether the type can be made with no arguments. layout: of a parameter that is an object, or points to
    objects, where it is known."""

    key: str
    name: str
    type: str
    canonical: str
    span: Span
    name_start: int
    storage: Storage
    bytes: int | None = None
    is_default: bool = True
    is_volatile: bool = False
    is_plain: bool = False  # no address can be in it
    layout: TypeLayout | None = None
    is_aligned: bool = False  # its declaration asks for an alignment, whatever that of its type
    is_assignable: bool = True  # by device code

    @property
    def is_pack(self) -> bool:
        return self.canonical.endswith("...")

    @property
    def is_reference(self) -> bool:
        return self.canonical.removesuffix("...").endswith("&")

    @property
    def is_pointer(self) -> bool:
        return is_pointer(self.canonical.removesuffix("..."))

    @property
    def is_array(self) -> bool:
        return self.canonical.endswith("]")

    @property
    def is_const(self) -> bool:
        """Whether the variable itself, or an array's element, is; what it points to may be."""
        element = replace(self, canonical=self.canonical.partition("[")[0].strip()) if self.is_array else self
        own = OWN_QUALIFIERS.search(element.canonical)
        return (own is not None and "const" in own[0]) or (
            element.canonical.startswith("const ") and not element.is_pointer
        )


@dataclass(frozen=True)
class Function:
    """A device function's definition.

    head: from its first word to the bracket of its parameters; template: the span of `template <...>`, if any.
    variables: all that its body and parameters name, by key. is_written: no macro spells it, so that there is a
    text to quote and to change; lacks_parameters: but for its parameters. ends: where objects are made, the
    destructors of the user's that run at their end, by clang's identity. defaults: the parameters' default
    arguments. scope: what finds it from anywhere with its name behind, such as `::ns::`; none of a friend that a
    class alone declares. declared: the places of its declarations that are no definition, each with where its name
    begins. mentions: the types, templates and enumerators that its text names: where, the name, and clang's
    identity, which template parameters and its own types lack. is_lambda: host code made it for the device, so that
    the calls are not seen. undivided: where assignments stand whose value is not computed apart: a class's own operator
    other than `=` does, or no arguments make a value of its type. unshown:
    functions that run with its objects, or in an instance of a template, and that its tree does not show: the user's,
    and those of libraries (`of_library`). is_settled: of a template, whether its instances say what each of their calls
    runs; None where it has none.
    """

    name: str
    usr: str
    span: Span
    name_span: Span
    parameters: tuple[Variable, ...]
    parameter_spans: tuple[Span, ...]
    body: Node
    variables: dict[str, Variable] = field(hash=False)  # compared, but no dictionary has a hash
    template: Span | None
    template_names: tuple[str, ...]
    is_kernel: bool
    is_member: bool
    result: str
    is_written: bool = True
    ends: tuple[tuple[Span, str], ...] = ()
    defaults: tuple[Node, ...] = ()
    scope: str = ""
    declared: tuple[tuple[Span, int], ...] = ()
    mentions: tuple[tuple[int, str, str], ...] = ()
    is_lambda: bool = False
    undivided: frozenset[tuple[str, int]] = frozenset()
    unshown: frozenset[str] = frozenset()
    is_settled: bool | None = None
    lacks_parameters: bool = False

    @property
    def has_c_linkage(self) -> bool:
        """Whether it stands in `extern "C"`, where there are no templates: its identity then lists no parameters."""
        return "#" not in self.usr

    def sized(self, instance: Function) -> Function:
        """The function of a template, with what its variables need in an instance: room, and values to begin with; and
        with what that runs."""
        run = {n.callee for n in instance.body.walk() if n.callee}.union(usr for _, usr in instance.ends)
        is_settled = bool(instance.is_settled) and self.is_settled is not False
        return replace(self.resized(instance), unshown=self.unshown | instance.unshown | run, is_settled=is_settled)

    def resized(self, other: Function) -> Function:
        """The function with what its variables need in another that has the same text: room, and values to begin
        with."""
        variables = dict(self.variables)
        for key, made in other.variables.items():
            if known := variables.get(key):
                size = known.bytes if made.bytes is None else max(made.bytes, known.bytes or 0)
                variables[key] = replace(
                    known, bytes=size, is_default=known.is_default and made.is_default,
                    is_assignable=known.is_assignable and made.is_assignable,
                )  # fmt: skip
        parameters = tuple(variables[p.key] for p in self.parameters)
        return replace(self, variables=variables, parameters=parameters, undivided=self.undivided | other.undivided)
