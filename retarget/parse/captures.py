"""The captures of a lambda that declare variables of its own: `[x = f(y), &r = z]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clang import cindex

_K = cindex.CursorKind


def declaring(children: Sequence[cindex.Cursor]) -> Iterator[tuple[cindex.Cursor, tuple[cindex.Cursor, ...]]]:
    """Of the cursors below a lambda: each capture that declares a variable, with what may give its value.

    All captures come by their names, and then the values of all of them in the same order.
    """
    named = [c for c in children if c.kind is _K.VARIABLE_REF]
    values = tuple(c for c in children if c.kind.is_expression())
    for at, capture in enumerate(named):
        declared = capture.referenced
        if declared is not None and declared.location == capture.location:
            yield capture, values[at : at + 1] if len(values) == len(named) else values
