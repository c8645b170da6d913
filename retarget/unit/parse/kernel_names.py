"""Where a kernel is named, by whatever spelling: `&KERNEL(add)`, `run(add<int>)`, and in its launches too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.kinds import FUNCTIONS, GLOBAL, OVERLOADED, children, identity, library


class KernelNames:
    """span: of a cursor; found: the kernels' identities, each with the place of a name."""

    def __init__(self, span: Callable[[cindex.Cursor], Span | None]) -> None:
        self.span = span
        self.found: list[tuple[str, Span]] = []
        self._known: dict[int | None, str] = {}  # identities by clang's addresses; empty for all but kernels

    def see(self, cursor: cindex.Cursor) -> None:
        for target in _meant(cursor):
            address = target.data[0]
            if address not in self._known:
                is_kernel = target._kind_id in FUNCTIONS and any(c._kind_id == GLOBAL for c in children(target))
                self._known[address] = identity(target) if is_kernel else ""
            if (usr := self._known[address]) and (place := self.span(cursor)):
                self.found.append((usr, place))


def _meant(cursor: cindex.Cursor) -> Iterator[cindex.Cursor]:
    if cursor._kind_id != OVERLOADED:
        if (target := cursor.referenced) is not None:
            yield target
        return
    lib = library()
    for at in range(lib.clang_getNumOverloadedDecls(cursor)):
        target = lib.clang_getOverloadedDecl(cursor, at)
        target._tu = cursor._tu
        yield target
