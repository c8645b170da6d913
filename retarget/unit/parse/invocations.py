"""Uses of macros in the user's files, and the places of what stands in them in part."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from itertools import pairwise

from msgspec import Struct, field

from retarget.source.brackets import PAIRS, turn
from retarget.source.lexer import tokens
from retarget.source.text import Span


class _MacroUse(Struct, frozen=True):
    """One use of a macro that stands in no other, with those in its arguments. cuts: the bracket in front of its
    arguments, the commas between them, the bracket behind them."""

    span: Span
    cuts: tuple[int, ...]
    inner: tuple[_MacroUse, ...] = ()

    def all(self) -> Iterable[_MacroUse]:
        for use in self.inner:
            yield from use.all()
        yield self

    def has_in_one_argument(self, start: int, end: int) -> bool:
        return any(a < start and end <= b for a, b in pairwise(self.cuts))


class Invocations(Struct, frozen=True):
    """spans: of all uses of macros; text: that of a file by its path."""

    spans: Iterable[Span]
    text: Callable[[str], str]
    _uses: dict[str, tuple[list[int], list[_MacroUse]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        by_path: dict[str, list[Span]] = {}
        for span in sorted(set(self.spans), key=lambda s: (s.path, s.start, -s.end)):
            by_path.setdefault(span.path, []).append(span)
        for path, spans in by_path.items():
            uses = self._nested(spans)
            self._uses[path] = [u.span.start for u in uses], uses

    def _nested(self, spans: list[Span]) -> list[_MacroUse]:
        """spans: by their starts, outer ones first."""
        made, at = [], 0
        while at < len(spans):
            outer = spans[at]
            behind = bisect_left(spans, outer.end, lo=at + 1, key=lambda s: s.start)
            made.append(_MacroUse(outer, self._cuts(outer), tuple(self._nested(spans[at + 1 : behind]))))
            at = behind
        return made

    def _cuts(self, span: Span) -> tuple[int, ...]:
        depth, found = 0, []  # each bracket counts before and behind itself: both of the outer ones are wanted
        for token in tokens(self.text(span.path)[span.start : span.end]):
            depth += token.text in PAIRS
            if depth == 1 and token.text in ("(", ",", ")"):
                found.append(span.start + token.start)
            depth += min(turn(token.text), 0)
        return tuple(found)

    def touch(self, span: Span) -> bool:
        """Whether a use stands in a place, around it, or right behind it."""
        starts, uses = self._uses.get(span.path, ([], []))
        at = bisect_right(starts, span.end) - 1
        return at >= 0 and span.start < uses[at].span.end

    def starts_at(self, path: str, offset: int) -> bool:
        """Whether a use begins there that stands in no other, or in one."""
        return any(u.span.start == offset for use in self._around(path, offset) for u in use.all())

    def _around(self, path: str, offset: int) -> list[_MacroUse]:
        starts, uses = self._uses.get(path, ([], []))
        at = bisect_right(starts, offset) - 1
        return [uses[at]] if at >= 0 and offset < uses[at].span.end else []

    def around(self, span: Span) -> Span:
        """The use of a macro that a place stands in an argument of: the innermost one; or the place itself."""
        uses = (u for use in self._around(span.path, span.start) for u in use.all())
        return next((u.span for u in uses if u.has_in_one_argument(span.start, span.end)), span)

    def whole(self, span: Span, ends_in_macro: bool) -> Span:
        """The place of what has this one according to clang, with all of each use of a macro that it stands in in part.

        ends_in_macro: its last token comes out of a macro. Where that token is an argument that a macro's body gives to
        another macro, clang says that it ends in front of the use."""
        start, end = span.start, span.end
        near = [u for at in (start, max(start, end - 1), end) for use in self._around(span.path, at) for u in use.all()]
        for use in dict.fromkeys(near):
            a, b = use.span.start, use.span.end
            meets = a < end and start < b and not (start <= a and b <= end)
            if (ends_in_macro and a == end) or (meets and not use.has_in_one_argument(start, end)):
                start, end = min(start, a), max(end, b)
        return Span(span.path, start, end)
