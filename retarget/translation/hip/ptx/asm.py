"""Inline assembly as the tokens of a file show it: template text, operands, clobbers, macros among them expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from retarget.analysis.macros import Macro, macros
from retarget.source.brackets import turn
from retarget.source.conditionals import conditionals
from retarget.source.lexer import ASSEMBLY, NAME, STRING, Token
from retarget.translation.file import File
from retarget.translation.hip.macro_expansion import MacroError, defined, enclosing, expanded
from retarget.unit import Unit

_QUALIFIERS = frozenset({"volatile", "__volatile__", "inline", "__inline__", "goto"})
_VOLATILE = frozenset({"volatile", "__volatile__"})
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": " ", "f": " "}
_LITERAL = re.compile(r'(?:u8|[uUL])?(?:R"(?P<tag>[^(]*)\((?P<raw>.*)\)(?P=tag)"|"(?P<plain>.*)")', re.DOTALL)


class Operand(Struct, frozen=True):
    """`"constraint"(expression)`: the expression is the tokens `first` to `last`, both included."""

    constraint: str
    first: int
    last: int
    is_output: bool
    text: str = ""

    @property
    def letter(self) -> str:
        return self.constraint.lstrip("=+&")

    @property
    def is_read(self) -> bool:
        return not self.is_output or self.constraint.startswith("+")


class Asm(Struct, frozen=True):
    """A statement from its keyword, token `first`, to its closing bracket, token `last`.

    text: empty where `problem` says why the statement is not understood. template: its tokens, first and last. An
    operand is known by its number and its name. is_conditional: branches of the preprocessor's stand in it.
    """

    first: int
    last: int
    text: str
    template: tuple[int, int]
    operands: tuple[Operand, ...] = ()
    names: tuple[str, ...] = ()
    clobbers: tuple[str, ...] = ()
    is_volatile: bool = False
    is_conditional: bool = False
    problem: str = ""

    @property
    def clobbers_memory(self) -> bool:
        return "memory" in self.clobbers


def statements(file: File) -> Iterator[Asm]:
    """The assembly statements of a file, in its macros and inactive branches too."""
    own = file.unit.once(_own_keywords)
    for index in file.named(*ASSEMBLY, *own):
        opening = index + 1
        while file.at(opening) in _QUALIFIERS:
            opening += 1
        if file.at(opening) != "(" or _is_definition(file, index):
            continue
        closing = file.closing(opening)
        if closing is None:
            yield Asm(index, opening, "", (opening, opening), problem="its brackets do not close here")
        elif closing > opening + 1:
            yield _statement(file, index, opening, closing, file.at(index) in own and own[file.at(index)])


def _is_definition(file: File, index: int) -> bool:
    """The body `asm volatile(__VA_ARGS__)` of a macro that stands for the keyword, or that macro's name."""
    macro = enclosing(file, file.code[index].start)
    return macro is not None and (macro.start == file.code[index].start or _is_keyword(macro))


def _is_keyword(macro: Macro) -> bool:
    words = [t.text for t in macro.body]
    if not words or words[0] not in ASSEMBLY:
        return False
    rest = [w for w in words[1:] if w not in _QUALIFIERS]
    if macro.parameters is None:
        return rest == []
    return macro.parameters == ("__VA_ARGS__",) and rest == ["(", "__VA_ARGS__", ")"]


def _own_keywords(unit: Unit) -> dict[str, bool]:
    """Macros of the user's that stand for `asm`, and whether they say `volatile`."""
    return {name: said for source in unit.sources for name, said in _keywords(source.text)}


@lru_cache(maxsize=4096)  # small; many units reach the same headers
def _keywords(text: str) -> tuple[tuple[str, bool], ...]:
    listed = [m for ms in macros(text).values() for m in ms] if "asm" in text and "define" in text else []
    return tuple((m.name, any(t.text in _VOLATILE for t in m.body)) for m in listed if _is_keyword(m))


def _statement(file: File, first: int, opening: int, closing: int, is_volatile: bool) -> Asm:
    is_volatile |= any(file.at(i) in _VOLATILE for i in range(first + 1, opening))
    ends = (opening + 1, opening + 1)
    try:
        template, *lists = _parts(file, opening, closing)
        ends = (template[0], template[-1]) if template else ends
        outputs, inputs, clobbers = [*lists, [], [], []][:3]
        found = [*_operands(file, outputs, True), *_operands(file, inputs, False)]
        clobbered = tuple(unquoted(t.text) for t in _expanded(file, clobbers) if t.kind == STRING)
        text = _text(file, template)
    except MacroError as error:
        return Asm(first, closing, "", ends, is_volatile=is_volatile, problem=str(error))
    operands, names = tuple(o for o, _ in found), tuple(name for _, name in found)
    is_conditional = any(file.code[i].directive != file.code[opening].directive for i in range(opening, closing))
    return Asm(first, closing, text, ends, operands, names, clobbered, is_volatile, is_conditional)


def _parts(file: File, opening: int, closing: int) -> list[list[int]]:
    """Token indices between the colons of the statement's own level; `::` is two colons."""
    parts: list[list[int]] = [[]]
    depth = 0
    for i in _live(file, opening, closing):
        text = file.at(i)
        depth += turn(text)
        if depth == 0 and text in (":", "::"):
            parts += [[] for _ in text]
        else:
            parts[-1].append(i)
    return parts


def _live(file: File, opening: int, closing: int) -> list[int]:
    """The tokens between two brackets that are compiled, where conditions stand among them: those that the device
    compiles, where the host may take another branch."""
    inside = range(opening + 1, closing)
    directive = file.code[opening].directive
    if all(file.code[i].directive == directive for i in inside):
        return list(inside)
    if not file.unit.parsed or file.skipped(file.code[opening].start):
        raise MacroError("it holds conditions of the preprocessor, and is not compiled")
    plain = [i for i in inside if not file.code[i].directive and not file.code[i + 1].directive]
    hashes = [i for i in inside if file.code[i + 1].directive and not file.code[i].directive and file.at(i) != "#"]
    path, on_device = file.source.path, file.on_device(file.code[opening].start)
    left_out = file.unit.is_off_device if on_device else file.unit.is_skipped
    live = sorted(i for i in [*plain, *hashes] if not left_out(path, file.code[i].start))
    if _takes_several(file, opening, closing, live):
        raise MacroError("several branches of a condition in it are compiled")
    return live


def _takes_several(file: File, opening: int, closing: int, live: list[int]) -> bool:
    """Whether tokens of several branches of one conditional between two brackets are among those that are compiled."""
    first, last = file.code[opening].start, file.code[closing].start
    listed = (c for outermost in conditionals(file.source.text) for c in outermost.all())
    starts = [file.code[i].start for i in live]
    return any(
        sum(any(b.line_end <= at < b.end for at in starts) for b in conditional.branches) > 1
        for conditional in listed
        if first < conditional.branches[0].start < last
    )


def _expanded(file: File, indices: list[int]) -> list[Token]:
    return expanded([file.code[i] for i in indices], lambda name: defined(file, name))


def _text(file: File, template: list[int]) -> str:
    """Adjacent literals as one text."""
    found = _expanded(file, template)
    for token in found:
        if token.kind != STRING:
            macro = enclosing(file, file.code[template[0]].start)
            if macro is not None and {token.text, *(t.text for t in found)} & {"#", "##", *(macro.parameters or ())}:
                raise MacroError(f"its text depends on the arguments of the macro {macro.name}")
            raise MacroError(f"'{token.text}' in its text is neither a literal nor a macro that is known here")
    return "".join(unquoted(t.text) for t in found)


def unquoted(literal: str) -> str:
    """What a string literal says."""
    match = _LITERAL.fullmatch(literal)
    if match is None:
        return literal
    if match["raw"] is not None:
        return match["raw"]
    joined = re.sub(r"\\\r?\n", "", match["plain"])
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), joined)


def _operands(file: File, indices: list[int], is_output: bool) -> Iterator[tuple[Operand, str]]:
    """Operands of one list; nvcc takes them without commas between them too."""
    at = 0
    while at < len(indices):
        name = ""
        if file.at(indices[at]) == ",":
            at += 1
            continue
        if file.at(indices[at]) == "[":
            name, at = file.at(indices[at] + 1), at + 3
        before = at
        while at < len(indices) and file.at(indices[at]) != "(":
            at += 1
        closing = file.closing(indices[at]) if at < len(indices) else None
        if closing is None or closing not in indices:
            raise MacroError("its operands are not understood")
        head, opening = indices[before:at], indices[at]
        at = indices.index(closing) + 1
        macro = defined(file, file.at(head[0])) if len(head) == 1 and file.code[head[0]].kind == NAME else None
        if macro is not None and macro.parameters is not None:
            for constraint, first, last in _listed(file, macro, opening):
                yield _operand(file, constraint, first, last, is_output), name
            continue
        words = _expanded(file, head)
        if not words or any(t.kind != STRING for t in words) or closing == opening + 1:
            raise MacroError("its operands are not understood")
        yield _operand(file, "".join(unquoted(t.text) for t in words), opening + 1, closing - 1, is_output), name


def _operand(file: File, constraint: str, first: int, last: int, is_output: bool) -> Operand:
    return Operand(constraint, first, last, is_output, file.source[file.span(first, last)])


def _listed(file: File, macro: Macro, opening: int) -> Iterator[tuple[str, int, int]]:
    """Operands that a macro writes, `#define P(p) "l"(p)`: constraints, and where the macro's arguments stand."""
    given = file.arguments(opening) or []
    places = dict(zip(macro.parameters or (), given, strict=False))
    body, at = macro.body, 0
    while at < len(body):
        if body[at].text == ",":
            at += 1
            continue
        words = [t.text for t in body[at : at + 4]]
        if len(words) < 4 or body[at].kind != STRING or words[1] != "(" or words[2] not in places or words[3] != ")":
            raise MacroError(f"its operands come from the macro {macro.name}, which does more than to name them")
        yield unquoted(words[0]), *places[words[2]]
        at += 4
