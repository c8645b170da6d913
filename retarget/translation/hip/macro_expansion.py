"""Macros expanded over tokens, where a rule has to see what the preprocessor makes of a few of them.

STR(u32) "..."  -->  "u32" "..."       with  #define STR(x) #x
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from retarget.analysis.macros import Macro, macros
from retarget.source import brackets
from retarget.source.lexer import NAME, PUNCT, STRING, Token, tokens
from retarget.translation.file import File
from retarget.unit import Unit


class MacroError(Exception):
    """A macro that cannot be expanded here; the message says why."""


def enclosing(file: File, offset: int) -> Macro | None:
    """The macro of a file in whose body a place lies."""
    every = sorted((m for listed in macros(file.source.text).values() for m in listed), key=lambda m: m.start)
    at = bisect_right([m.start for m in every], offset) - 1
    return every[at] if at >= 0 and offset < every[at].end else None


def defined(file: File, name: str, at: int | None = None) -> Macro | None:
    """What a name is a macro of, in the unit of the file; None where nothing defines it. at: the place that asks; of
    several definitions, all of this file, the last one in front of it counts. Raises MacroError."""
    found: dict[object, Macro] = {}
    is_elsewhere = False
    for path, macro in file.unit.once(_live_macros).get(name, ()):
        found.setdefault(macro.spelled, macro)
        is_elsewhere |= path != file.source.path
    if len(found) > 1 and at is not None and not is_elsewhere:
        before = [m for m in macros(file.source.text)[name] if m.start < at and not file.skipped(m.start)]
        return before[-1] if before else None
    if len(found) > 1:
        raise MacroError(f"the macro {name} has several definitions")
    return next(iter(found.values()), None)


def _live_macros(unit: Unit) -> Mapping[str, Sequence[tuple[str, Macro]]]:
    """The macros that a unit compiles, each with its file, by name."""
    found: dict[str, list[tuple[str, Macro]]] = {}
    for source in unit.sources:
        for name, listed in macros(source.text).items():
            live = ((source.path, m) for m in listed if not unit.is_skipped(source.path, m.start))
            found.setdefault(name, []).extend(live)
    return found


Lookup = Callable[[str], Macro | None]


def expanded(given: list[Token], lookup: Lookup, hidden: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens with all macros replaced. Raises MacroError."""
    made: list[Token] = []
    at = 0
    while at < len(given):
        token = given[at]
        macro = lookup(token.text) if token.kind == NAME and token.text not in hidden else None
        at += 1
        if macro is None:
            made.append(token)
            continue
        arguments: dict[str, list[Token]] = {}
        if macro.parameters is not None:
            if at >= len(given) or given[at].text != "(":
                made.append(token)
                continue
            listed, at = split(given, at)
            arguments = bound(macro, listed)
        body = _substituted(macro, arguments, lookup, hidden)
        made += expanded(body, lookup, hidden | {macro.name})
    return made


def split(given: Sequence[Token], opening: int) -> tuple[list[list[Token]], int]:
    """The arguments of a use whose `(` stands at `opening`, and the place behind it. Raises MacroError."""
    end = brackets.closing(given, opening, own_directive=False)
    if end is None:
        raise MacroError("the brackets of a macro's arguments do not close")
    return [list(given[a:b]) for a, b in brackets.parts(given, opening + 1, end)] or [[]], end + 1


def bound(macro: Macro, listed: list[list[Token]]) -> dict[str, list[Token]]:
    """Arguments by parameter. Raises MacroError."""
    names = macro.parameters or ()
    if names and names[-1] == "__VA_ARGS__" and len(listed) >= len(names) - 1:
        first, rest = listed[: len(names) - 1], listed[len(names) - 1 :]
        joined = [t for i, a in enumerate(rest) for t in [*([_COMMA] if i else []), *a]]
        return dict(zip(names, [*first, joined], strict=False))
    if len(names) != len(listed) and not (not names and listed == [[]]):
        raise MacroError(f"the macro {macro.name} does not have {len(listed)} parameters")
    return dict(zip(names, listed, strict=False))


_COMMA = Token(PUNCT, ",", 0, 1)


def _substituted(
    macro: Macro, arguments: dict[str, list[Token]], lookup: Lookup, hidden: frozenset[str]
) -> list[Token]:
    made: list[Token] = []
    body, at = macro.body, 0
    while at < len(body):
        token = body[at]
        after = body[at + 1].text if at + 1 < len(body) else ""
        if token.text == "#" and after in arguments:
            made.append(_stringified(arguments[after]))
            at += 2
            continue
        pasted = after == "##" or (at > 0 and body[at - 1].text == "##")
        if token.text in arguments and token.kind == NAME:
            given = arguments[token.text]
            piece = given if pasted else expanded(given, lookup, hidden)
        else:
            piece = [token]
        if at > 0 and body[at - 1].text == "##" and made and piece:
            made[-1], piece = _joined(made[-1], piece[0]), piece[1:]
        made += [] if token.text == "##" else piece
        at += 1
    return made


def written(macro: Macro, given: str, arguments: dict[str, list[Token]], lookup: Lookup) -> str:
    """The text of one use, laid out as the macro's body; other macros in it stay. given: the text in which the
    arguments have their places. Raises MacroError."""
    parts: list[str] = []
    body, at = macro.body, 0
    while at < len(body):
        token = body[at]
        after = body[at + 1].text if at + 1 < len(body) else ""
        is_joined = at > 0 and body[at - 1].text == "##"
        if at and not is_joined and token.text != "##":
            parts.append(_gap(macro.text[body[at - 1].end : token.start]))
        if token.text == "#" and after in arguments:
            parts.append(_stringified(arguments[after]).text)
            at += 2
            continue
        if token.text in arguments and token.kind == NAME:
            own = arguments[token.text]
            is_raw = is_joined or after == "##" or not any(t.kind == NAME and lookup(t.text) for t in own)
            parts.append(_laid_out(own, given) if is_raw else " ".join(t.text for t in expanded(own, lookup)))
        elif token.text == "##":
            if at + 1 < len(body) and parts and parts[-1].endswith(","):
                raise MacroError("a comma that GNU's preprocessor drops")
        else:
            parts.append(token.text)
        at += 1
    return "".join(parts)


def _gap(text: str) -> str:
    """White space between two tokens, without comments and continuations."""
    line = text.rfind("\n")
    if line < 0:
        return " " if text else ""
    indent = text[line + 1 :]
    return "\n" + (indent if indent.isspace() else "")


def _laid_out(given: Sequence[Token], text: str) -> str:
    gaps = [_gap(text[a.end : b.start]) for a, b in pairwise(given)]
    return "".join(g + t.text for g, t in zip(["", *gaps], given, strict=False))


def _stringified(given: list[Token]) -> Token:
    parts: list[str] = []
    for i, token in enumerate(given):
        gap = " " if i and given[i - 1].end != token.start else ""
        text = token.text.replace("\\", "\\\\").replace('"', '\\"') if token.kind == STRING else token.text
        parts.append(gap + text)
    return Token(STRING, f'"{"".join(parts)}"', 0, 0)


def _joined(first: Token, second: Token) -> Token:
    found = tokens(first.text + second.text)
    if len(found) != 1:
        raise MacroError(f"{first.text} and {second.text} are not joined to one word")
    return found[0]
