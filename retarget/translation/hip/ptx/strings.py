"""The text of inline PTX -> instructions, operands, registers (PTX ISA, "Syntax" and "Instruction Operands")."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping

from msgspec import Struct


class PtxError(Exception):
    """Text that is no PTX, or that cannot be translated; the message says why."""


class NoInstruction(PtxError):
    """An instruction that PTX does not have: no assembler takes the text."""


class OperandNumber(Struct, frozen=True):
    """`%n`: an operand of the statement, by number."""

    number: int


class Register(Struct, frozen=True):
    """A register that the text declares, or `_`."""

    name: str


class Special(Struct, frozen=True):
    """A predefined register such as `laneid`, without its percent sign."""

    name: str


class Literal(Struct, frozen=True):
    """A number as PTX writes it."""

    text: str


class Vector(Struct, frozen=True):
    """`{a, b, ...}`."""

    items: tuple[Value, ...]


class Address(Struct, frozen=True):
    """`[base+offset]`, the offset in bytes."""

    base: Value
    offset: int


class Pair(Struct, frozen=True):
    """`d|p`: a result and a predicate."""

    value: Value
    predicate: Value


class Negated(Struct, frozen=True):
    """`!p`."""

    value: Value


class Minus(Struct, frozen=True):
    """`-a`, `-a.h0`: as video instructions take it."""

    value: Value


class Selected(Struct, frozen=True):
    """`a.b0`, `a.h1`, `a.b7654`: bytes or halves of a word, by number."""

    value: Value
    unit: str
    numbers: str


Value = OperandNumber | Register | Special | Literal | Vector | Address | Pair | Negated | Minus | Selected


class Instruction(Struct, frozen=True):
    """`@guard opcode operands;`"""

    opcode: str
    operands: tuple[Value, ...]
    guard: Value | None = None


class PtxProgram(Struct, frozen=True):
    """Instructions in their order, and the types of the registers that the text declares."""

    instructions: tuple[Instruction, ...]
    registers: Mapping[str, str]


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LABEL = re.compile(r"[$%\w]+\s*:(?!:)")
_INSTRUCTION = re.compile(r"(?:@\s*(!?)\s*([%$\w]+)\s+)?([a-z][\w.:]*)\s*(.*)", re.DOTALL)
_NUMBER = re.compile(
    r"-?(?:0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]+U?|\d+\.\d*(?:[eE][+-]?\d+)?|\d+U?)"
)
_NAME = re.compile(r"%?[A-Za-z_$][\w$.]*")
_DECLARATION = re.compile(r"\.reg\s*\.(\w+)\s+(.*)", re.DOTALL)
_HALVES = {"f16": "b16", "bf16": "b16", "f16x2": "b32", "bf16x2": "b32"}  # registers of them are bits
_SUM = re.compile(r"[\d(~-][\d\s()+*|&^~xXa-fA-FU-]*")
_SELECTED = re.compile(r"(%?[A-Za-z_$\d][\w$]*)\.([bh])([0-3]+)")
_UNARY: dict[type, Callable[[int], int]] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.inv}
_BINARY: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
HEAD = re.compile(r"(?:^|[;{}\n])\s*(?:@!?[%\w]+\s+)?([a-z][a-z0-9_]*)((?:\.\w[\w:]*)*)")


def parsed(text: str, names: tuple[str, ...]) -> PtxProgram:
    """Reads a template; `names` are the names of its operands. Raises PtxError."""
    code = uncommented(text)
    for number, name in enumerate(names):
        if name:
            code = code.replace(f"%[{name}]", f"%{number}")
    if code.count("{") != code.count("}"):
        raise PtxError("the braces of its text do not close in it: put what lies between them into one statement")
    registers: dict[str, str] = {}
    found: list[Instruction] = []
    for piece in _pieces(code.replace("%%", "%")):
        if piece.startswith(".reg"):
            registers.update(_declared(piece))
        elif piece.startswith("."):
            raise PtxError(f"the directive '{piece.split()[0]}' is not translated")
        elif match := _LABEL.match(piece):
            raise PtxError(f"the label '{match[0]}' is not translated: write the loop or condition in C++")
        else:
            found.append(_instruction(piece, registers))
    return PtxProgram(tuple(found), registers)


def uncommented(text: str) -> str:
    """A template without its comments."""
    return _COMMENT.sub(" ", text)


def _pieces(code: str) -> list[str]:
    """Statements without their semicolons; braces that open a scope are dropped: registers are renamed anyway."""
    pieces, start, depth = [], 0, 0
    for at, character in enumerate(code):
        in_statement = bool(code[start:at].strip())
        if character == "{" and in_statement:
            depth += 1
        elif character == "}" and depth:
            depth -= 1
        elif character == ";" or (character in "{}" and not in_statement):
            pieces.append(code[start:at])
            start = at + 1
    return [p.strip() for p in [*pieces, code[start:]] if p.strip()]


def _declared(piece: str) -> dict[str, str]:
    match = _DECLARATION.fullmatch(piece)
    if match is None or re.match(r"v[248]$", match[1]):
        raise PtxError(f"'{' '.join(piece.split())}' is not understood")
    type_, names = _HALVES.get(match[1], match[1]), dict[str, str]()
    for name in (n.strip() for n in match[2].split(",")):
        numbered = re.fullmatch(r"(%?\w+)<(\d+)>", name)
        listed = [f"{numbered[1]}{i}" for i in range(int(numbered[2]))] if numbered else [name]
        names.update({n.lstrip("%"): type_ for n in listed})
    return names


def _instruction(piece: str, registers: Mapping[str, str]) -> Instruction:
    match = _INSTRUCTION.fullmatch(piece)
    if match is None:
        raise PtxError(f"'{piece}' is not understood")
    negated, guard, opcode, rest = match.groups()
    operands = tuple(_value(text, registers) for text in _split(rest, ",")) if rest.strip() else ()
    by = _value(guard, registers) if guard else None
    return Instruction(opcode, operands, Negated(by) if by and negated else by)


def _split(text: str, separator: str) -> list[str]:
    parts, depth, start = [], 0, 0  # of letters: PTX is not C++, whose tokens `brackets` knows
    for at, character in enumerate(text):
        depth += (character in "{[(") - (character in "}])")
        if character == separator and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _value(text: str, registers: Mapping[str, str]) -> Value:
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        items = tuple(_value(part, registers) for part in _split(text[1:-1], ","))
        return items[0] if len(items) == 1 else Vector(items)
    if text.startswith("[") and text.endswith("]"):
        return _address(text[1:-1], registers)
    parts = _split(text, "|")
    if len(parts) == 2:
        return Pair(_value(parts[0], registers), _value(parts[1], registers))
    if text.startswith("!"):
        return Negated(_value(text[1:], registers))
    if re.fullmatch(r"%\d+", text):
        return OperandNumber(int(text[1:]))
    if _NUMBER.fullmatch(text):
        return Literal(text)
    if match := _SELECTED.fullmatch(text):
        return Selected(_value(match[1], registers), match[2], match[3])
    if _SUM.fullmatch(text):
        return Literal(str(_computed(text)))
    if text.startswith("-"):
        return Minus(_value(text[1:], registers))
    if _NAME.fullmatch(text):
        name = text.lstrip("%")
        return Register(name) if name in registers or name == "_" else Special(name)
    raise PtxError(f"the operand '{text}' is not understood")


def _computed(text: str) -> int:
    """A constant expression of integers, whose operators are those of C."""
    try:
        return _evaluated(ast.parse(re.sub(r"(?<=[\da-fA-F])U\b", "", text).strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        raise PtxError(f"the operand '{text}' is not understood") from None


def _evaluated(node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        return _UNARY[type(node.op)](_evaluated(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return _BINARY[type(node.op)](_evaluated(node.left), _evaluated(node.right))
    raise ValueError(ast.dump(node))


def _address(text: str, registers: Mapping[str, str]) -> Address:
    match = re.fullmatch(r"\s*([%\w.$]+)\s*(?:\+\s*(-?\s*\w+))?\s*", text)
    if match is None:
        raise PtxError(f"the address '[{text}]' is not understood")
    try:
        offset = int((match[2] or "0").replace(" ", ""), 0)
    except ValueError:
        raise PtxError(f"the offset of the address '[{text}]' is no number") from None
    return Address(_value(match[1], registers), offset)
