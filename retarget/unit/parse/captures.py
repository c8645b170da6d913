"""The captures of a lambda that declare variables of its own: `[x = f(y), &r = z]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clang import cindex

_K = cindex.CursorKind


def declaring(children: Sequence[cindex.Cursor]) -> Iterator[tuple[cindex.Cursor, cindex.Cursor | None]]:
    """Of the cursors below a lambda: each capture that declares a variable, with its value, where clang shows one.

    The value is the declaration's own: below the lambda libclang leaves out names alone, and heads of expressions.
    """
    for capture in children:
        declared = capture.referenced if capture.kind is _K.VARIABLE_REF else None
        if declared is not None and declared.location == capture.location:
            yield capture, next((c for c in declared.get_children() if c.kind.is_expression()), None)
