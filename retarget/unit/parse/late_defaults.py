"""Default arguments that definitions of a class template's members add outside of the class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from clang import cindex

from retarget.source.lexer import NAME, tokens
from retarget.source.text import Diagnostic, Span
from retarget.unit.parse.kinds import CURSORS, EXPRESSIONS, FUNCTIONS, OVERLOADED, children

COMPLAINT = "default arguments cannot be added to an out-of-line definition of a member of a class template"
_LITERALS = frozenset("true false nullptr sizeof unsigned signed int char long float double".split())


class LateDefaults:
    """The walk's finds: each default argument, and the parameter in the class that it belongs to. place: where a
    location is written, the path empty outside of the user's files; span: of a cursor; text: of a file by its path;
    complaints: where clang refuses one (it refuses those of member templates otherwise, and nvcc drops them)."""

    def __init__(
        self,
        place: Callable[[cindex.SourceLocation], tuple[str, int]],
        span: Callable[[cindex.Cursor], Span | None],
        text: Callable[[str], str],
        complaints: Iterable[Diagnostic],
    ) -> None:
        self._place, self._span, self._text = place, span, text
        self._refused = {(d.span.path, d.span.start) for d in complaints if d.span and d.message == COMPLAINT}
        self.found: list[tuple[Span, Span]] = []

    def declaration(self, cursor: cindex.Cursor) -> None:
        if cursor._kind_id not in FUNCTIONS or cursor.semantic_parent == cursor.lexical_parent:
            return
        pairs = zip(_parameters(cursor), _parameters(cursor.canonical), strict=False)
        added = [(self._moved(p, cursor.semantic_parent), self._span(first)) for p, first in pairs if self._default(p)]
        whole = [(written, there) for written, there in added if written and there]
        if len(whole) == len(added):
            self.found += whole

    def _moved(self, parameter: cindex.Cursor, owner: cindex.Cursor) -> Span | None:
        """Where the default argument of a parameter stands; none where it may not move."""
        added = self._default(parameter)
        if added is None or self._place(parameter.location) not in self._refused:
            return None
        written = self._span(added)
        return written if written and self._means_the_same(written, added, owner) else None

    def _default(self, parameter: cindex.Cursor) -> cindex.Cursor | None:
        """What a parameter is given: an expression behind a sign, which the size of an array is not."""
        listed = [c for c in children(parameter) if c._kind_id in EXPRESSIONS]
        written = self._span(listed[-1]) if listed else None
        is_given = written and self._text(written.path)[: written.start].rstrip().endswith("=")
        return listed[-1] if is_given else None

    def _means_the_same(self, written: Span, added: cindex.Cursor, owner: cindex.Cursor) -> bool:
        """Whether each name of a default argument is declared ahead of the class, or is a member of it."""
        known: set[str] = set()
        for cursor in (added, *_below(added)):
            if cursor._kind_id == OVERLOADED:
                return False
            named = cursor.referenced
            if named is None or not named.spelling:
                continue
            (path, at), (home, begin) = self._place(named.location), self._place(owner.extent.start)
            if path and named.semantic_parent != owner and (path != home or at >= begin):
                return False
            known.add(named.spelling)
        listed = tokens(self._text(written.path)[written.start : written.end])
        words = {t.text for t in listed if t.kind == NAME}
        return words <= known | _LITERALS  # no macros: they may mean another thing at the class


def is_asked(complaints: Iterable[Diagnostic]) -> bool:
    return any(d.message == COMPLAINT for d in complaints)


def _parameters(cursor: cindex.Cursor) -> list[cindex.Cursor]:
    return [c for c in children(cursor) if c._kind_id == CURSORS.PARM_DECL]


def _below(cursor: cindex.Cursor) -> Iterator[cindex.Cursor]:
    for child in children(cursor):
        yield child
        yield from _below(child)
