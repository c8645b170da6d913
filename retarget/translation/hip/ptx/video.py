"""Video instructions on one number: bytes and halves of words, wide sums, saturation, a second operation, a merge.

    vadd.u32.s32.s32.sat %0.b1, %1.h0, %2, %3;
    -->  %0 = (%3 & 0xffff00ffu) | uint32_t(saturated to 8 bits(int16_t(%1) + int64_t(%2))) << 8

The order is that of the PTX ISA: the parts are extended by their types, computed with more bits than 32, saturated to
what of the destination is written, and then joined with the third source.
"""

from __future__ import annotations

from retarget.translation.hip.ptx.ptx_tables import C_TYPES, instructions
from retarget.translation.hip.ptx.strings import Minus, PtxError, Selected, Value
from retarget.translation.hip.ptx.values import Operands

HEADS = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vmad")
_WIDTHS = {"b": 8, "h": 16}
_SIGNS = {"vadd": "+", "vsub": "-"}
_SPACE = "retarget_hip::ptx_"


def video(values: Operands, words: list[str], operands: tuple[Value, ...]) -> list[tuple[Value, str, str]] | None:
    """What an instruction assigns; None where the table has it, or nothing stands for it."""
    head, *types = words[:4]
    minus = [isinstance(v, Minus) for v in operands]
    operands = tuple(v.value if isinstance(v, Minus) else v for v in operands)
    rest = words[4:]
    is_plain = not any(isinstance(v, Selected) for v in operands)
    if (is_plain and ".".join(words) in instructions()) or len(types) != 3 or not set(types) <= {"u32", "s32"}:
        return None
    saturates = rest[:1] == ["sat"]
    second = rest[saturates:]
    has_third = bool(second) or isinstance(operands[0], Selected) or head == "vmad"
    if len(second) > 1 or len(operands) != 3 + has_third or not set(second) <= {"add", "min", "max"}:
        return None
    if (isinstance(operands[-1], Selected) and has_third) or (any(minus) and (head != "vmad" or minus[0])):
        return None
    a, b = (_part(values, v, t) for v, t in zip(operands[1:3], types[1:], strict=True))
    target = operands[0]
    if head == "vmad":
        added = f"{'-' if minus[3] else '+'} {values.read(operands[3], 'u32')}"
        text = f"{'-' if minus[1] != minus[2] else ''}uint32_t({a}) * uint32_t({b}) {added}"
        return None if rest or isinstance(target, Selected) else [(target, "u32", text)]
    text = _computed(values, head, a, b)
    part, at = (_width(target), int(target.numbers)) if isinstance(target, Selected) else (32, 0)
    if saturates:
        values.parts.add("ptx")
        text = f"{_SPACE}saturate<{C_TYPES[f'{types[0][0]}{part}']}>({text})"
    if isinstance(target, Selected):
        return None if second else [(target.value, "u32", _merged(values.read(operands[3], "u32"), text, part, at))]
    return [(target, "u32", _second(values, second[0], types[0], text, operands[3]) if second else f"uint32_t({text})")]


def _width(value: Selected) -> int:
    if len(value.numbers) != 1 or int(value.numbers) * _WIDTHS[value.unit] >= 32:
        raise PtxError("a selector of bytes is not understood")
    return _WIDTHS[value.unit]


def _part(values: Operands, value: Value, type_: str) -> str:
    """What is selected of a source, as a number of its own type."""
    if not isinstance(value, Selected):
        return values.read(value, type_)
    width = _width(value)
    shift = f" >> {width * int(value.numbers)}" if int(value.numbers) else ""
    return f"{C_TYPES[f'{type_[0]}{width}']}({values.read(value.value, 'u32')}{shift})"


def _computed(values: Operands, head: str, a: str, b: str) -> str:
    if head in _SIGNS:
        return f"int64_t({a}) {_SIGNS[head]} {b}"
    values.parts.add("ptx")
    least, most = (f"{_SPACE}{name}<int64_t>({a}, {b})" for name in ("min", "max"))
    return {"vmin": least, "vmax": most}.get(head, f"{most} - {least}")


def _second(values: Operands, operation: str, type_: str, text: str, third: Value) -> str:
    if operation == "add":
        return f"uint32_t({text}) + {values.read(third, 'u32')}"
    values.parts.add("ptx")
    own = C_TYPES[type_]
    return f"{_SPACE}{operation}<{own}>({own}({text}), {values.read(third, type_)})"


def _merged(kept: str, text: str, width: int, at: int) -> str:
    """A part of a word, the rest of which is another's."""
    mask = 0xFFFFFFFF & ~((1 << width) - 1 << width * at)
    shift = f" << {width * at}" if at else ""
    return f"({kept} & 0x{mask:08x}u) | uint32_t({C_TYPES[f'u{width}']}({text})){shift}"
