"""Operands of PTX as C++ expressions of a given type.

Operands of the statement stand as holes in the text: their expressions are put in by the rule, in place where
that is possible. `bare` holes stand where any expression may, the others where it must bind closely.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

from retarget.translation.hip.ptx.asm import Asm
from retarget.translation.hip.ptx.ptx_tables import C_TYPES, registers
from retarget.translation.hip.ptx.strings import Literal, Negated, OperandNumber, PtxError, Register, Special, Value

HOLE = re.compile(r"\x01([bp])(\d+)\x02")
_LETTERS = {"h": "b16", "r": "b32", "l": "b64", "f": "f32", "d": "f64"}
_TO_FLOAT = {"f32": "__uint_as_float", "f64": "__longlong_as_double"}
_FROM_FLOAT = {"f32": "__float_as_uint", "f64": "__double_as_longlong"}
CONSTANT = "n"


def size(type_: str) -> int:
    """Bits of a PTX type; 1 for a predicate."""
    return 1 if type_ == "pred" else int(type_[1:])


def bare(number: int) -> str:
    return f"\x01b{number}\x02"


def close(number: int) -> str:
    return f"\x01p{number}\x02"


@dataclass
class Operands:
    """Reads operands; collects the support headers, and what there is to note, on the way.

    names: the C++ names of the registers; suffix: of every variable; results: numbers of outputs that are kept
    in a variable until the end; held: numbers of operands that a variable stands for, as naming them twice may do harm;
    pointers: numbers of outputs that are pointers.
    """

    asm: Asm
    types: Mapping[str, str]
    names: Mapping[str, str]
    suffix: str
    results: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    pointers: frozenset[int] = frozenset()
    parts: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def letter(self, argument: OperandNumber) -> str:
        """The type that the constraint of an operand gives it, or CONSTANT."""
        if argument.number >= len(self.asm.operands):
            raise PtxError(f"there is no operand %{argument.number}")
        letter = self.asm.operands[argument.number].letter
        if letter == CONSTANT:
            return CONSTANT
        if letter not in _LETTERS:
            raise PtxError(f"the constraint '{letter}' is not translated")
        return _LETTERS[letter]

    def result(self, number: int) -> str:
        return f"result{number}{self.suffix}"

    def operand(self, number: int) -> str:
        """The variable that stands for a held operand."""
        return f"operand{number}{self.suffix}"

    def place(self, number: int) -> str:
        """An output, to be assigned to."""
        return self.operand(number) if number in self.held else bare(number)

    def assigned(self, number: int, text: str) -> str:
        """The statement that gives an output a value."""
        place = self.place(number)
        return f"{place} = (decltype(+{place}))({text})" if number in self.pointers else f"{place} = {text}"

    def spelled(self, value: Value) -> str:
        """The text of a literal, in PTX or as an operand."""
        if isinstance(value, OperandNumber) and value.number < len(self.asm.operands):
            return self.asm.operands[value.number].text
        return value.text if isinstance(value, Literal) else ""

    def type_of(self, value: Value) -> str:
        """The type that a value has by its declaration."""
        if isinstance(value, OperandNumber):
            return self.letter(value)
        if isinstance(value, Register):
            return self.types.get(value.name, "")
        if isinstance(value, Special) and value.name in registers():
            return registers()[value.name].type
        return CONSTANT

    def read(self, value: Value, want: str, bare_allowed: bool = False) -> str:
        """A value as an expression of type `want`; where `bare_allowed`, a parameter of that type converts it."""
        if isinstance(value, Literal):
            return literal(value.text, want)
        if isinstance(value, Negated):
            return f"!{self.read(value.value, 'pred')}"
        have, text, is_exact = self._plain(value, bare_allowed)
        return _converted(text, have, want, is_exact, bare_allowed)

    def _plain(self, value: Value, bare_allowed: bool) -> tuple[str, str, bool]:
        """Type, text, and whether the C++ type is known to be that of the PTX type."""
        if isinstance(value, OperandNumber):
            have = self.letter(value)
            if value.number in self.results:
                return have, self.result(value.number), True
            if value.number in self.held:
                return have, self.operand(value.number), False
            return have, bare(value.number) if bare_allowed else close(value.number), False
        if isinstance(value, Register) and value.name in self.names:
            return self.types[value.name], self.names[value.name], True
        if isinstance(value, Special):
            return self._special(value.name)
        raise PtxError("an operand is not understood")

    def _special(self, name: str) -> tuple[str, str, bool]:
        row = registers().get(name)
        if row is None:
            raise PtxError(f"the register or symbol '{name}' is not translated")
        if not row.code:
            raise PtxError(f"nothing stands for the register %{name}: {row.note}")
        if row.note:
            self.notes.append(f"%{name}: {row.note}")
        if row.part:
            self.parts.add(row.part)
        return row.type, row.code, False

    def stored(self, text: str, type_: str, target: str) -> str:
        """An expression of type `type_` as what a place of type `target` takes."""
        is_float, to_float = type_ in _TO_FLOAT, target in _TO_FLOAT
        if size(type_) > size(target) and type_ != "pred":
            raise PtxError(f"a result of {size(type_)} bits does not fit its operand")
        if is_float == to_float:
            return text
        if size(type_) != size(target):
            raise PtxError("a number and its operand differ in size")
        return f"{_FROM_FLOAT[type_]}({text})" if is_float else f"{_TO_FLOAT[target]}({text})"


def _converted(text: str, have: str, want: str, is_exact: bool, bare_allowed: bool) -> str:
    if have == want == "pred" or (is_exact and have != CONSTANT and C_TYPES[have] == C_TYPES[want]):
        return text
    if "pred" in (have, want):
        raise PtxError("a predicate is used as a number, or a number as a predicate")
    if have == CONSTANT:
        return text if bare_allowed else f"{C_TYPES[want]}({text})"
    if size(have) < size(want):
        raise PtxError(f"an operand of {size(have)} bits is read as {want}")
    if want == "b32" == f"b{size(have)}" and have not in _FROM_FLOAT:
        return text  # bits: the sign does not matter
    if have in _FROM_FLOAT or want in _TO_FLOAT:
        return _across(text, have, want, bare_allowed)
    return text if bare_allowed and size(have) == size(want) else f"{C_TYPES[want]}({unclosed(text)})"


def _across(text: str, have: str, want: str, bare_allowed: bool) -> str:
    if have == want:
        return text
    if size(have) != size(want):
        raise PtxError(f"an operand of type {have} is read as {want}")
    if want in _TO_FLOAT:
        return f"{_TO_FLOAT[want]}({unclosed(text)})"
    converted = f"{_FROM_FLOAT[have]}({unclosed(text)})"
    return converted if bare_allowed or want[0] != "s" else f"{C_TYPES[want]}({converted})"


def unclosed(text: str) -> str:
    """A lone hole inside brackets of its own need not bind closely."""
    return text.replace("\x01p", "\x01b") if HOLE.fullmatch(text) else text


def literal(text: str, want: str) -> str:
    """A number of PTX as a C++ literal of the type."""
    if want == "pred":
        return "true" if text.strip("-0") else "false"
    if want in _TO_FLOAT:
        return _float_literal(text, want)
    if re.match(r"-?0[fFdD]|.*\.", text) and not text.lower().startswith(("0x", "-0x")):
        raise PtxError(f"the number {text} is no integer")
    value = integer(text)
    if want[0] == "s" or value < 0:
        kept = f"{value}{'ll' if size(want) == 64 else ''}"
        return kept if want[0] == "s" and value >= 0 else f"{C_TYPES[want]}({kept})"
    spelled = text.rstrip("U") if text.lower().startswith("0x") else str(value)
    return f"{spelled}{'ull' if size(want) == 64 else 'u'}"


def integer(text: str) -> int:
    """The value of an integer of PTX; a leading 0 means octal."""
    digits = text.rstrip("U").lstrip("-")
    base = 16 if digits.lower().startswith("0x") else 8 if digits.startswith("0") and digits.isdigit() else 10
    value = int(digits, base)
    return -value if text.startswith("-") else value


def _float_literal(text: str, want: str) -> str:
    bits = re.fullmatch(r"0[fFdD]([0-9a-fA-F]+)", text)
    if bits is None:
        return f"{float(text)!r}{'f' if want == 'f32' else ''}"
    raw = bytes.fromhex(bits[1])
    value = float(struct.unpack(">f" if len(raw) == 4 else ">d", raw)[0])
    if value in (float("inf"), float("-inf")) or value != value or len(raw) * 8 != size(want):
        suffix = "u" if want == "f32" else "ll"
        return f"{_TO_FLOAT[want]}(0x{bits[1]}{suffix})"
    short = f"{value:.9g}" if want == "f32" else repr(value)
    short += "" if any(c in short for c in ".e") else ".0"
    kept = short + ("f" if want == "f32" else "")
    return f"({kept})" if value < 0 else kept
