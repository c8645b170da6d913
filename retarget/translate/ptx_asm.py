"""Inline assembly as the tokens of a file show it: template text, operands, clobbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from retarget.lexer import NAME, STRING
from retarget.translate.file import File

KEYWORDS = ("asm", "__asm__", "__asm")
_QUALIFIERS = frozenset({"volatile", "__volatile__", "inline", "__inline__", "goto"})
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": " ", "f": " "}
_LITERAL = re.compile(r'(?:u8|[uUL])?(?:R"(?P<tag>[^(]*)\((?P<raw>.*)\)(?P=tag)"|"(?P<plain>.*)")', re.DOTALL)


@dataclass(frozen=True)
class Operand:
    """`"constraint"(expression)`: the expression is the tokens `first` to `last`, both included."""

    constraint: str
    first: int
    last: int
    is_output: bool

    @property
    def letter(self) -> str:
        return self.constraint.lstrip("=+&")

    @property
    def is_read(self) -> bool:
        return not self.is_output or self.constraint.startswith("+")


@dataclass(frozen=True)
class Asm:
    """A statement from its keyword, token `first`, to its closing bracket, token `last`.

    `text` is None where macros put the template together. An operand is known by its number and its name.
    """

    first: int
    last: int
    text: str | None
    operands: tuple[Operand, ...]
    names: tuple[str, ...]
    clobbers: tuple[str, ...]
    is_volatile: bool

    @property
    def clobbers_memory(self) -> bool:
        return "memory" in self.clobbers


def statements(file: File) -> Iterator[Asm]:
    """The assembly statements of a file, in its macros and inactive branches too."""
    for index in file.named(*KEYWORDS):
        opening = index + 1
        while file.at(opening) in _QUALIFIERS:
            opening += 1
        closing = file.closing(opening) if file.at(opening) == "(" else None
        if closing is not None:
            yield _statement(file, index, opening, closing)


def _statement(file: File, first: int, opening: int, closing: int) -> Asm:
    qualifiers = {file.at(i) for i in range(first + 1, opening)}
    template, *lists = _parts(file, opening, closing)
    outputs, inputs, clobbers = [*lists, [], [], []][:3]
    found = [*_operands(file, outputs, True), *_operands(file, inputs, False)]
    return Asm(
        first,
        closing,
        _text(file, template),
        tuple(operand for operand, _ in found),
        tuple(name for _, name in found),
        tuple(unquoted(file.at(i)) for i in clobbers if file.code[i].kind == STRING),
        bool(qualifiers & {"volatile", "__volatile__"}),
    )


def _parts(file: File, opening: int, closing: int) -> list[list[int]]:
    """Token indices between the colons of the statement's own level; `::` is two colons."""
    parts: list[list[int]] = [[]]
    depth = 0
    for i in range(opening + 1, closing):
        text = file.at(i)
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if depth == 0 and text in (":", "::"):
            parts += [[] for _ in text]
        else:
            parts[-1].append(i)
    return parts


def _text(file: File, template: list[int]) -> str | None:
    """Adjacent literals as one text."""
    if any(file.code[i].kind != STRING for i in template):
        return None
    return "".join(unquoted(file.at(i)) for i in template)


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
    at, name = 0, ""
    while at < len(indices):
        index = indices[at]
        token = file.code[index]
        if token.text == "[" and file.code[index + 1].kind == NAME:
            name = file.at(index + 1)
        if token.kind == STRING and file.at(index + 1) == "(":
            closing = file.closing(index + 1)
            assert closing is not None, "the brackets of the whole statement close"
            yield Operand(unquoted(token.text), index + 2, closing - 1, is_output), name
            at, name = indices.index(closing), ""
        at += 1
