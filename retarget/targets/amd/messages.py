"""The compiler's and the linker's messages as diagnostics, at the user's own file and line where that is known."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from retarget.source.text import Diagnostic, Related, Severity, Source, Span
from retarget.targets.amd.resources import is_remark

Origin = Callable[[str, int], tuple[str, int] | None]
"""Where a line of an emitted file comes from: (path, line) -> the user's path and line; None where it is not his."""

COMPILE, LINK = "hip-compile", "hip-link"
INCLUDED = "included here"

_AT = re.compile(
    r"^(?P<path>[^\n:][^\n]*?):(?P<line>\d{1,9}):(?P<column>\d{1,9}): "
    r"(?P<severity>fatal error|error|warning|note): (?P<text>[^\n]*)$"
)
_FROM = re.compile(r"^In file included from (?P<path>[^\n]+):(?P<line>\d{1,9}):$")
_BARE = re.compile(r"^(?:[\w+./-]+: )?(?P<severity>fatal error|error|warning): (?P<text>[^\n]*)$")
_LINKER = re.compile(
    r"^(?:(?P<lld>[\w./-]*lld(?:-\d+)?: error: [^\n]*)"
    r"|(?P<ld>\S[^\n]*: (?:undefined reference to|multiple definition of) [^\n]*)"
    r"|\S*ld: (?P<plain>cannot find [^\n]*))$"
)
_FOLLOWS = re.compile(r"^(?:clang[^\n:]*|hipcc): error: \S*(?:link|linker) command failed|^\S*ld: \S+: in function ")


class _Message(Struct, frozen=True):
    path: str
    line: int
    column: int
    severity: str
    text: str


_NONE: Mapping[str, Source] = {}


class Placing:
    """Turns the compiler's `file:line:column` into spans; reads each file once. `texts`: what the compiler saw in the
    place of files, by path."""

    def __init__(self, folder: str = "", origin: Origin | None = None, texts: Mapping[str, Source] = _NONE) -> None:
        self._folder, self._origin, self._texts = folder, origin, texts
        self._sources: dict[str, Source | None] = {}

    def source(self, path: str) -> Source | None:
        if path not in self._sources:
            try:
                self._sources[path] = Source.read(os.path.join(self._folder, path))
            except (OSError, ValueError):
                self._sources[path] = None
        return self._sources[path]

    def emitted(self, path: str) -> Source | None:
        """What the compiler saw of a file."""
        return self._texts.get(path) or self._texts.get(os.path.abspath(path)) or self.source(path)

    def original(self, path: str, line: int) -> tuple[str, int]:
        """The user's file and line; the same where they are his own."""
        path = os.path.normpath(path)
        return (self._origin(path, line) if self._origin else None) or (path, line)

    def span(self, path: str, line: int, column: int) -> Span | None:
        """The word at a place of an emitted file, in the user's file if it comes from there; None where unreadable."""
        emitted_path = os.path.normpath(path)
        emitted = self.emitted(emitted_path)
        word = _word(emitted, line, column)
        path, own_line = self.original(path, line)
        source = self.source(path)
        as_it_is = emitted is None or source is None or source.text == emitted.text
        if as_it_is and (path, own_line) == (emitted_path, line):
            return _span(emitted, path, line, column, len(word))
        own_column = _nearest(source, own_line, column, word)
        return _span(source, path, own_line, own_column, len(_word(source, own_line, own_column)))


def _line(source: Source | None, line: int) -> str:
    if source is None or not 1 <= line <= len(source.line_starts):
        return ""
    start = source.line_starts[line - 1]
    end = source.text.find("\n", start)
    return source.text[start : end if end >= 0 else len(source.text)].rstrip("\r")


def _word(source: Source | None, line: int, column: int) -> str:
    match = re.compile(r"\w+").match(_line(source, line), max(column - 1, 0))
    return match[0] if match else ""


def _nearest(source: Source | None, line: int, column: int, word: str) -> int:
    """Where the word stands in the user's line; else the first thing that stands there."""
    text = _line(source, line)
    starts = [m.start() + 1 for m in re.finditer(rf"\b{re.escape(word)}\b", text)] if word else []
    if starts:
        return min(starts, key=lambda at: abs(at - column))
    return min(column, len(text) - len(text.lstrip()) + 1) if text.strip() else 1


def _span(source: Source | None, path: str, line: int, column: int, width: int) -> Span | None:
    if source is None or not 1 <= line <= len(source.line_starts):
        return None
    start = source.line_starts[line - 1] + min(max(column - 1, 0), len(_line(source, line)))
    return Span(path, start, min(start + width, len(source.text)))


def diagnostics(text: str, placing: Placing, includes: bool = False) -> tuple[Diagnostic, ...]:
    """Errors, warnings and what the linker says, each once, in order; notes go with what they explain.

    Host and device compilations of one file repeat each other; so do those of several architectures.

    includes: beside an error in a header, the includes that lead to it, from the outermost inwards.
    """
    found: dict[tuple[Severity, Span | None, str], Diagnostic] = {}
    last: tuple[Severity, Span | None, str] | None = None
    leading: list[Related] = []
    by_path: dict[str, tuple[Related, ...]] = {}  # clang repeats no list of includes
    for message in _messages(text.splitlines()):
        span = placing.span(message.path, message.line, message.column) if message.path else None
        if message.severity == "include":
            leading += [Related(span, INCLUDED)] if span else []
            continue
        if leading:
            by_path[message.path], leading = tuple(leading), []
        told = message.text if span or not message.path else f"{message.path}:{message.line}: {message.text}"
        if message.severity == "note":
            if last and span and (note := Related(span, told)) not in found[last].related:
                found[last] = replace(found[last], related=(*found[last].related, note))
            continue
        severity = Severity.WARNING if message.severity == "warning" else Severity.ERROR
        last = (severity, span, told)
        rule = LINK if message.severity == "link" else COMPILE
        related = by_path.get(message.path, ()) if includes else ()
        found.setdefault(last, Diagnostic(rule, severity, span, told, related))
    return tuple(found.values())


def _messages(lines: Iterable[str]) -> Iterator[_Message]:
    for line in lines:
        if is_remark(line) or _FOLLOWS.match(line):
            continue
        if match := _AT.match(line):
            yield _Message(match["path"], int(match["line"]), int(match["column"]), match["severity"], match["text"])
        elif match := _FROM.match(line):
            yield _Message(match["path"], int(match["line"]), 1, "include", "")
        elif match := _LINKER.match(line):
            told = (match["lld"] or match["ld"] or match["plain"]).rpartition("error: ")[2]
            yield _Message("", 0, 0, "link", told)
        elif match := _BARE.match(line):
            yield _Message("", 0, 0, match["severity"], match["text"])
