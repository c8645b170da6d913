"""Which shared arrays the blocks that one physical block runs at one time can have in common.

    __shared__ float tile[16][16];                  __shared__ float tile_[replicas_along(Y)][16][16];
    tile[ty][tx] = a[blockIdx.y][ty][tx];    -->    for each instance: tile_[its y][ty][tx] = ...

An array is replicated along those axes alone on which its contents depend: along the others every instance writes the
same values at the same places.

Legal, for instances of one thread: pieces keep them together, so that none writes before all have read, if
- no piece both reads and writes the array: one instance would see, or update, what another one wrote;
- it is written by plain assignments; no atomic, address, function or lambda reaches it, and it is not volatile.
Blocks that are packed side by side run on threads of their own, which nothing keeps together: each has its own array.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from retarget.analysis.dependence import BLOCK, Axes, Dependence
from retarget.analysis.lvalues import root
from retarget.schedule.form.items import Item, Part, Piece, Role, pieces
from retarget.unit.tree import Kind, Node, Storage


def replicated(items: Sequence[Item], dependence: Dependence, block_axes: Axes) -> dict[str, Axes]:
    """By key of each array of static shared memory: the axes along which it has a replica for each block."""
    variables = dependence.function.variables
    named = [k for k, v in variables.items() if v.storage is Storage.SHARED]
    reached = _reached(dependence.function.body, dependence)
    common = {k for k in named if k not in reached and all(_is_told_apart(p, k) for p in pieces(items))}
    own = {k: dependence.variables.get(k, frozenset()) & BLOCK for k in common}
    return {k: own.get(k, block_axes) & block_axes for k in named}


def _reached(body: Node, dependence: Dependence) -> set[str]:
    """Arrays that are used otherwise than element by element."""
    variables = dependence.function.variables
    found = {k for held in dependence.aliases.values() for k in held}
    found |= {n.variable for l in body.of(Kind.LAMBDA) for n in l.of(Kind.NAME)}
    found |= {k for k, v in variables.items() if v.is_volatile}
    elements = {id(root(n)) for n in _accesses(body)}
    found |= {n.variable for n in body.of(Kind.NAME) if id(n) not in elements}
    for node in body.walk():
        if node.kind is Kind.CALL or (node.kind is Kind.UNARY and node.name == "&"):  # by reference, or by address
            found |= {root(part).variable for part in node.parts}
    return found


def _accesses(node: Node) -> Iterator[Node]:
    """The outermost subscripts and fields: `a[i].x`, not the `a[i]` and the `a` in it; and plain names."""
    if node.kind in (Kind.INDEX, Kind.MEMBER, Kind.NAME) and root(node).kind is Kind.NAME:
        if not node.type.endswith("]"):
            yield node
        while node.kind in (Kind.INDEX, Kind.MEMBER):
            for part in node.parts[1:]:
                yield from _accesses(part)
            node = node.parts[0]
        return
    for part in node.parts:
        yield from _accesses(part)


def _is_told_apart(piece: Piece, key: str) -> bool:
    """Whether a piece reads an array, or writes it by plain assignments, and not both."""
    changes = [c for part in piece.parts for c in _changes(part) if root(c.parts[0]).variable == key]
    written = [c for c in changes if c.kind is Kind.ASSIGN]
    if not changes:
        return True
    if len(written) < len(changes) or any(c.name != "=" for c in written if not _is_stored_apart(c, piece)):
        return False
    count = sum(n.variable == key for part in piece.parts for n in part.nodes() if n.kind is Kind.NAME)
    return count == len(written)


def _is_stored_apart(change: Node, piece: Piece) -> bool:
    """Whether the value is computed before any instance stores."""
    return any(part.role is Role.STORE and part.node is change for part in piece.parts)


def _changes(part: Part) -> Iterable[Node]:
    """The assignments and increments that a part does."""
    if part.role is Role.STORE:
        return (part.node,)
    if part.role is not Role.WHOLE:
        return ()
    return (n for n in part.node.of(Kind.ASSIGN, Kind.UNARY) if n.kind is Kind.ASSIGN or n.name.endswith(("++", "--")))
