"""The user's text, quoted: by span, with small replacements, without what the preprocessor leaves out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property

from retarget.source import brackets
from retarget.source.brackets import ROUND
from retarget.source.lexer import COMMENT, Token, tokens
from retarget.source.text import Source, Span
from retarget.source.token_lines import without_line_ends
from retarget.unit.tree import Kind, Node

_CONDITIONAL = frozenset({"if", "ifdef", "ifndef", "elif", "else", "endif", "elifdef", "elifndef"})
_KEPT = frozenset({"pragma", "define", "undef"})
_NESTING = frozenset({Kind.IF, Kind.FOR, Kind.EACH, Kind.WHILE, Kind.SWITCH, Kind.CASE, Kind.DEFAULT, Kind.LABEL})
_SPACE = re.compile(r"\s*")
_HOLLOW = re.compile(r"(\\[ \t]*\n[ \t]*)+(?=\n|\Z)")  # lines that go on, up to an empty one
_CALLED = re.compile(r"(?:::\s*)?(?:\w+\s*::\s*)*(?P<name>\w+)(?=\s*[(<])")

Replacement = tuple[int, int, str]  # offsets in the file, and the new text


class Quote:
    """Quotes from one file. `skipped`: ranges of it that are not compiled."""

    def __init__(self, source: Source, skipped: Iterable[Span]) -> None:
        self.source = source
        self._skipped = sorted((s.start, s.end) for s in skipped if s.path == source.path)

    @cached_property
    def _dropped(self) -> list[tuple[int, int]]:
        """Lines of conditional directives, and what they leave out."""
        lines: list[tuple[int, int]] = []
        listed = self._tokens
        for i, token in enumerate(listed[:-1]):
            if token.text == "#" and listed[i + 1].directive in _CONDITIONAL and not token.directive:
                end = self.source.text.find("\n", listed[i + 1].end)
                while end > 0 and self.source.text[end - 1] == "\\":
                    end = self.source.text.find("\n", end + 1)
                lines.append((self._line_start(token.start), len(self.source.text) if end < 0 else end + 1))
        return sorted([*lines, *((self._line_start(a), b) for a, b in self._skipped)])

    @cached_property
    def _tokens(self) -> list[Token]:
        return tokens(self.source.text)

    @cached_property
    def _joined(self) -> list[Replacement]:
        """Literals and comments in which the ends of lines count, without them: lines move, and empty ones go. And
        digraphs, plain."""
        made = ((t, without_line_ends(t)) for t in self._tokens if "\n" in t.text or t.kind == COMMENT)
        joined = [(t.start, t.end, text) for t, text in made if text != t.text]
        return joined + [(t.start, t.end, t.text) for t in self._tokens if t.end - t.start != len(t.text)]

    def _line_start(self, offset: int) -> int:
        return self.source.text.rfind("\n", 0, offset) + 1

    def end(self, node: Node) -> int:
        """Where a statement ends, its semicolon included: clang's extents leave that of an expression out."""
        end = node.span.end
        if node.kind in _NESTING:
            inner = [p for p in node.parts if p.kind is not Kind.NONE]
            if inner:
                end = max(end, self.end(inner[-1]))
            return end
        if node.kind in (Kind.BLOCK, Kind.NONE):
            return end
        text = self.source.text
        if (node.kind is not Kind.EMPTY and text[end - 1 : end] != ";") or node.kind is Kind.DO:
            at = self._past_space(end)
            if text[at : at + 1] == ";":
                return at + 1
        return end

    def _past_space(self, at: int) -> int:
        """Past white space, comments, and what conditionals leave out of the text."""
        text = self.source.text
        while True:
            match = _SPACE.match(text, at)
            at = match.end() if match else at
            dropped = next((end for start, end in self._dropped if start <= at < end), at)
            if dropped > at:
                at = dropped
            elif text.startswith("/*", at) and text.find("*/", at) > 0:
                at = text.find("*/", at) + 2
            elif text.startswith("//", at) and text.find("\n", at) > 0:
                at = text.find("\n", at) + 1
            else:
                return at

    def text(self, start: int, end: int, replacements: Iterable[Replacement] = ()) -> str:
        """The text of a range. Replacements do not overlap; those outside of the range are passed over. What is put in
        at one place stands as it was given: two brackets may end there."""
        inside = [r for r in replacements if start <= r[0] and r[1] <= end]
        inside += [r for r in self._joined if start <= r[0] and r[1] <= end]
        gone = [(max(a, start), min(b, end), "") for a, b in self._dropped if a < end and b > start]
        parts, at = [], start
        for a, b, new in sorted([*inside, *gone], key=lambda r: r[:2]):
            if a < at:
                at = max(at, b)
                continue
            parts += [self.source.text[at:a], new]
            at = b
        return "".join([*parts, self.source.text[at:end]])

    def dedented(self, start: int, end: int, replacements: Iterable[Replacement] = ()) -> list[str]:
        """The lines of a range, the later ones moved left by the indentation of the first."""
        line = self._line_start(start)
        before = self.source.text[line:start]
        indent = len(before) - len(before.lstrip())
        text = _HOLLOW.sub("", self.text(start, end, replacements).replace("\r\n", "\n"))
        first, *rest = text.split("\n")
        return [first, *(_moved(l, indent) for l in rest if l.strip())]

    def leading(self, start: int) -> list[str]:
        """The comments, pragmas and definitions that stand in front of a statement."""
        found, i = [], self._index(start) - 1
        while i >= 0:
            token = self._tokens[i]
            opens = token.text == "#" and i + 1 < len(self._tokens) and self._tokens[i + 1].directive in _KEPT
            if token.kind != COMMENT and token.directive not in _KEPT and not opens:
                break
            if token.kind == COMMENT and self._is_trailing(i):
                break
            found.append(token)
            i -= 1
        lines: list[str] = []
        for token in found:  # last first
            if token.kind != COMMENT:
                if token.text == "#" and not token.directive:
                    lines.insert(0, _HOLLOW.sub("", self.source.text[token.start : self._directive_end(token.start)]))
            elif not any(a <= token.start < b for a, b in self._dropped):
                lines.insert(0, without_line_ends(token))
        return [l for text in lines for l in (text.split("\n") if text.startswith("/*") else [text])]

    def _directive_end(self, at: int) -> int:
        end = self.source.text.find("\n", at)
        while end > 0 and self.source.text[end - 1] == "\\":
            end = self.source.text.find("\n", end + 1)
        return len(self.source.text) if end < 0 else end

    def closing(self, start: int, end: int) -> int:
        """Where the first parentheses of a range end; its end where they are not closed in it."""
        inside = [t for t in self._tokens[self._index(start) : self._index(end)] if not t.directive]
        first = next((i for i, t in enumerate(inside) if t.text == "("), None)
        last = brackets.closing(inside, first, ROUND, own_directive=False) if first is not None else None
        return end if last is None else inside[last].end

    def trailing(self, end: int) -> str:
        """The comment behind a statement, on its line."""
        i = self._index(end)
        if i < len(self._tokens) and self._tokens[i].kind == COMMENT:
            between = self.source.text[end : self._tokens[i].start]
            if "\n" not in between and self._tokens[i].text.startswith("//"):
                return f"  {without_line_ends(self._tokens[i])}"
        return ""

    def _is_trailing(self, i: int) -> bool:
        line = self._line_start(self._tokens[i].start)
        return i > 0 and self._tokens[i - 1].end > line and self._tokens[i - 1].text not in ("{",)

    def _index(self, offset: int) -> int:
        return bisect_left(self._starts, offset)

    @cached_property
    def _starts(self) -> list[int]:
        return [t.start for t in self._tokens]


def _moved(line: str, indent: int) -> str:
    present = len(line) - len(line.lstrip())
    return line[min(indent, present) :].rstrip()


def called_name(call: Node, text: str) -> tuple[int, int] | None:
    """Where the name begins and ends, without what it is a member of, that a call is written with."""
    found = _CALLED.match(text, call.span.start)
    return found.span("name") if found and found["name"] == call.name else None
