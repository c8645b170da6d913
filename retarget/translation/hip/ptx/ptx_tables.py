"""The tables of PTX: instructions, predefined registers, and what is refused (retarget/dialects/hip_ptx)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from retarget.dialects.table import KEYWORDS

_FOLDER = Path(__file__).parents[3] / "dialects" / "hip_ptx"
C_TYPES: Mapping[str, str] = {
    **{f"{sign}{size}": f"{'u' if sign != 's' else ''}int{size}_t" for sign in "usb" for size in (8, 16, 32, 64)},
    "f32": "float",
    "f64": "double",
    "pred": "bool",
}
# Words of C++, of its libraries and of our own code, which PTX takes as names of registers.
RESERVED = KEYWORDS | frozenset(
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t std retarget_hip warp32".split()
)
# Functions of C's that code calls. Libraries declare their own in namespaces, which a program may open.
MATH = frozenset(
    "abs ceil ceilf copysign copysignf exp2f fabs fabsf floor floorf fma fmaf fmax fmaxf fmin fminf isfinite isinf "
    "isnan log2f rint rintf rsqrt rsqrtf sqrt sqrtf tanhf trunc truncf cosf sinf".split()
)
_WIDE = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}


class InstructionRow(Struct, frozen=True):
    """An instruction: types of destination (or `-`) and sources, the code, the support headers that the code
    needs or HIP's in angles, and what the code does to memory or to the carry."""

    types: tuple[str, ...]
    code: str
    part: str
    effect: str


class SpecialRow(Struct, frozen=True):
    """A predefined register; no code where nothing stands for it."""

    type: str
    code: str
    part: str
    note: str


@cache
def instructions() -> Mapping[str, InstructionRow]:
    """Rows by the full spelling of the instruction."""
    rows: dict[str, InstructionRow] = {}
    for pattern, types, code, part, effect in _cells("instructions.tsv"):
        for name in _alternatives(pattern):
            rows[name] = _row(name, types.split(), code, part, effect)
    return rows


@cache
def registers() -> Mapping[str, SpecialRow]:
    return {name: SpecialRow(*rest) for name, *rest in _cells("registers.tsv")}


def refusal(opcode: str) -> str | None:
    """What to do instead of an instruction that nothing stands for; the longest entry that begins it counts."""
    known = {name: instead for name, instead in _cells("refused.tsv")}  # noqa: C416
    words = opcode.split(".")
    return next((known[w] for n in range(len(words), 0, -1) if (w := ".".join(words[:n])) in known), None)


@cache
def heads() -> frozenset[str]:
    """The first words of all instructions that are known, translated or refused."""
    listed = [*instructions(), *(name for name, _ in _cells("refused.tsv"))]
    return frozenset(name.split(".")[0] for name in listed) | _BY_RULE


@cache
def opcodes() -> frozenset[str]:
    """The first words of all instructions that PTX has."""
    lines = (_FOLDER / "opcodes.txt").read_text().splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


# Translated by what their components say rather than by rows: see ptx_memory, ptx_shapes and ptx_effects.
_BY_RULE = frozenset(
    "mov ld ldu st atom red setp set selp slct shfl match prefetch prefetchu bar barrier cp elect exit griddepcontrol "
    "createpolicy discard applypriority setmaxnreg pmevent fence vmad".split()
)


@cache
def _cells(file: str) -> tuple[tuple[str, ...], ...]:
    lines = (_FOLDER / file).read_text().splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line and not line.startswith("# "))[1:]


def _alternatives(pattern: str) -> Iterator[str]:
    match = re.search(r"\{([^}]*)\}", pattern)
    if match is None:
        yield pattern
        return
    for choice in match[1].split(","):
        yield from _alternatives(pattern[: match.start()] + choice + pattern[match.end() :])


def _row(name: str, types: list[str], code: str, part: str, effect: str) -> InstructionRow:
    """The row of one spelling, with the types that its letters stand for."""
    words = [w for w in name.split(".") if w in C_TYPES]
    last = words[-1] if words else ""
    meaning = {"T": last, "D": words[-2] if len(words) > 1 else last, "W": _WIDE.get(last, ""), "U": f"u{last[1:]}"}
    for letter, type_ in meaning.items():
        code = code.replace(f"{{{letter}}}", C_TYPES.get(type_, ""))
    return InstructionRow(tuple(meaning.get(t, t) for t in types), code, part, effect)
