"""What every rule of the translation sees: one file, its tokens, its unit, the dialect, the options."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from retarget.dialects import Dialect
from retarget.dialects.table import Header
from retarget.source import brackets
from retarget.source.flags import Flags
from retarget.source.lexer import NAME, Include, Token, code, includes, tokens
from retarget.source.reach import is_elsewhere, toolkit_name
from retarget.source.text import Diagnostic, Edit, Related, Severity, Source, Span
from retarget.targets.amd.architecture import Architecture
from retarget.translation.parts import BEGIN, END
from retarget.unit import Unit

OURS = ("retarget_hip/", "retarget_cuda/")  # folders of support headers


class Need(Struct, frozen=True):
    """The file needs an include at its head: of a header in angles, or of a support header `part` of ours."""

    header: str
    span: Span
    is_part: bool = True
    condition: str = ""  # a macro that has to be defined


class Met(Struct, frozen=True):
    """The program meets a row of `semantics.tsv` at a place. outcome: `rewritten`, `warned`, `noted`, `harmless`
    (the values are proved not to differ), `same` (the machines do not), `none` (they do, and nothing is done)."""

    row: str
    outcome: str
    span: Span


Finding = Edit | Diagnostic | Need | Met


class Options(Struct, frozen=True):
    """What a translation is asked for: architectures, whether to insert launch bounds; project_hip: the HIP branches
    that the project has are the ones to be taken."""

    architectures: tuple[Architecture, ...]
    launch_bounds: bool = True
    project_hip: bool = False


def _closes(text: str) -> bool:
    """Whether a token is made of closing angles."""
    return text in (">", ">>", ">>>")


def users_code(text: str) -> list[Token]:
    """The tokens of a text without comments, and without the support headers that an earlier run put into it."""
    ours = support_spans(text)
    return [t for t in code(text) if not any(a <= t.start < b for a, b in ours)] if ours else code(text)


def support_spans(text: str) -> list[tuple[int, int]]:
    """Where the support headers stand that an earlier run put into a text."""
    found, at = [], 0
    while (start := text.find(BEGIN, at)) >= 0:
        at = text.find(END, start)
        if at < 0:
            break  # a mark that somebody else wrote, or half of ours: then all is looked at
        found.append((start, at))
    return found


def _placed(unit: Unit) -> Mapping[str, Sequence[tuple[Diagnostic, Span]]]:
    """What clang says, with its places, by file."""
    found: dict[str, list[tuple[Diagnostic, Span]]] = {}
    for said in unit.diagnostics:
        if said.span is not None:
            found.setdefault(said.span.path, []).append((said, said.span))
    return found


class File(Struct, frozen=True, dict=True):
    """A source within its unit. `is_root`: it is compiled itself, rather than included."""

    source: Source
    unit: Unit
    dialect: Dialect
    flags: Flags
    options: Options
    is_root: bool
    own_names: frozenset[str] = frozenset()
    is_cuda: bool = True  # some file of the unit names something of CUDA's
    root: str = ""  # files outside of this folder stay as they are
    names_cuda: bool = True  # what the unit compiles names something that HIP has not
    is_hip: bool = False  # what the unit compiles includes HIP's headers
    kept: frozenset[str] = frozenset()  # names that the project's own HIP branches define, and are to

    @cached_property
    def all_tokens(self) -> list[Token]:
        return tokens(self.source.text)

    @cached_property
    def code(self) -> list[Token]:
        """Tokens without comments, and without the support headers that an earlier run put into the file."""
        return users_code(self.source.text)

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        """Where in `code` each name stands: rules that look for some need not pass over all tokens."""
        found: dict[str, list[int]] = {}
        for index, token in enumerate(self.code):
            if token.kind == NAME:
                found.setdefault(token.text, []).append(index)
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(self._by_word)

    @cached_property
    def includes(self) -> list[Include]:
        ours, found = support_spans(self.source.text), includes(self.source.text)
        return [i for i in found if not any(a <= i.start < b for a, b in ours)]

    def header(self, include: Include) -> Header | None:
        """The row of the CUDA header that an include means. A header that CUDA's tables do not list, and that lies in
        none of CUDA's folders, is another's, though it goes by a folder of CUDA's (`cub/test/test_util.h`)."""
        name = toolkit_name(include, self.source.path, self.flags)
        if not self.dialect.lists(name) and is_elsewhere(include, self.source.path, self.flags):
            return None
        return self.dialect.include(name)

    @cached_property
    def starts(self) -> list[int]:
        return [t.start for t in self.code]

    def index_at(self, offset: int) -> int:
        """Index in `code` of the first token at or after an offset."""
        return bisect_left(self.starts, offset)

    def named(self, *names: str) -> list[int]:
        """Indices in `code` of the tokens that are one of these names, in order."""
        return sorted(i for name in frozenset(names) for i in self._by_word.get(name, ()))

    def at(self, index: int) -> str:
        """The text of a token, empty beyond either end."""
        return self.code[index].text if 0 <= index < len(self.code) else ""

    def span(self, first: int, last: int | None = None) -> Span:
        """From the token `first` to the token `last`, both included."""
        return self.source.span(self.code[first].start, self.code[first if last is None else last].end)

    def closing(self, opening: int) -> int | None:
        """Index of the bracket that closes the one at `opening`, or None. A directive's brackets are its own."""
        return brackets.closing(self.code, opening, own_directive=True)

    def arguments(self, opening: int) -> list[tuple[int, int]] | None:
        """The arguments of the call whose `(` stands at `opening`: pairs of first and last token, both included;
        an empty argument has last < first. None where the bracket never closes.

        Commas inside `<...>` of a template argument list separate too, unless the list is a cast's or a dim3's:
        the caller counts on few arguments and none of them holding such a list.
        """
        end = self.closing(opening)
        if end is None:
            return None
        found, depth, first = [], 0, opening + 1
        angles: list[int] = []  # the depth of brackets at each open list
        for i in range(opening + 1, end):
            text = self.code[i].text
            depth += brackets.turn(text)
            if text == "<" and self._opens_template(i, bool(angles)):
                angles.append(depth)
            elif _closes(text):
                for _ in text:
                    if angles and angles[-1] == depth:
                        angles.pop()
            elif text == "," and depth == 0 and not angles:
                found.append((first, i - 1))
                first = i + 1
        if end > opening + 1:
            found.append((first, end - 1))
        return found

    def _opens_template(self, index: int, is_within: bool) -> bool:
        before = self.at(index - 1)
        if before in ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"):
            return True
        open_, depth = 0, 0
        for i in range(index, min(index + 60, len(self.code))):
            text = self.code[i].text
            depth += brackets.turn(text)
            if depth < 0 or text in (";", "{", "}", "&&", "||", "<<"):
                return False
            if depth:
                continue
            open_ += (text == "<") - (len(text) if _closes(text) else 0)
            if open_ == 0:
                return self.at(i + 1) in ("(", "::", ",", ")", ">", "{", "...") or self.code[index - 1].kind == NAME
            if open_ < 0:  # closes a list around this one, too, or is a shift
                return is_within
        return False

    def is_users(self, token: Token) -> bool:
        """Whether a name at this place is the user's own rather than CUDA's."""
        if token.text in self.kept:
            return True
        if self.unit.parsed:
            place = token.text, self.source.path, token.start
            return self.unit.is_users(*place) or (self._is_function(token.text) and self.unit.hides(*place))
        return token.text in self.own_names

    def _is_function(self, name: str) -> bool:
        """Whether CUDA's tables have a function of this name."""
        known = self.dialect.name(name)
        return known is not None and known.kind == "function"

    def skipped(self, offset: int) -> bool:
        """Whether the preprocessor leaves this place out."""
        return self.unit.is_skipped(self.source.path, offset)

    def on_device(self, offset: int) -> bool:
        return self.unit.on_device(self.source.path, offset)

    def complaints(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Diagnostic, Span]]:
        """What clang says of this file in words that begin as the pattern has them, and where."""
        for said, span in self.unit.once(_placed).get(self.source.path, ()):
            if match := pattern.match(said.message):
                yield match, said, span

    def note(self, rule: str, span: Span, message: str, *related: Related) -> Diagnostic:
        return Diagnostic(rule, Severity.NOTE, span, message, related)

    def warning(self, rule: str, span: Span, message: str, *related: Related) -> Diagnostic:
        return Diagnostic(rule, Severity.WARNING, span, message, related)

    def error(self, rule: str, span: Span, message: str, *related: Related) -> Diagnostic:
        return Diagnostic(rule, Severity.ERROR, span, message, related)
