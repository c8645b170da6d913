"""Raw tokens of C++ and CUDA text, with no preprocessing: every branch, every macro body, every fragment.

Names are renamed on these tokens. They exist wherever the AST does not reach: in macro definitions and
arguments, in branches that are not compiled, in files that do not parse.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from retarget.source.recent import recent

# Order matters: what begins like something else stands first, save that a name first makes sure that it begins no
# literal. A splice (backslash, line end) is white space, and so is a byte order mark at the head.
_PATTERN = re.compile(
    r"""
    (?:[ \t\r\f\v]|\\[ \t]*\r?\n|\A\xef\xbb\xbf)*+
    (?:
      (?P<name>(?!(?:u8|[uUL])?(?:R"[^()\\\s]{0,16}\(|["']))[A-Za-z_$\x80-\xff][\w$\x80-\xff]*+)
    | (?P<newline>\n)
    | (?P<comment>//(?:[^\\\n]|\\[ \t]*\r?\n|\\)*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)
    | (?P<string>(?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\(.*?(?:\)(?P=tag)"|\Z)
                |(?:u8|[uUL])?"(?:[^"\\\n]|\\\r?\n|\\.)*+"?)
    | (?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*+'?)
    | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.])*+)
    | (?P<digraph><%|%>|<:(?!:(?![:>]))|:>|%:(?:%:)?)
    | (?P<punct><<<|>>>|<<=|>>=|\.\.\.|->\*|\#\#|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[+\-*/%&|^]=|.)
    | (?P<end>\Z)
    )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)

_DIGRAPHS = {"<%": "{", "%>": "}", "<:": "[", ":>": "]", "%:": "#", "%:%:": "##"}
NAME, NUMBER, STRING, CHAR, PUNCT, COMMENT = "name", "number", "string", "char", "punct", "comment"
ASSEMBLY = frozenset({"asm", "__asm__", "__asm"})  # the words that begin a statement of inline assembly


class Token(NamedTuple):
    """`kind` is one of the names above; `[start, end)` are byte offsets; `directive` is the name of the
    preprocessor directive that the token stands in ("define", "include", ...), or empty. Of a digraph (`<%`), `text` is
    what it stands for (`{`)."""

    kind: str
    text: str
    start: int
    end: int
    directive: str = ""


_new_tuple = tuple.__new__  # what a NamedTuple calls, at half the cost


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
    end = 0
    for match in _PATTERN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "newline":
            directive, line_start, hashed = "", True, False
            continue
        if kind == "end":
            break
        if kind == "tag":
            kind = STRING
        word, last, end = match[kind], end, match.end()
        length = len(word)
        if kind == "digraph":
            kind, word = PUNCT, _DIGRAPHS[word]
        if kind != COMMENT:
            if line_start:
                line_start, hashed = False, word == "#"
            elif hashed:
                directive, hashed = (word if kind == NAME else "#"), False
        start = end - length
        start = last if start == last else start  # one number for both: memory
        found.append(_new_tuple(Token, (kind, words.setdefault(word, word), start, end, directive)))
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


class Include(Struct, frozen=True):
    """An `#include`: `[start, end)` is the path without its delimiters, the line is the whole directive."""

    path: str
    angled: bool
    start: int
    end: int
    line_start: int
    line_end: int
    depth: int  # of conditionals around it; an include guard counts
    is_next: bool = False  # `#include_next`


_HASH = r"(?:^|(?<=\A\xef\xbb\xbf))[ \t]*(?:#|%:)[ \t]*"
_INCLUDE = re.compile(_HASH + r"(?:include(_next)?|import)[ \t]*(?:<([^>\n]+)>|\"([^\"\n]+)\")[^\n]*\n?", re.M)
_CONDITION = re.compile(_HASH + r"(if|ifdef|ifndef|endif)\b", re.M)


@lru_cache(maxsize=1 << 14)  # small; every unit asks for those of every header that it reaches
def includes(text: str) -> tuple[Include, ...]:
    """The `#include` directives of a text, without those inside comments and raw strings."""
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


def used_as_values(names: Iterable[str], texts: Sequence[str]) -> frozenset[str]:
    """Those of some names that may stand as values in texts, in their own words or pasted of others."""
    plain = frozenset[str]().union(*map(_values, texts))
    pastes = sum(t.text == "##" for text in texts if "##" in text or "%:%:" in text for t in tokens(text))
    words = frozenset(t.text for text in texts for t in tokens(text)) if pastes else frozenset()
    return frozenset(n for n in names if n in plain or (pastes and _is_pasted(n, words, pastes + 2)))


@recent(20_000_000)
def _values(text: str) -> frozenset[str]:
    """All names but those that are called, declared with parameters or by `using`, or qualify another."""
    listed = code(text)
    names = (at for at, token in enumerate(listed) if token.kind == NAME)
    return frozenset(listed[at].text for at in names if not _is_called(listed, at) and not _is_brought(listed, at))


def _is_brought(listed: list[Token], name: int) -> bool:
    """Whether a using-declaration brings it: `using here::name;`."""
    at = name
    while at and listed[at].directive == listed[name].directive and listed[at].text != "using":
        if listed[at].kind != NAME and listed[at].text not in ("::", ","):
            return False
        at -= 1
    return listed[at].text == "using" and listed[at].directive == listed[name].directive


def _is_called(listed: list[Token], name: int) -> bool:
    """Whether `(` or `::` follows, at times behind arguments of a template."""
    depth = 0  # `brackets` rests on this module
    for at in range(name + 1, len(listed)):
        text = listed[at].text
        if listed[at].directive != listed[name].directive or text in (";", "{"):
            return False
        if not depth and text != "<":
            return text in ("(", "::")
        depth += {"<": 1, ">": -1, ">>": -2}.get(text, 0)
    return False


def _is_pasted(name: str, words: frozenset[str], most: int) -> bool:
    """Whether a name is made of two words or more, but no more than `most`."""
    pieces = {0: 0}  # the least number of words that end at a place
    for end in range(1, len(name) + 1):
        begun = (n for at, n in pieces.items() if end - at < len(name) and name[at:end] in words)
        if (least := min(begun, default=most)) < most:
            pieces[end] = least + 1
    return len(name) in pieces
