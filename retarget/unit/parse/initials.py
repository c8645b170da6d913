"""Values that stand in no body: of members, where these are declared, and of parameters."""

from __future__ import annotations

from collections.abc import Iterator

from clang import cindex

from retarget.unit.parse.kinds import children


def is_value(cursor: cindex.Cursor) -> bool:
    return bool(cursor.kind.is_expression())


def initial(member: cindex.Cursor) -> Iterator[cindex.Cursor]:
    """The value that a member is declared with; none of a bit field, whose width is an expression too."""
    if not member.is_bitfield():
        yield from [c for c in children(member) if is_value(c)][-1:]
