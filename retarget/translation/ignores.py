"""Comments by which a source says that what a rule says of a line is known: `retarget: ignore[rule, rule]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from retarget.source.lexer import COMMENT, tokens
from retarget.source.text import Source, Span

RULE = "ignore"  # of what is said of such comments
_COMMENT = re.compile(r"/[/*]+\s*retarget:\s*ignore\b(?:\s*\[([^\]]*)\])?")


@dataclass(frozen=True)
class Ignore:
    """Such a comment. rules: none where it names none; line: the one that it is for, from one."""

    span: Span
    rules: tuple[str, ...]
    line: int
    source: Source = field(repr=False, compare=False)

    @property
    def path(self) -> str:
        return self.span.path

    @property
    def place(self) -> str:
        return f"{self.path}:{self.source.position(self.span.start)[0]}"


def ignores(source: Source) -> Iterator[Ignore]:
    """Each is for the line that it stands on; where no code stands there, for the next line that has some.

    A comment within a directive, or at the end of a line that a backslash carries on, is for its own line too.
    """
    if not _COMMENT.search(source.text):
        return
    listed = tokens(source.text)
    coded = sorted({line for t in listed if t.kind != COMMENT for line in _lines(source, t.start, t.end)})
    for token in listed:
        found = _COMMENT.match(token.text) if token.kind == COMMENT else None
        if found is None:
            continue
        first, last = source.position(token.start)[0], source.position(token.end)[0]
        own = [line for line in (first, last) if line in coded]
        line = own[0] if own else next((line for line in coded if line > last), last)
        rules = tuple(dict.fromkeys(filter(None, (r.strip() for r in (found[1] or "").split(",")))))
        yield Ignore(source.span(token.start, token.end), rules, line, source)


def _lines(source: Source, start: int, end: int) -> range:
    return range(source.position(start)[0], source.position(end)[0] + 1)
