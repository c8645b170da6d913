"""Lambdas that are written again where a later piece names them.

    auto at = [=](int i) { return base + i; };         auto at = [=](int i) { return base + i; };    in each piece
    __syncthreads();                             -->   ...
    out[at(1)] = s[t];

Legal where the lambda means the same there. It captures by reference, or copies what keeps the value that its
declaration gave it: nothing assigns it, and no address or reference is taken of it. It is not `mutable`. No name in it
is one that others may hide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from retarget.analysis.assignments import assigned, lvalues
from retarget.analysis.dependence import Dependence
from retarget.analysis.lvalues import root
from retarget.schedule.form.spelling import SCALAR
from retarget.source import brackets
from retarget.source.lexer import Token, code
from retarget.unit.tree import Kind, Node, Storage

_AUTOMATIC = (Storage.LOCAL, Storage.PARAMETER)  # no lambda captures any other


class Captures(Struct, frozen=True):
    """What a lambda captures, by its text: by name, or all else by a default. is_whole: nothing else, such as `this`, a
    pack, or what has a value of its own."""

    default: str = ""  # "=", "&", or none
    copied: frozenset[str] = frozenset()
    referred: frozenset[str] = frozenset()
    is_whole: bool = False

    def copies(self, name: str) -> bool:
        """What nothing says to be referred to: a macro may bring a capture."""
        return name in self.copied or (self.default != "&" and name not in self.referred)


def captures(words: Sequence[Token]) -> Captures:
    """words: of a lambda; where these do not begin with its captures, a macro brings them."""
    end = brackets.closing(words, 0, own_directive=False) if words and words[0].text == "[" else None
    if end is None:
        return Captures()
    listed = [[t.text for t in words[a:b]] for a, b in brackets.parts(words, 1, end)]
    default = listed[0][0] if listed[:1] in ([["="]], [["&"]]) else ""
    named = listed[bool(default) :]
    copied, referred = [c[0] for c in named if len(c) == 1], [c[1] for c in named if len(c) == 2 and c[0] == "&"]
    is_whole = len(copied) + len(referred) == len(named) and "this" not in copied
    return Captures(default, frozenset(copied), frozenset(referred), is_whole)


class Lambdas(Struct, frozen=True, dict=True):
    """Of a kernel, those that variables hold; text: of a node."""

    known: Dependence
    text: Callable[[Node], str]

    def keeps_meaning(self, key: str) -> bool:
        """Whether a lambda means the same later on."""
        held = self.known.effects.lambdas[key]
        return all(map(self._is_settled, self._copied(held)))

    def _copied(self, held: Node) -> frozenset[str]:
        """The variables that a lambda may copy; "" where its captures are not followed, or it changes copies."""
        words, variables = code(self.text(held)), self.known.function.variables
        found = captures(words)
        if not found.is_whole or any(t.text == "mutable" for t in words):
            return frozenset({""})
        inner = {n.variable for n in held.of(Kind.VARIABLE)}
        named = {n.variable for n in held.walk() if n.variable in variables} - inner
        automatic = (key for key in named if variables[key].storage in _AUTOMATIC)
        return frozenset(key for key in automatic if found.copies(variables[key].name))

    def _is_settled(self, key: str) -> bool:
        """Whether a variable is a number, a pointer or a lambda that keeps its first value."""
        if key in self.known.effects.lambdas:
            return self.keeps_meaning(key)
        variable = self.known.function.variables.get(key)
        return (
            variable is not None
            and variable.storage in _AUTOMATIC
            and key not in self._changing
            and not (variable.is_volatile or variable.is_reference)
            and SCALAR.fullmatch(variable.canonical) is not None
        )

    @cached_property
    def _changing(self) -> frozenset[str]:
        """The variables that something may change after their declaration."""
        held = self.known.effects.lambdas
        reached = (v - self._copied(held[k]) if k in held else v for k, v in self.known.aliases.items())
        return frozenset(self._changed()).union(*reached)

    def _changed(self) -> Iterator[str]:
        body, variables = self.known.function.body, self.known.function.variables
        for part in (body, *(p for made in body.of(Kind.LAMBDA) for p in made.parts)):
            for target, _ in assigned(part, variables, self.known.effects):
                if target.kind is not Kind.VARIABLE:
                    yield root(target).variable
        for node in body.walk():
            if node.kind is Kind.ASSIGN or (node.kind is Kind.UNARY and node.name.endswith(("++", "--"))):
                yield from (root(lvalue).variable for lvalue in lvalues(node.parts[0]))
            elif self._may_hold(node):
                yield from (n.variable for part in node.parts for n in part.of(Kind.NAME))

    def _may_hold(self, node: Node) -> bool:
        """Whether a node may give its parts to something that changes them later."""
        variable = self.known.function.variables.get(node.variable)
        is_bound = node.kind is Kind.VARIABLE and (variable is None or variable.is_reference)
        return is_bound or node.kind in (Kind.ASM, Kind.EACH) or (node.kind is Kind.UNARY and node.name == "&")
