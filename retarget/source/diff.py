"""A unified diff that is read off the edits: linear in the text, where comparing lines is not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from retarget.source.text import Edit, Source

_CONTEXT = 3


class Hunk(Struct, frozen=True):
    """Lines `[first, last)` of the old text become the lines `[new_first, new_last)` of the new, from zero."""

    first: int
    last: int
    new_first: int
    new_last: int

    @property
    def is_empty(self) -> bool:
        return self.first >= self.last and self.new_first >= self.new_last


def hunks(old: Source, new: Source, edits: Sequence[Edit]) -> Iterator[str]:
    """The hunks of a unified diff, line by line; `edits`, sorted and disjoint, make `new` of `old`."""
    before, after = _lines(old), _lines(new)
    trimmed = (_trimmed(change, before, after) for change in _changes(old, new, edits))
    for group in _grouped(change for change in trimmed if not change.is_empty):
        above = min(group[0].first, _CONTEXT)
        below = min(len(before) - group[-1].last, _CONTEXT)
        first, last = group[0].first - above, group[-1].last + below
        new_first, new_last = group[0].new_first - above, group[-1].new_last + below
        yield f"@@ -{_range(first, last)} +{_range(new_first, new_last)} @@\n"
        at = first
        for change in group:
            yield from (f" {line}" for line in before[at : change.first])
            yield from (f"-{line}" for line in before[change.first : change.last])
            yield from (f"+{line}" for line in after[change.new_first : change.new_last])
            at = change.last
        yield from (f" {line}" for line in before[at:last])


def _lines(source: Source) -> list[str]:
    """By line feeds alone, as diff and patch count them."""
    text, starts = source.text, [*source.line_starts, len(source.text)]
    found = [text[a:b] for a, b in zip(starts, starts[1:], strict=False) if a < b]
    decoded = (line.encode("latin-1").decode("utf-8", errors="surrogateescape") for line in found)
    return [line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in decoded]


def _changes(old: Source, new: Source, edits: Sequence[Edit]) -> Iterator[Hunk]:
    """The changed lines; edits whose lines touch are one change."""
    shift, spans = 0, None
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        new_start = start + shift
        new_end = new_start + len(edit.text.replace("\n", old.newline))
        shift = new_end - end
        if spans and _line(old, start) <= _change(old, new, *spans).last:
            spans = (spans[0][0], end), (spans[1][0], new_end)
            continue
        if spans:
            yield _change(old, new, *spans)
        spans = (start, end), (new_start, new_end)
    if spans:
        yield _change(old, new, *spans)


def _change(old: Source, new: Source, span: tuple[int, int], new_span: tuple[int, int]) -> Hunk:
    """The lines of two spans with equal text before and behind them: the last ones count where a span ends in them."""
    last, new_last = _line(old, span[1]), _line(new, new_span[1])
    more = 0 if old.line_starts[last] == span[1] and new.line_starts[new_last] == new_span[1] else 1
    return Hunk(_line(old, span[0]), last + more, _line(new, new_span[0]), new_last + more)


def _trimmed(change: Hunk, before: Sequence[str], after: Sequence[str]) -> Hunk:
    """Without equal lines at its ends: an edit in a line, or at its end, may leave the line as it was."""
    first, new_first = change.first, change.new_first
    last, new_last = min(change.last, len(before)), min(change.new_last, len(after))
    while first < last and new_first < new_last and before[first] == after[new_first]:
        first, new_first = first + 1, new_first + 1
    while first < last and new_first < new_last and before[last - 1] == after[new_last - 1]:
        last, new_last = last - 1, new_last - 1
    return Hunk(first, last, new_first, new_last)


def _line(source: Source, offset: int) -> int:
    return bisect_right(source.line_starts, offset) - 1


def _grouped(changes: Iterable[Hunk]) -> Iterator[list[Hunk]]:
    """Changes whose contexts touch."""
    group: list[Hunk] = []
    for change in changes:
        if group and change.first - group[-1].last > 2 * _CONTEXT:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _range(first: int, last: int) -> str:
    """`line,count`, from one; an empty range stands at the line before."""
    count = last - first
    return f"{first + 1}" if count == 1 else f"{first + (count > 0)},{count}"
