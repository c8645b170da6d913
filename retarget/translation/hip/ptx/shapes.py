"""Instructions whose code depends on their operands: moves, comparisons, shuffles, constant shifts and selectors."""

from __future__ import annotations

import re
from collections.abc import Callable

from retarget.translation.hip.ptx.lop3 import expression
from retarget.translation.hip.ptx.ptx_tables import C_TYPES
from retarget.translation.hip.ptx.strings import Instruction, Literal, Negated, Pair, PtxError, Register, Value, Vector
from retarget.translation.hip.ptx.values import CONSTANT, Operands, integer, size
from retarget.translation.hip.ptx.video import HEADS, video

Assigned = list[tuple[Value, str, str]]  # targets, types, expressions
_RELATIONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_RELATIONS |= {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
_UNORDERED = {"ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}
_SHUFFLES = {"idx": "shfl_sync", "up": "shfl_up_sync", "down": "shfl_down_sync", "bfly": "shfl_xor_sync"}


def special_case(values: Operands, instruction: Instruction) -> Assigned | None:
    """What an instruction assigns; None where the table has it. Raises PtxError."""
    words = instruction.opcode.split(".")
    if words[0] == "match" and words[1] == "any":
        return None
    rule = _RULES.get(words[0])
    if rule is None:
        return None
    if not instruction.operands:
        raise PtxError(f"'{instruction.opcode}' has no operands")
    return rule(values, words, instruction.operands)


def _mov(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    type_ = words[-1]
    if len(words) != 2 or len(operands) != 2 or type_ not in C_TYPES:
        return None
    target, source = operands
    if isinstance(target, Vector):
        return _unpacked(values, type_, target, source)
    if isinstance(source, Vector):
        return [(target, type_ if type_[0] != "f" else f"b{size(type_)}", _packed(values, type_, source))]
    have = values.type_of(source)
    want = have if have != CONSTANT and size(have) == size(type_) else type_
    return [(target, want, values.read(source, want, bare_allowed=want != "pred"))]


def _part(type_: str, count: int) -> tuple[str, int]:
    """The type and the bits of each of `count` numbers in a word."""
    bits = size(type_) // count
    if type_ == "pred" or size(type_) % count or bits not in (8, 16, 32):
        raise PtxError(f"{count} parts of a word of {size(type_)} bits are not translated")
    return f"u{bits}", bits


def _packed(values: Operands, type_: str, source: Vector) -> str:
    part, bits = _part(type_, len(source.items))
    whole = C_TYPES[f"b{size(type_)}"]
    return " | ".join(
        f"{whole}({values.read(item, part)})" + (f" << {bits * at}" if at else "")
        for at, item in enumerate(source.items)
    )


def _unpacked(values: Operands, type_: str, target: Vector, source: Value) -> Assigned:
    part, bits = _part(type_, len(target.items))
    text = values.read(source, f"b{size(type_)}")
    return [
        (item, part, f"{C_TYPES[part]}({text}{f' >> {bits * at}' if at else ''})")
        for at, item in enumerate(target.items)
        if not (isinstance(item, Register) and item.name == "_")
    ]


def _setp(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    """`p|q`: what was compared, and the opposite, each joined with the predicate that is given."""
    kept, target = [w for w in words[1:] if w != "ftz"], operands[0]
    if len(operands) < 3 or kept[-1] not in C_TYPES:
        return None
    a, b = (values.read(v, kept[-1]) for v in operands[1:3])
    text, joined = _compared(kept[0], a, b, kept[-1]), ""
    if len(kept) == 3 and len(operands) == 4 and kept[1] in ("and", "or", "xor"):
        sign = {"and": "&&", "or": "||", "xor": "!="}[kept[1]]
        joined = f" {sign} {values.read(operands[3], 'pred')}"
    elif len(kept) != 2 or len(operands) != 3:
        return None
    direct = f"({text}){joined}" if joined else text
    if not isinstance(target, Pair):
        return [(target, "pred", direct)]
    if joined and any(r in operands[3:] or Negated(r) in operands[3:] for r in (target.value, target.predicate)):
        return None
    return [(target.value, "pred", direct), (target.predicate, "pred", f"!({text}){joined}")]


def _compared(relation: str, a: str, b: str, type_: str) -> str:
    if type_[0] != "f" and relation in _RELATIONS:
        return f"{a} {_RELATIONS[relation]} {b}"
    if relation in ("eq", "lt", "le", "gt", "ge"):
        return f"{a} {_RELATIONS[relation]} {b}"
    if relation in _UNORDERED:
        return f"!({a} {_UNORDERED[relation]} {b})"
    spelled = {
        "ne": f"{a} < {b} || {a} > {b}",
        "neu": f"{a} != {b}",
        "equ": f"!({a} < {b} || {a} > {b})",
        "num": f"!isnan({a}) && !isnan({b})",
        "nan": f"isnan({a}) || isnan({b})",
    }
    if relation not in spelled:
        raise PtxError(f"the comparison '{relation}' is not translated")
    return spelled[relation]


def _set(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    """A comparison as a number: all ones, or 1.0."""
    kept = [w for w in words[1:] if w != "ftz"]
    if kept[-1] not in C_TYPES or kept[-2] not in ("u32", "s32", "f32"):
        return None
    compared = _setp(values, ["setp", *kept[:-2], kept[-1]], operands)
    if compared is None or len(compared) != 1:
        return None
    (target, _, text), type_ = compared[0], kept[-2]
    yes, no = ("1.0f", "0.0f") if type_ == "f32" else ("~0u", "0u")
    return [(target, "f32" if type_ == "f32" else "u32", f"({text}) ? {yes} : {no}")]


def _slct(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    type_, asked = [w for w in words[1:] if w != "ftz"][-2:]
    if len(operands) != 4 or type_ not in C_TYPES or asked not in ("s32", "f32"):
        return None
    target, a, b, c = operands
    zero = "0.0f" if asked == "f32" else "0"
    return [(target, type_, f"{values.read(c, asked)} >= {zero} ? {values.read(a, type_)} : {values.read(b, type_)}")]


def _elect(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    """One lane of the mask, and whether it is the own one. Each lane of it may be chosen: here the lowest is."""
    if len(operands) != 2 or not isinstance(operands[0], Pair):
        return None
    values.parts |= {"warp_matches", "ptx_warp"}
    chosen = f"retarget_hip::ptx_elect({values.read(operands[1], 'u32', bare_allowed=True)})"
    target = operands[0]
    own = (target.predicate, "pred", f"warp32::lane_id() == {chosen}")
    is_sink = isinstance(target.value, Register) and target.value.name == "_"
    return [own] if is_sink else [(target.value, "u32", chosen), own]


def _selp(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    if len(operands) != 4 or words[-1] not in C_TYPES:
        return None
    target, a, b, chosen = operands
    type_ = words[-1]
    return [(target, type_, f"{values.read(chosen, 'pred')} ? {values.read(a, type_)} : {values.read(b, type_)}")]


def _lop3(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    if words != ["lop3", "b32"] or len(operands) != 5 or not isinstance(operands[4], Literal):
        return None
    inputs = {name: values.read(v, "b32") for name, v in zip("abc", operands[1:4], strict=True)}
    text = re.sub(r"\b[abc]\b", lambda m: inputs[m[0]], expression(integer(operands[4].text)))
    return [(operands[0], "b32", text)]


def _shift(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    """By a constant less than the width: C++ has the same."""
    type_ = words[-1]
    if len(words) != 2 or len(operands) != 3 or type_ not in C_TYPES or not isinstance(operands[2], Literal):
        return None
    distance = integer(operands[2].text)
    if not 0 <= distance < size(type_):
        return None
    sign = "<<" if words[0] == "shl" else ">>"
    kept = type_ if words[0] == "shr" and type_[0] == "s" else f"u{type_[1:]}"
    return [(operands[0], kept, f"{values.read(operands[1], kept)} {sign} {distance}")]


def _prmt(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    if words != ["prmt", "b32"] or len(operands) != 4 or not isinstance(operands[3], Literal):
        return None
    if integer(operands[3].text) & 0x8888:
        return None
    given = ", ".join(values.read(v, "b32", bare_allowed=True) for v in operands[1:])
    return [(operands[0], "b32", f"__byte_perm({given})")]


def _shfl(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    is_sync, mode = "sync" in words, next((w for w in words if w in _SHUFFLES), "")
    if not mode or words[-1] != "b32" or len(operands) != (5 if is_sync else 4):
        return None
    target, a, b, c = operands[:4]
    members = values.read(operands[4], "u32", bare_allowed=True) if is_sync else "0xffffffffu"
    values.parts.add("warp_shuffles")
    have = values.type_of(a) if values.type_of(a) not in (CONSTANT, "") else "b32"
    given = f"{members}, {values.read(a, have, bare_allowed=True)}, {values.read(b, 'u32', bare_allowed=True)}"
    width = _width(mode, c)
    if width and not isinstance(target, Pair):
        last = f", {width}" if width < 32 else ""
        return [(target, have, f"warp32::{_SHUFFLES[mode]}({given}{last})")]
    values.parts.add("ptx_warp")
    function = f"retarget_hip::ptx_shfl_{mode}"
    full = f"{function}({given}, {values.read(c, 'u32', bare_allowed=True)}"
    if not isinstance(target, Pair):
        return [(target, have, f"{full})")]
    inside = values.read(target.predicate, "pred")
    return [(target.predicate, "pred", "false"), (target.value, have, f"{full}, {inside})")]


def _width(mode: str, c: Value) -> int:
    """The width of the segments where `c` is what CUDA's own functions pass, else 0."""
    if not isinstance(c, Literal):
        return 0
    value = integer(c.text)
    width = 32 - (value >> 8 & 31)
    usual = value & 31 == (0 if mode == "up" else 31) and width & (width - 1) == 0 and value >> 13 == 0
    return width if usual else 0


def _match_all(values: Operands, words: list[str], operands: tuple[Value, ...]) -> Assigned | None:
    """The predicate is an `int` in C++: it is asked by comparison with the mask."""
    if words[1] != "all" or len(operands) != 3 or isinstance(operands[0], Pair):
        return None
    values.parts |= {"warp_matches", "ptx_warp"}
    mask, given = values.read(operands[2], "u32", bare_allowed=True), values.read(operands[1], words[-1])
    return [(operands[0], "u32", f"retarget_hip::ptx_match_all({mask}, {given})")]


_Shape = Callable[[Operands, list[str], tuple[Value, ...]], Assigned | None]
_RULES: dict[str, _Shape] = {
    "mov": _mov,
    "setp": _setp,
    "set": _set,
    "selp": _selp,
    "slct": _slct,
    "elect": _elect,
    "lop3": _lop3,
    "shl": _shift,
    "shr": _shift,
    "prmt": _prmt,
    "shfl": _shfl,
    "match": _match_all,
    **dict.fromkeys(HEADS, video),
}
