"""Raw tokens of C++ and CUDA text, with no preprocessing: every branch, every macro body, every fragment.

Names are renamed on these tokens. They exist wherever the AST does not reach: in macro definitions and
arguments, in branches that are not compiled, in files that do not parse.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from retarget.source.recent import recent

# Order matters: what begins like something else stands first, save that a name first makes sure that it begins no
# literal. A splice (backslash, line end) is white space, and so is a byte order mark at the head.
_PATTERN = re.compile(
    r"""
    (?:[ \t\r\f\v]|\\\r?\n|\A\xef\xbb\xbf)*+
    (?:
      (?P<name>(?!(?:u8|[uUL])?(?:R"[^()\\\s]{0,16}\(|["']))[A-Za-z_$\x80-\xff][\w$\x80-\xff]*+)
    | (?P<newline>\n)
    | (?P<comment>//(?:[^\\\n]|\\\r?\n|\\)*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)
    | (?P<string>(?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\(.*?(?:\)(?P=tag)"|\Z)
                |(?:u8|[uUL])?"(?:[^"\\\n]|\\\r?\n|\\.)*+"?)
    | (?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*+'?)
    | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.])*+)
    | (?P<punct><<<|>>>|<<=|>>=|\.\.\.|->\*|\#\#|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[+\-*/%&|^]=|.)
    | (?P<end>\Z)
    )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)

NAME, NUMBER, STRING, CHAR, PUNCT, COMMENT = "name", "number", "string", "char", "punct", "comment"


class Token(NamedTuple):
    """`kind` is one of the names above; `[start, end)` are byte offsets; `directive` is the name of the
    preprocessor directive that the token stands in ("define", "include", ...), or empty."""

    kind: str
    text: str
    start: int
    end: int
    directive: str = ""


_made = tuple.__new__  # what a NamedTuple calls, at half the cost


@recent(4_000_000)  # the tokens of one file are asked for many times
def tokens(text: str) -> list[Token]:
    """All tokens but white space; comments are kept. Never fails: what is no token is a punctuator of one byte.

    The list is shared: do not change it.
    """
    found: list[Token] = []
    words: dict[str, str] = {}  # each word kept once
    directive = ""
    line_start = True  # nothing but white space and comments since the last line end
    hashed = False  # the next name is the name of a directive
    for match in _PATTERN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "newline":
            directive, line_start, hashed = "", True, False
            continue
        if kind == "end":
            break
        if kind == "tag":
            kind = STRING
        word, end = match[kind], match.end()
        if kind != COMMENT:
            if line_start:
                line_start, hashed = False, word == "#"
            elif hashed:
                directive, hashed = (word if kind == NAME else "#"), False
        found.append(_made(Token, (kind, words.setdefault(word, word), end - len(word), end, directive)))
    return found


@recent(4_000_000)
def code(text: str) -> list[Token]:
    """The tokens of a text without its comments. The list is shared: do not change it."""
    return [t for t in tokens(text) if t.kind != COMMENT]


def parted_at_default(parameter: str) -> tuple[str, str]:
    """A parameter without its default argument, and that with its `=`, empty where there is none.

    >>> parted_at_default("A<(N >= 2)> x = f(y == 1)")
    ('A<(N >= 2)> x', '= f(y == 1)')
    """
    at = next((t.start for t in tokens(parameter) if t.text == "="), len(parameter))
    return parameter[:at].rstrip(), parameter[at:]


@dataclass(frozen=True)
class Include:
    """An `#include`: `[start, end)` is the path without its delimiters, the line is the whole directive."""

    path: str
    angled: bool
    start: int
    end: int
    line_start: int
    line_end: int
    depth: int  # of conditionals around it; an include guard counts
    is_next: bool = False  # `#include_next`


_HASH = r"(?:^|(?<=\A\xef\xbb\xbf))[ \t]*#[ \t]*"
_INCLUDE = re.compile(_HASH + r"(?:include(_next)?|import)[ \t]*(?:<([^>\n]+)>|\"([^\"\n]+)\")[^\n]*\n?", re.M)
_CONDITION = re.compile(_HASH + r"(if|ifdef|ifndef|endif)\b", re.M)


@lru_cache(maxsize=4096)  # small; every unit asks for those of every header that it reaches
def includes(text: str) -> tuple[Include, ...]:
    """The `#include` directives of a text, those inside comments and raw strings left out."""
    matches = list(_INCLUDE.finditer(text))
    if not matches:
        return ()
    hidden = _hidden(text, matches[-1].start() + 1)
    starts = [start for start, _ in hidden]

    def is_hidden(offset: int) -> bool:
        before = bisect_right(starts, offset) - 1
        return before >= 0 and offset < hidden[before][1]

    conditions = _CONDITION.finditer(text, 0, matches[-1].end())
    events = [(m.start(), m.group(1)) for m in conditions if not is_hidden(m.start())]
    found, depth, at = [], 0, 0
    for match in matches:
        while at < len(events) and events[at][0] < match.start():
            depth += -1 if events[at][1] == "endif" else 1
            at += 1
        if is_hidden(match.start()):
            continue
        group = 2 if match.group(2) is not None else 3
        path, (start, end) = match.group(group), match.span(group)
        is_next = match.group(1) is not None
        found.append(Include(path, group == 2, start, end, match.start(), match.end(), depth, is_next))
    return tuple(found)


def _hidden(text: str, end: int) -> list[tuple[int, int]]:
    """The comments and strings of the text in front of `end`."""
    kinds = (COMMENT, STRING, "tag")
    return [m.span(STRING if m.lastgroup == "tag" else m.lastgroup or 0)
            for m in _PATTERN.finditer(text, 0, end) if m.lastgroup in kinds]  # fmt: skip


@recent(20_000_000)
def values(text: str) -> frozenset[str]:
    """Names that stand as values: nothing that calls, declares or qualifies follows."""
    listed = code(text)
    found = set()
    for at, token in enumerate(listed[:-1]):
        after = listed[at + 1].text
        taken = at > 0 and listed[at - 1].text == "&"
        if token.kind == NAME and (after in (",", ")", ";", "}", "]", ":", "?") or (taken and after == "<")):
            found.add(token.text)
    return frozenset(found)
