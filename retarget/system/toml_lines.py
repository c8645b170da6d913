"""The lines on which the keys of a TOML text stand, which `tomllib` does not say."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]  # keys, and places in arrays from zero


def lines_of_keys(text: str) -> dict[Path, int]:
    """Where each key and table of a valid text begins, from one; all that one statement holds stands on its first line.

    A statement is the least run of lines that is a TOML text by itself.

    >>> lines_of_keys('a = 1\\n[t]\\nb = [\\n  2,\\n]\\n')
    {('a',): 1, ('t',): 2, ('t', 'b'): 3, ('t', 'b', 0): 3}
    """
    found: dict[Path, int] = {}
    lengths: dict[Path, int] = {}  # of arrays of tables
    table: Path = ()
    for line, statement in _statements(text):
        values = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _table(values, lengths)
            found.setdefault(table, line)
        for path in _paths(values, ()) if not statement.lstrip().startswith("[") else ():
            found.setdefault((*table, *path), line)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    pending, first = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        pending += f"{line}\n"
        try:
            tomllib.loads(pending)
        except tomllib.TOMLDecodeError:
            continue
        yield first, pending
        pending, first = "", number + 1


def _table(header: dict[str, Any], lengths: dict[Path, int]) -> Path:
    """The table that a header opens; counts it where it is one of an array."""
    path: Path = ()
    value: Any = header
    while isinstance(value, dict) and value:
        ((key, value),) = value.items()
        path = (*path, key)
        if isinstance(value, list):
            lengths[path] = lengths.get(path, 0) + 1
        if path in lengths:
            path = (*path, lengths[path] - 1)
    return path


def _paths(value: Any, path: Path) -> Iterator[Path]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _paths(inner, (*path, key))
