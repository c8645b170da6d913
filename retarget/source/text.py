"""Source text, spans, edits and diagnostics: the bottom of the house, which knows neither syntax nor rules.

A source is held as Latin-1 text, so that one character is one byte of the file, whatever its encoding: the
offsets that libclang reports index it directly, and writing it back restores every byte that no edit touched.
Edits are ASCII, or quote it. Encodings matter only where a line is shown to a person (`Source.line_text`).
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from pathlib import Path

from msgspec import Struct

Paint = Callable[[str, str], str]  # of a part and its text


class Span(Struct, frozen=True, order=True):
    """Half-open range of byte offsets `[start, end)` in the file `path`."""

    path: str
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"bad span {self.start}:{self.end} in {self.path}")

    def overlaps(self, other: Span) -> bool:
        """Whether they have a byte in common."""
        return self.path == other.path and self.start < other.end and other.start < self.end


class Cover:
    """The union of many spans: says whether a place lies in one of them, in logarithmic time."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._merged: dict[str, tuple[list[int], list[int]]] = {}
        for span in sorted(spans):
            starts, ends = self._merged.setdefault(span.path, ([], []))
            if ends and span.start <= ends[-1]:
                ends[-1] = max(ends[-1], span.end)
            else:
                starts.append(span.start)
                ends.append(span.end)

    def has(self, path: str, offset: int) -> bool:
        starts, ends = self._merged.get(path, ((), ()))
        at = bisect_right(starts, offset) - 1
        return at >= 0 and offset < ends[at]


def covered(spans: Iterable[Span], times: int) -> list[Span]:
    """What at least so many of the spans of one file cover.

    >>> covered([Span("f", 0, 9), Span("f", 2, 4), Span("f", 6, 12)], 2)
    [Span(path='f', start=2, end=4), Span(path='f', start=6, end=9)]
    """
    events = sorted((at, step, s.path) for s in spans for at, step in ((s.start, 1), (s.end, -1)))
    found, depth, start = [], 0, 0
    for at, step, path in events:
        if step > 0 and depth + step == times:
            start = at
        if step < 0 and depth == times and start < at:
            found.append(Span(path, start, at))
        depth += step
    return found


def common(one: list[Span], other: list[Span]) -> list[Span]:
    """What two lists of spans both cover, in order. Spans of one list do not overlap."""
    ones, others, found = sorted(one), sorted(other), []
    i = j = 0
    while i < len(ones) and j < len(others):
        a, b = ones[i], others[j]
        if a.path == b.path and max(a.start, b.start) < min(a.end, b.end):
            found.append(Span(a.path, max(a.start, b.start), min(a.end, b.end)))
        if (a.path, a.end) < (b.path, b.end):
            i += 1
        else:
            j += 1
    return found


@dataclass(frozen=True)
class Source:
    """One file: its path and its bytes as Latin-1 text; `aliases`: links within the project that lead to it."""

    path: str
    text: str
    aliases: frozenset[str] = field(default=frozenset(), compare=False)

    @classmethod
    def read(cls, path: Path | str) -> Source:
        """Reads a file; OSError passes through."""
        return cls(str(path), Path(path).read_bytes().decode("latin-1"))

    @property
    def data(self) -> bytes:
        return self.text.encode("latin-1")

    @cached_property
    def digest(self) -> str:
        return digest(self.data)

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    @cached_property
    def newline(self) -> str:
        """The line end of the file: that of its first line."""
        at = self.text.find("\n")
        return "\r\n" if at > 0 and self.text[at - 1] == "\r" else "\n"

    def position(self, offset: int) -> tuple[int, int]:
        """One-based line and column (in bytes, as clang counts) of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def shown_position(self, offset: int) -> tuple[int, int]:
        """One-based line and column of an offset in characters, as editors count: a tab is one, a byte order mark
        none."""
        line, column = self.position(offset)
        start = self.line_starts[line - 1]
        raw = self.text[start : start + column - 1].encode("latin-1")
        before = raw.decode("utf-8", errors="replace") if self._is_utf8(line) else raw.decode("latin-1")
        return line, len(before.removeprefix("\ufeff" if line == 1 else "")) + 1

    def line_text(self, line: int) -> str:
        """A one-based line as a person would read it: UTF-8 where it is, Latin-1 where it is not."""
        return self._line(line).decode("utf-8" if self._is_utf8(line) else "latin-1")

    def _line(self, line: int) -> bytes:
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r").encode("latin-1")

    def _is_utf8(self, line: int) -> bool:
        try:
            self._line(line).decode("utf-8")
        except UnicodeDecodeError:
            return False
        return True

    def span(self, start: int, end: int) -> Span:
        return Span(self.path, start, end)

    def __getitem__(self, span: Span) -> str:
        return self.text[span.start : span.end]


def digest(data: bytes) -> str:
    """The content hash by which files are remembered and compared."""
    return hashlib.sha256(data).hexdigest()


SCHEDULED = "granularity"  # why schedules edit a text, and the rule of what is said of them


@dataclass(frozen=True, order=True)
class Edit:
    """Replaces the text of `span` by `text`, for the reason `why` (a rule name). An empty span inserts. closes: of what
    `enclosing` puts behind an expression, where that begins."""

    span: Span
    text: str
    why: str = field(compare=False)
    closes: int = -1

    def __post_init__(self) -> None:
        if not self.text.isascii() and max(self.text) > "\xff":
            raise ValueError(f"an edit must be ASCII, or quote a source: {self.text!r}")


def enclosing(span: Span, opening: str, why: str, closing: str = ")") -> tuple[Edit, Edit]:
    """What puts an expression between two texts. Where several that begin at different places end at one, each is
    closed, the inner ones first."""
    start, end = (Span(span.path, at, at) for at in (span.start, span.end))
    return Edit(start, opening, why), Edit(end, closing, why, span.start)


class EditConflict(Exception):
    """Two edits of one baseline overlap, or insert different texts at one place; carries both."""

    def __init__(self, first: Edit, second: Edit) -> None:
        super().__init__(f"edits overlap: {first} and {second}")
        self.first, self.second = first, second


def united(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Sorts edits, drops repeated ones; raises EditConflict where two cannot both be applied.

    Adjacent edits agree. An insertion may touch the end of a replacement, and not lie inside it. Two different
    insertions at one offset, or two different replacements of one span, conflict; the closings of expressions that
    begin at different places do not.

    >>> a = Edit(Span("f", 0, 2), "x", "r")
    >>> united([a, a]) == (a,)
    True
    """
    ordered = sorted(set(edits), key=lambda e: (e.span.path, e.span.start, e.span.end, -e.closes, e.text))
    for first, second in zip(ordered, ordered[1:], strict=False):
        if first.span.path != second.span.path:
            continue
        both_insert_here = first.span.start == second.span.start == second.span.end == first.span.end
        if both_insert_here and first.closes > second.closes >= 0:
            continue
        if both_insert_here or second.span.start < first.span.end:
            raise EditConflict(first, second)
    return tuple(ordered)


def apply(source: Source, edits: Iterable[Edit]) -> str:
    """The text of `source` after its edits; those of other files are passed over.

    Inserted line ends become those of the file. No edit: the same text, byte for byte. Raises EditConflict.
    """
    parts: list[str] = []
    at = 0
    for edit in united(e for e in edits if e.span.path == source.path):
        parts += source.text[at : edit.span.start], edit.text.replace("\n", source.newline)
        at = edit.span.end
    return "".join([*parts, source.text[at:]]) if parts else source.text


def composed(source: Source, first: Iterable[Edit], middle: Source, second: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits of `source` that do what `first` does and then `second`, whose baseline is `middle`, the text after the
    first. What the second changes of inserted text is changed in the insertion.

    >>> s, m = Source("f", "abcd"), Source("f", "aXYcd")
    >>> [e.text for e in composed(s, [Edit(Span("f", 1, 2), "XY", "r")], m, [Edit(Span("f", 2, 4), "Z", "q")])]
    ['XZ']
    """
    ours = united(e for e in first if e.span.path == source.path)
    theirs = list(united(e for e in second if e.span.path == source.path))
    made: list[Edit] = []
    shift = 0  # of the middle text against the source, behind the edits that are done
    at = 0
    while at < len(ours) or theirs:
        own = ours[at] if at < len(ours) else None
        begin = own.span.start + shift if own else len(middle.text) + 1
        if (theirs and theirs[0].span.end < begin) or own is None:
            edit = theirs.pop(0)
            made.append(replace(edit, span=Span(source.path, edit.span.start - shift, edit.span.end - shift)))
            continue
        # One of ours, and all that touches it: of theirs, and of ours behind what theirs cover.
        start = min(begin, theirs[0].span.start) if theirs and theirs[0].span.start <= begin else begin
        first_shift, end = shift, begin
        inner: list[Edit] = []
        while True:
            if at < len(ours) and ours[at].span.start + shift <= end:
                new = len(ours[at].text.replace("\n", source.newline))
                end = max(end, ours[at].span.start + shift + new)
                shift += new - (ours[at].span.end - ours[at].span.start)
                at += 1
            elif theirs and theirs[0].span.start <= end:
                inner.append(theirs.pop(0))
                end = max(end, inner[-1].span.end)
            else:
                break
        piece = Source(source.path, middle.text[start:end])
        moved = [replace(e, span=Span(source.path, e.span.start - start, e.span.end - start)) for e in inner]
        why = own.why
        made.append(Edit(Span(source.path, start - first_shift, end - shift), apply(piece, moved), why))
    return tuple(made)


def original(span: Span, edits: Iterable[Edit], source: Source) -> Span:
    """The place in `source` of a span of the text that edits made of it: of what they inserted, the place of
    the edit."""
    back = origins(edits, source)
    return Span(span.path, back(span.start), back(span.end))


def origins(edits: Iterable[Edit], source: Source) -> Callable[[int], int]:
    """From offsets of the text that edits made to those of `source`, as `original` has them."""
    made = landed(edits, source)

    def origin(offset: int) -> int:
        at = bisect_right(made, offset, key=itemgetter(0)) - 1
        if at < 0:
            return offset
        _, end, edit = made[at]
        return edit.span.start if offset < end else offset - end + edit.span.end

    return origin


def landed(edits: Iterable[Edit], source: Source) -> list[tuple[int, int, Edit]]:
    """Where the text of each edit begins and ends in what they make of `source`, in order."""
    made: list[tuple[int, int, Edit]] = []
    shift = 0
    for edit in united(e for e in edits if e.span.path == source.path):
        begin = edit.span.start + shift
        end = begin + len(edit.text.replace("\n", source.newline))
        shift = end - edit.span.end
        made.append((begin, end, edit))
    return made


class Severity(StrEnum):
    """As clang's; a refusal is a note or a warning, a program that cannot be right is an error."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


class Related(Struct, frozen=True):
    """A further place that a diagnostic points at."""

    span: Span
    message: str


class Diagnostic(Struct, frozen=True):
    """A message for the user, where, and by which rule; `span` is None for what concerns no place."""

    rule: str
    severity: Severity
    span: Span | None
    message: str
    related: tuple[Related, ...] = ()

    def concerns(self, path: str) -> bool:
        """Whether it is of a file, or of what the file uses."""
        return self.span is None or path in (self.span.path, *(r.span.path for r in self.related))

    def order(self) -> tuple[str, int, int, str]:
        return (self.span.path, self.span.start, self.span.end, self.rule) if self.span else ("", 0, 0, self.rule)


def located(source: Source | None, span: Span | None) -> str:
    """`file:line:col` of a span, as clang writes it."""
    if span is None:
        return "retarget"
    if source is None:
        return span.path
    line, column = source.position(span.start)
    return f"{span.path}:{line}:{column}"


def excerpt(source: Source, span: Span) -> str:
    """The source line of a span with a caret and tildes below, tabs kept."""
    line, column = source.position(span.start)
    shown = source.line_text(line)
    before = source.text[source.line_starts[line - 1] : span.start]
    gap = "".join("\t" if c == "\t" else " " for c in _decoded(before))
    width = max(1, min(len(_decoded(source[span].split("\n", 1)[0])), len(shown) - len(gap)))
    return f"{shown}\n{gap}^{'~' * (width - 1)}"


def _painted(shown: str, paint: Paint) -> str:
    line, _, caret = shown.rpartition("\n")
    return f"{line}\n{paint('caret', caret)}"


def _decoded(latin: str) -> str:
    return latin.encode("latin-1").decode("utf-8", errors="replace")


def rendered(diagnostic: Diagnostic, sources: dict[str, Source], paint: Paint = lambda _, text: text) -> str:
    """A diagnostic in clang's form: place, severity, message and rule, source line and caret, related places. paint:
    gives a part its colours; the parts are place, error, warning, note, message, caret."""
    span = diagnostic.span
    source = sources.get(span.path) if span else None
    severity, place = diagnostic.severity, located(source, span)
    told = paint("message", f"{diagnostic.message} [{diagnostic.rule}]")
    lines = [f"{paint('place', f'{place}:')} {paint(severity.value, f'{severity}:')} {told}"]
    if source and span:
        lines.append(_painted(excerpt(source, span), paint))
    for related in diagnostic.related:
        other = sources.get(related.span.path)
        lines.append(f"{paint('place', f'{located(other, related.span)}:')} {paint('note', 'note:')} {related.message}")
        if other:
            lines.append(_painted(excerpt(other, related.span), paint))
    return "\n".join(lines)
