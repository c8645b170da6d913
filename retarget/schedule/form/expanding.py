"""Macros that spell jumps, declarations, parameters or the heads of statements, or are given statements, expanded in a
text that only the coarsened kernel is made of.

    CHECK_BOUNDS(i, n)              -->     if ((i) >= (n)) return;
    __global__ void k(PARAMETERS)   -->     __global__ void k(int* out, int n)
    FOR_EACH(i, n) { ... }          -->     for (int i = first(); i < (n); i += step()) { ... }

Legal: the unit defines the macro once and never takes that back; it composes no words (`##`), and names no other
macro with arguments where its own arguments name macros. What comes out means the same: the tree of the kernel stays as
it was, which is checked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from retarget.analysis.effects import EffectsOf
from retarget.schedule.form.declared_types import asking_macros
from retarget.schedule.form.parting import grouped
from retarget.schedule.refusal import RULE
from retarget.source import brackets
from retarget.source.brackets import PAIRS, ROUND
from retarget.source.lexer import NAME, Token, code
from retarget.source.text import Edit
from retarget.unit import Unit
from retarget.unit.tree import IN_FRONT, LOOPS, Function, Kind, Node, Variable

_WORDS = {Kind.RETURN: "return", Kind.BREAK: "break", Kind.CONTINUE: "continue", Kind.GOTO: "goto", Kind.IF: "if",
          Kind.FOR: "for", Kind.EACH: "for", Kind.WHILE: "while", Kind.DO: "do", Kind.SWITCH: "switch"}  # fmt: skip
_JUMPS = frozenset({Kind.RETURN, Kind.BREAK, Kind.CONTINUE, Kind.GOTO})
_NESTED = (LOOPS | {Kind.SWITCH, Kind.CASE, Kind.DEFAULT, Kind.LABEL}) - {Kind.DO}
_HEADS = ("if", "switch", "for")
_BEHIND_NAMES = ("=", "(", "{", "[", ":")
_REST = "__VA_ARGS__"
_ESCAPED = re.compile(r'[\\"]')
_PLACES = re.compile(r"\((?:lambda|unnamed|anonymous)[^()]*\)")  # types without a name have those of their text


class MacroDefinition(Struct, frozen=True):
    """A macro's replacement; parameters: None where it takes no arguments; the last of them may be `__VA_ARGS__`."""

    parameters: tuple[str, ...] | None
    words: tuple[Token, ...]


class MacroUse(Struct, frozen=True):
    """A use of a macro at offsets of a text, with its arguments."""

    start: int
    end: int
    name: str
    arguments: tuple[tuple[Token, ...], ...]


def expanding(unit: Unit, function: Function, effects: EffectsOf) -> tuple[Edit, ...]:
    """Edits of the unit's text that expand such macros in a kernel."""
    source = unit.by_path[function.span.path]
    needed = [p for p in _spelled_by_macros(function, source.text, effects) if p[0] == source.path]
    macros, asking = unit.once(macros_of), asking_macros(unit)
    if not needed and not asking:
        return ()
    made = []
    for use in uses_of(code(source.text), function.body.span.start, function.body.span.end, macros):
        # a bracket that a macro opens and another closes is spelled out at both ends
        is_open, asks = needed and _is_open(macros[use.name]), use.name in asking
        if is_open or asks or any(use.start <= at < use.end for _, at in needed):
            text = expansion_of(use, macros)
            if text is not None:
                made.append(Edit(source.span(use.start, use.end), f" {text} ", RULE))
            elif is_open:
                return ()
    return tuple(made)


def expanding_parameters(unit: Unit, function: Function) -> tuple[Edit, ...]:
    """Edits of the unit's text that expand the macros which spell parameters of a kernel."""
    if not function.lacks_parameters:
        return ()
    source, macros = unit.by_path[function.span.path], unit.once(macros_of)
    made = []
    for use in uses_of(code(source.text), function.name_span.end, function.body.span.start, macros):
        text = expansion_of(use, macros)
        if text is not None:
            made.append(Edit(source.span(use.start, use.end), f" {text} ", RULE))
    return tuple(made)


def means_the_same(one: Node, other: Node) -> bool:
    """Whether two trees agree in all but their places; the other's text may say more of an index's axis."""
    is_axis = one.kind is Kind.BUILTIN and other.name.startswith(f"{one.name}.")
    if one.name == IN_FRONT and other.kind in (Kind.IF, Kind.SWITCH):  # its head was hidden
        one = one.but(kind=other.kind, name=other.name)
    return (
        (one.kind, _plain(one.type)) == (other.kind, _plain(other.type))
        and (one.name == other.name or is_axis)
        and len(one.parts) == len(other.parts)
        and all(map(means_the_same, one.parts, other.parts))
    )


def _plain(kind: str) -> str:
    return _PLACES.sub("()", kind)


# What is spelled by macros


def _spelled_by_macros(function: Function, text: str, effects: EffectsOf) -> Iterator[tuple[str, int]]:
    """The places of what stands in the way as long as a macro spells it."""
    for node in function.body.walk():
        yield from ((p.span.path, p.span.start) for p in statements_of(node) if is_given(p, text))
        together = (p for p in grouped(node.parts) if p.name == "macro") if node.kind is Kind.BLOCK else ()
        yield from ((p.span.path, p.span.start) for p in together if effects.of(p, function.variables).synchronises)
        word = _WORDS.get(node.kind)
        if node.name == IN_FRONT and not text.startswith(_HEADS, node.span.start):
            yield node.span.path, node.span.start
        if word is not None and not text.startswith(word, node.span.start):
            if node.kind in _JUMPS or _is_head(node) or effects.of(node, function.variables).synchronises:
                yield node.span.path, node.span.start
        elif node.kind is Kind.VARIABLE and node.variable in function.variables:
            variable = function.variables[node.variable]
            if not _is_declared_at(variable, text, bool(node.parts)):
                yield variable.span.path, variable.name_start
                yield node.span.path, node.span.start


def is_given(statement: Node, text: str) -> bool:
    """Whether a statement is a macro's argument, or stands in one: no semicolon ends it there."""
    if statement.kind in (Kind.BLOCK, Kind.NONE, Kind.EMPTY) or statement.kind in _WORDS:
        return False
    end = statement.outer.end
    return text[end - 1 : end] != ";" and text[end:].lstrip()[:1] in (")", ",")


def statements_of(node: Node) -> Sequence[Node]:
    """The parts of a statement that stand where statements do."""
    if node.kind in (Kind.BLOCK, Kind.DO):
        return node.parts if node.kind is Kind.BLOCK else node.parts[:1]
    if node.kind is Kind.IF:
        return node.parts[1:]
    return node.parts[-1:] if node.kind in _NESTED else ()


def _is_head(node: Node) -> bool:
    """Whether the body of a statement stands behind what spells its head."""
    return any(b.span != node.span and b.span.start > node.span.start for b in statements_of(node))


def _is_declared_at(variable: Variable, text: str, has_value: bool) -> bool:
    if not text.startswith(variable.name, variable.name_start):
        return False
    behind = text[variable.name_start + len(variable.name) :].lstrip()
    return not has_value or behind.startswith(_BEHIND_NAMES)


# Macros


def macros_of(unit: Unit) -> Mapping[str, MacroDefinition | None]:
    """The macros that the unit's own files define; None for those that they define otherwise elsewhere."""
    found: dict[str, MacroDefinition | None] = {}
    for source in unit.sources:
        listed = code(source.text)
        for at, (hash_, word) in enumerate(pairwise(listed)):
            if hash_.text != "#" or hash_.directive or word.directive not in ("define", "undef"):
                continue
            if unit.is_off_device(source.path, word.start) or at + 2 >= len(listed):
                continue
            name = listed[at + 2].text
            macro = _macro(listed, at + 2) if word.text == "define" else None
            same = name not in found or _spelled(found[name]) == _spelled(macro)
            found[name] = macro if same else None
    return found


def unsettled_macros(unit: Unit) -> frozenset[str]:
    """Those that are not the same throughout the unit."""
    return frozenset(name for name, macro in unit.once(macros_of).items() if macro is None)


def _macro(listed: Sequence[Token], at: int) -> MacroDefinition | None:
    name, end = listed[at], at + 1
    while end < len(listed) and listed[end].directive == "define":
        end += 1
    words = listed[at + 1 : end]
    if not words or words[0].text != "(" or words[0].start != name.end:
        return MacroDefinition(None, tuple(words))
    close = next((i for i, t in enumerate(words) if t.text == ")"), None)
    if close is None:
        return None
    named = tuple(_REST if t.text == "..." else t.text for t in words[1:close] if t.text != ",")
    if _REST in named and words[close - 2].kind == NAME:  # GNU's `list...` gives the rest a name
        return None
    return MacroDefinition(named, tuple(words[close + 1 :]))


def _is_open(macro: MacroDefinition | None) -> bool:
    """Whether a macro opens a bracket that it does not close, or the other way round."""
    open_: list[str] = []
    for token in macro.words if macro else ():
        if token.text in PAIRS:
            open_.append(PAIRS[token.text])
        elif token.text in PAIRS.values() and (not open_ or open_.pop() != token.text):
            return True
    return bool(open_)


def _spelled(macro: MacroDefinition | None) -> object:
    return macro and (macro.parameters, tuple(t.text for t in macro.words))


def uses_of(listed: Sequence[Token], start: int, end: int, macros: Mapping[str, object]) -> Iterator[MacroUse]:
    """The uses of macros in a range that stand in no other."""
    at = bisect_left(listed, start, key=lambda t: t.start)
    while at < len(listed) and listed[at].start < end:
        token = listed[at]
        at += 1
        if token.kind != NAME or token.directive or token.text not in macros:
            continue
        macro = macros[token.text]
        if isinstance(macro, MacroDefinition) and macro.parameters is None:
            yield MacroUse(token.start, token.end, token.text, ())
        elif at < len(listed) and listed[at].text == "(":
            close, arguments = _arguments(listed, at)
            if close is None or any(t.directive for a in arguments for t in a):
                return
            yield MacroUse(token.start, listed[close].end, token.text, arguments)
            at = close + 1


def _arguments(listed: Sequence[Token], at: int) -> tuple[int | None, tuple[tuple[Token, ...], ...]]:
    """Where the bracket closes that opens at a token, and what stands between, parted at commas."""
    end = brackets.closing(listed, at, ROUND, own_directive=False)
    if end is None:
        return None, ()
    parts = [tuple(listed[a:b]) for a, b in brackets.parts(listed, at + 1, end, pairs=ROUND)]
    return end, tuple(parts) if any(parts) else ()


def expansion_of(use: MacroUse, macros: Mapping[str, MacroDefinition | None]) -> str | None:
    macro = macros[use.name]
    if macro is None or any(t.text in ("##", use.name, "__VA_OPT__") for t in macro.words):
        return None
    parameters = macro.parameters or ()
    if any(a.text == "#" and (b.text == _REST or b.text not in parameters) for a, b in pairwise(macro.words)):
        return None
    arguments = use.arguments if use.arguments or len(parameters) != 1 else ((),)
    rest = parameters[-1:] == (_REST,)
    if len(arguments) != len(parameters) and not (rest and len(arguments) >= len(parameters) - 1):
        return None
    with_arguments = {n for n, m in macros.items() if m is None or m.parameters is not None}
    if any(t.text in with_arguments for t in macro.words) and any(t.text in macros for a in arguments for t in a):
        return None
    texts = [_joined(a) for a in arguments]
    if rest:
        texts[len(parameters) - 1 :] = [", ".join(texts[len(parameters) - 1 :])]
    given = dict(zip(parameters, texts, strict=True))
    return _joined(macro.words, given)


def _joined(words: Sequence[Token], given: Mapping[str, str] | None = None) -> str:
    """Words as text, with spaces where some stood; `#` in front of what is given makes a string of it."""
    parts: list[str] = []
    before: Token | None = None
    for token in words:
        parts += [" "] if before is not None and token.start > before.end else []
        if given and before is not None and before.text == "#" and token.text in given:
            del parts[len(parts) - 1 - parts[::-1].index("#") :]
            parts.append(_string_of(given[token.text]))
        else:
            parts.append((given or {}).get(token.text, token.text) if token.kind == NAME else token.text)
        before = token
    return "".join(parts)


def _string_of(argument: str) -> str:
    """The string that `#` makes of an argument."""
    made, end = "", 0
    for token in code(argument):
        is_quoted = '"' in token.text or "'" in token.text
        made += argument[end : token.start] + (_ESCAPED.sub(r"\\\g<0>", token.text) if is_quoted else token.text)
        end = token.end
    return f'"{made}"'
