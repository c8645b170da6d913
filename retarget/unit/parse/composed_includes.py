"""Includes whose file a macro names, and the file that each one gets: `#include HEADER`, `#include HEADER(cufft)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from clang import cindex

from retarget.source.text import Span

_OPERAND = re.compile(r"#[ \t]*include(?:_next)?[ \t]*([A-Za-z_]\w*(?:[ \t]*\((?:[^()\n]|\([^()\n]*\))*\))?)")


class ComposedIncludes:
    """place: the path and offset of a location, the path empty outside of the user's files; text: that of a file by
    its path. names: by what a directive writes, the headers that it got, each time that it was read."""

    def __init__(self, place: Callable[[cindex.SourceLocation], tuple[str, int]], text: Callable[[str], str]) -> None:
        self._place, self._text = place, text
        self.names: dict[Span, frozenset[str]] = {}

    def see(self, directive: cindex.Cursor) -> None:
        path, start = self._place(directive.location)
        match = _OPERAND.match(self._text(path), start) if path else None
        if match:
            span = Span(path, *match.span(1))
            self.names[span] = self.names.get(span, frozenset()) | {directive.spelling}
