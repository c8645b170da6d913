"""The parts of a coarsened form: pieces that each instance runs, and what stands once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from retarget.unit.tree import Node


class Role(StrEnum):
    WHOLE = "whole"  # a statement as it is
    VALUE = "value"  # the right-hand side of a store
    STORE = "store"  # the store of that value
    TEST = "test"  # the condition of an `if` around all that follows: who fails it is done


class Part(Struct, frozen=True):
    """A statement of a piece. `number` ties a value to its store; asked: names in operands that nothing evaluates."""

    node: Node
    role: Role = Role.WHOLE
    number: int = 0
    asked: tuple[Node, ...] = ()

    def nodes(self) -> Iterator[Node]:
        """What of the statement the part holds."""
        yield from self.asked
        if self.role is Role.VALUE:
            yield from self.node.parts[1].walk()
            if self.node.name != "=":
                yield from self.node.parts[0].walk()
        elif self.role in (Role.STORE, Role.TEST):
            yield from self.node.parts[0].walk()
        else:
            yield from self.node.walk()


class Piece(Struct, frozen=True):
    """What each instance runs in one go. kills: whether an instance may end here."""

    parts: tuple[Part, ...]
    kills: bool = False
    reads: bool = False
    writes: bool = False


class Once(Struct, frozen=True):
    """A statement that stands for all instances."""

    node: Node


class Shared(Struct, frozen=True):
    """A declaration of shared memory."""

    node: Node


class Jam(Struct, frozen=True):
    """Control flow that all instances go through together; `bodies` in the order of the statement's parts. `varying`
    holds what a `for` head does for each instance: before the loop, and at the end of each turn."""

    node: Node
    bodies: tuple[tuple[Item, ...], ...]
    before: tuple[Item, ...] = ()
    after: tuple[Item, ...] = ()


class CaseLabel(Struct, frozen=True):
    """`case X:` or `default:` of a switch that all instances go through together."""

    node: Node
    items: tuple[Item, ...]


Item = Piece | Once | Shared | Jam | CaseLabel


def pieces(items: Iterable[Item]) -> Iterator[Piece]:
    return (i for i in all_items(items) if isinstance(i, Piece))


def all_items(items: Iterable[Item]) -> Iterator[Item]:
    """Every item, in the order of the text."""
    for item in items:
        if isinstance(item, Jam):
            yield from all_items(item.before)
        yield item
        if isinstance(item, Jam):
            for body in item.bodies:
                yield from all_items(body)
            yield from all_items(item.after)
        elif isinstance(item, CaseLabel):
            yield from all_items(item.items)


def statements(items: Iterable[Item]) -> Iterator[Node]:
    for item in all_items(items):
        if isinstance(item, Piece):
            yield from (p.node for p in item.parts)
        elif isinstance(item, Once | Shared):
            yield item.node
