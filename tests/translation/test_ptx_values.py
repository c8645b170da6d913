"""Inline PTX, translated and run on the host, against what the PTX ISA says of each instruction.

The program is written from the table below: one statement an instruction, applied to words of all kinds.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

from tests.command_line import spawned
from tests.compilers import needs_host_compiler
from tests.places import TESTS

pytestmark = needs_host_compiler

Number = int | float
LETTERS = {
    "h": ("unsigned short", 16),
    "r": ("unsigned", 32),
    "l": ("unsigned long long", 64),
    "f": ("float", 32),
    "d": ("double", 64),
}


def signed(x: int, bits: int = 32) -> int:
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def clamped(x: int, low: int, high: int) -> int:
    return max(low, min(high, x))


def lanes(word: int, bits: int, is_signed: bool) -> list[int]:
    parts = [word >> i & ((1 << bits) - 1) for i in range(0, 32, bits)]
    return [signed(p, bits) for p in parts] if is_signed else parts


def joined(parts: list[int], bits: int) -> int:
    return sum((p & ((1 << bits) - 1)) << (i * bits) for i, p in enumerate(parts))


def by_lanes(bits: int, is_signed: bool, each: Callable[[int, int], int], a: int, b: int, _: int = 0) -> int:
    return joined([each(x, y) for x, y in zip(lanes(a, bits, is_signed), lanes(b, bits, is_signed), strict=True)], bits)


def over_lanes(bits: int, is_signed: bool, each: Callable[[int, int], int], a: int, b: int, c: int) -> int:
    return sum(each(x, y) for x, y in zip(lanes(a, bits, is_signed), lanes(b, bits, is_signed), strict=True)) + c


def field(a: int, at: int, length: int, bits: int, is_signed: bool) -> int:
    at, length = at & 255, length & 255
    sign = (a >> min(at + length - 1, bits - 1) & 1) if is_signed and length else 0
    return sum((a >> (at + i) & 1 if i < length and at + i < bits else sign) << i for i in range(bits))


def inserted(a: int, b: int, at: int, length: int) -> int:
    at, length = at & 255, length & 255
    for i in range(length):
        if at + i < 32:
            b = b & ~(1 << (at + i)) | (a >> i & 1) << (at + i)
    return b


def highest(a: int, bits: int, is_signed: bool) -> int:
    a = ~a if is_signed and a >> (bits - 1) else a
    return (a & ((1 << bits) - 1)).bit_length() - 1


def permuted(a: int, b: int, selector: int) -> int:
    data = (b << 32 | a).to_bytes(8, "little")
    chosen = [(selector >> 4 * i) & 15 for i in range(4)]
    return joined([(data[c & 7] >> 7) * 255 if c & 8 else data[c & 7] for c in chosen], 8)


def funnel(low: int, high: int, shift: int, left: bool, clamp: bool) -> int:
    shift = min(shift, 32) if clamp else shift % 32
    pair = high << 32 | low
    return pair << shift >> 32 if left else pair >> shift


def dot(widths: tuple[int, int], signs: tuple[bool, bool], start: int, a: int, b: int, c: int) -> int:
    firsts, seconds = lanes(a, widths[0], signs[0]), lanes(b, widths[1], signs[1])[start:]
    return sum(x * y for x, y in zip(firsts, seconds, strict=False)) + c


# Floating point, by way of fractions; NaN and infinities as floats.

FORMATS = {"f16": (11, -14, 15), "bf16": (8, -126, 127), "f32": (24, -126, 127)}  # digits, exponents


def value(bits: int, format_: str) -> float:
    if format_ == "f16":
        return float(struct.unpack("<e", bits.to_bytes(2, "little"))[0])
    word = bits << 16 if format_ == "bf16" else bits
    return float(struct.unpack("<f", word.to_bytes(4, "little"))[0])


def bits_of(x: Fraction | float, format_: str, mode: str = "rn") -> int:
    """The number of a format that is next to x."""
    digits, lowest, top = FORMATS[format_]
    fraction, exponents = digits - 1, top + 1 - lowest + 2
    infinity = (exponents - 1) << fraction
    sign = 1 << (fraction + (5 if format_ == "f16" else 8))
    if isinstance(x, float) and (math.isnan(x) or math.isinf(x)):
        return sign - 1 if math.isnan(x) else infinity | (sign if x < 0 else 0)
    negative = x < 0 or (isinstance(x, float) and math.copysign(1, x) < 0)
    exact = abs(Fraction(x))
    exponent = lowest
    while exact >= Fraction(2) ** (exponent + 1):
        exponent += 1
    count = {"rn": round, "rz": math.trunc, "rna": lambda v: math.floor(v + Fraction(1, 2))}[mode](
        exact / Fraction(2) ** (exponent - fraction)
    )
    word = (exponent - lowest) * (1 << fraction) + count  # the leading digit carries into the exponent
    word = min(word, infinity if mode != "rz" else infinity - 1)
    return word | (sign if negative else 0)


def half(format_: str, each: Callable[..., Fraction | float], *words: int) -> int:
    numbers = [value(w, format_) for w in words]
    return bits_of(each(*numbers), format_)


def pair(each: Callable[..., int], *words: int) -> int:
    return each(*(w & 0xFFFF for w in words)) | each(*(w >> 16 for w in words)) << 16


def is_plain(*numbers: float) -> bool:
    return all(math.isfinite(n) for n in numbers)


def exact(each: Callable[..., Fraction], as_float: Callable[..., float], *numbers: float) -> Fraction | float:
    """In fractions, where these are no infinities; a zero has its sign from floats."""
    if not is_plain(*numbers):
        return as_float(*numbers)
    found = each(*map(Fraction, numbers))
    return found if found else as_float(*numbers)


def fused(a: float, b: float, c: float) -> Fraction | float:
    return exact(lambda x, y, z: x * y + z, lambda x, y, z: x * y + z, a, b, c)


SUM = partial(exact, lambda a, b: a + b, lambda a, b: a + b)
DIFFERENCE = partial(exact, lambda a, b: a - b, lambda a, b: a - b)
PRODUCT = partial(exact, lambda a, b: a * b, lambda a, b: a * b)


def least(a: float, b: float) -> float:
    return b if math.isnan(a) else a if math.isnan(b) else min((a, math.copysign(1, a)), (b, math.copysign(1, b)))[0]


def most(a: float, b: float) -> float:
    return b if math.isnan(a) else a if math.isnan(b) else max((a, math.copysign(1, a)), (b, math.copysign(1, b)))[0]


def relu(x: Fraction | float) -> Fraction | float:
    return x if isinstance(x, float) and math.isnan(x) else x if x > 0 else 0.0


def sat(x: Fraction | float) -> Fraction | float:
    return 0.0 if isinstance(x, float) and math.isnan(x) else min(max(x, Fraction(0)), Fraction(1)) if x > 0 else 0.0


def integer(x: float, mode: str, low: int, high: int) -> int:
    if math.isnan(x):
        return 0
    if math.isinf(x):
        return low if x < 0 else high
    return clamped({"rni": round, "rzi": math.trunc, "rmi": math.floor, "rpi": math.ceil}[mode](x), low, high)


I32, U32, S8, U8, S16, U16 = (-(2**31), 2**31 - 1), (0, 2**32 - 1), (8, True), (8, False), (16, True), (16, False)
TABLE: dict[str, tuple[str, Callable[..., Number]]] = {
    "add.sat.s32": ("rrr", lambda a, b: clamped(signed(a) + signed(b), *I32)),
    "sub.sat.s32": ("rrr", lambda a, b: clamped(signed(a) - signed(b), *I32)),
    "abs.s64": ("ll", lambda a: abs(signed(a, 64))),
    "mad.hi.s32": ("rrrr", lambda a, b, c: (signed(a) * signed(b) >> 32) + c),
    "mul.wide.s32": ("lrr", lambda a, b: signed(a) * signed(b)),
    "mul24.hi.s32": ("rrr", lambda a, b: signed(a, 24) * signed(b, 24) >> 16),
    "sad.s32": ("rrrr", lambda a, b, c: abs(signed(a) - signed(b)) + c),
    "min.relu.s32": ("rrr", lambda a, b: max(0, min(signed(a), signed(b)))),
    "dp4a.s32.u32": ("rrrr", partial(dot, (8, 8), (True, False), 0)),
    "dp4a.u32.u32": ("rrrr", partial(dot, (8, 8), (False, False), 0)),
    "dp2a.lo.s32.s32": ("rrrr", partial(dot, (16, 8), (True, True), 0)),
    "dp2a.hi.u32.s32": ("rrrr", partial(dot, (16, 8), (False, True), 2)),
    "bfe.s32": ("rrrr", lambda a, b, c: field(a, b, c, 32, True)),
    "bfe.u64": ("llrr", lambda a, b, c: field(a, b, c, 64, False)),
    "bfi.b32": ("rrrrr", inserted),
    "bfind.s32": ("rr", lambda a: highest(a, 32, True)),
    "bfind.u64": ("rl", lambda a: highest(a, 64, False)),
    "bfind.shiftamt.u32": ("rr", lambda a: 31 - highest(a, 32, False) if a else -1),
    "prmt.b32": ("rrrr", permuted),
    "shf.l.wrap.b32": ("rrrr", partial(funnel, left=True, clamp=False)),
    "shf.r.clamp.b32": ("rrrr", partial(funnel, left=False, clamp=True)),
    "shl.b32": ("rrr", lambda a, b: a << min(b, 32)),
    "shr.s32": ("rrr", lambda a, b: signed(a) >> min(b, 32)),
    "bmsk.clamp.b32": ("rrr", lambda a, b: ((1 << min(b, 32)) - 1) << min(a, 32)),
    "bmsk.wrap.b32": ("rrr", lambda a, b: ((1 << b % 32) - 1) << a % 32),
    "szext.clamp.s32": ("rrr", lambda a, b: field(a, 0, min(b, 32), 32, True)),
    "szext.wrap.u32": ("rrr", lambda a, b: field(a, 0, b % 32, 32, False)),
    "set.eq.u32.u32": ("rrr", lambda a, b: -(a == b)),
    "set.lt.u32.s32": ("rrr", lambda a, b: -(signed(a) < signed(b))),
    "slct.u32.s32": ("rrrr", lambda a, b, c: a if signed(c) >= 0 else b),
    "vadd.u32.u32.u32.add": ("rrrr", lambda a, b, c: a + b + c),
    "vabsdiff.u32.s32.s32.add": ("rrrr", lambda a, b, c: abs(signed(a) - signed(b)) + c),
    "vshr.u32.u32.u32.clamp.add": ("rrrr", lambda a, b, c: (a >> min(b, 32)) + c),
    "vmin.s32.s32.s32.max": ("rrrr", lambda a, b, c: max(min(signed(a), signed(b)), signed(c))),
    "vmax.u32.u32.u32.add": ("rrrr", lambda a, b, c: max(a, b) + c),
    "vsub.u32.u32.u32.min": ("rrrr", lambda a, b, c: min((a - b) % 2**32, c)),
    "vadd.s32.u32.s32.sat": ("rrr", lambda a, b: clamped(a + signed(b), -(2**31), 2**31 - 1)),
    "vadd.u32.s32.s32.sat.min": ("rrrr", lambda a, b, c: min(clamped(signed(a) + signed(b), 0, 2**32 - 1), c)),
    "vabsdiff.s32.u32.s32.sat": ("rrr", lambda a, b: clamped(abs(a - signed(b)), 0, 2**31 - 1)),
    "vadd.s32.s32.s32 %0, %1.h0, %2.b3;": ("rrr", lambda a, b: signed(a, 16) + signed(b >> 24, 8)),
    "vsub.s32.u32.u32 %0, %1.h1, %2.h0;": ("rrr", lambda a, b: (a >> 16) - (b & 0xFFFF)),
    "vmin.s32.u32.s32 %0, %1.b1, %2;": ("rrr", lambda a, b: min(a >> 8 & 255, signed(b))),
    "vmad.u32.s32.u32 %0, %1.b0, %2.b3, %3;": ("rrrr", lambda a, b, c: signed(a, 8) * (b >> 24) + c),
    "vmad.s32.s32.s32": ("rrrr", lambda a, b, c: a * b + c),
    "vadd.u32.u32.u32 %0.b0, %1, %2, %3;": ("rrrr", lambda a, b, c: a + b & 255 | c & 0xFFFFFF00),
    "vadd.u32.s32.s32.sat %0.b2, %1, %2, %3;": (
        "rrrr",
        lambda a, b, c: clamped(signed(a) + signed(b), 0, 255) << 16 | c & 0xFF00FFFF,
    ),
    "vsub.s32.u32.s32.sat %0.b3, %1.b1, %2, %3;": (
        "rrrr",
        lambda a, b, c: (clamped((a >> 8 & 255) - signed(b), -128, 127) & 255) << 24 | c & 0xFFFFFF,
    ),
    "vmax.s32.s32.s32.sat %0.h1, %1, %2.h0, %3;": (
        "rrrr",
        lambda a, b, c: clamped(max(signed(a), signed(b, 16)), -32768, 32767) << 16 & 0xFFFF0000 | c & 0xFFFF,
    ),
    "vadd2.u32.u32.u32.sat": ("rrrr", partial(by_lanes, *U16, lambda a, b: min(a + b, 65535))),
    "vsub4.s32.s32.s32.sat": ("rrrr", partial(by_lanes, *S8, lambda a, b: clamped(a - b, -128, 127))),
    "vavrg4.u32.u32.u32": ("rrrr", partial(by_lanes, *U8, lambda a, b: (a + b + 1) // 2)),
    "vset2.s32.s32.gt": ("rrrr", partial(by_lanes, *S16, lambda a, b: int(a > b))),
    "vset4.u32.u32.ne": ("rrrr", partial(by_lanes, *U8, lambda a, b: int(a != b))),
    "vset4.u32.u32.le.add": ("rrrr", partial(over_lanes, *U8, lambda a, b: int(a <= b))),
    "vabsdiff4.u32.s32.s32.add": ("rrrr", partial(over_lanes, *S8, lambda a, b: abs(a - b))),
    "min.s16x2": ("rrr", partial(by_lanes, *S16, min)),
    "cvt.sat.s8.s32": ("rr", lambda a: clamped(signed(a), -128, 127)),
    "cvt.sat.u16.s64": ("hl", lambda a: clamped(signed(a, 64), 0, 65535)),
    "cvt.rni.sat.u8.f32": ("rf", lambda a: integer(a, "rni", 0, 255)),
    "cvt.rzi.s16.f32": ("hf", lambda a: integer(a, "rzi", -32768, 32767)),
    "cvt.rmi.s64.f32": ("lf", lambda a: integer(a, "rmi", -(2**63), 2**63 - 1)),
    "cvt.rpi.u32.f64": ("rd", lambda a: integer(a, "rpi", *U32)),
    "cvt.rni.sat.s8.f16": ("hh", lambda a: integer(value(a, "f16"), "rni", -128, 127)),
    "cvt.rzi.u32.bf16": ("rh", lambda a: integer(value(a, "bf16"), "rzi", *U32)),
    "cvt.rpi.sat.s32.f64": ("rd", lambda a: integer(a, "rpi", *I32)),
    "cvt.rna.tf32.f32": ("rf", lambda a: tf32(a)),
    "cvt.rn.f16x2.f32": ("rff", lambda a, b: bits_of(a, "f16") << 16 | bits_of(b, "f16")),
    "cvt.rz.f16.f32": ("hf", lambda a: bits_of(a, "f16", "rz")),
    "cvt.rn.bf16x2.f32": ("rff", lambda a, b: bits_of(a, "bf16") << 16 | bits_of(b, "bf16")),
    "cvt.rz.bf16.f32": ("hf", lambda a: bits_of(a, "bf16", "rz")),
    "cvt.rn.relu.bf16.f32": ("hf", lambda a: bits_of(relu(a), "bf16")),
    "cvt.f32.bf16": ("fh", lambda a: value(a, "bf16")),
    "cvt.f32.f16": ("fh", lambda a: value(a, "f16")),
    "fma.rn.sat.f32": ("ffff", lambda a, b, c: value(bits_of(sat(fused(a, b, c)), "f32"), "f32")),
    "max.NaN.f32": ("fff", lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else most(a, b)),
    "add.rz.f32": ("fff", lambda a, b: value(bits_of(SUM(a, b), "f32", "rz"), "f32") if is_plain(a, b) else a + b),
    "rcp.approx.ftz.f64": ("dd", lambda a: 1 / a if a else math.copysign(math.inf, a)),
}
for _format in ("f16", "bf16"):
    for _name, _each in {
        "add": SUM,
        "sub": DIFFERENCE,
        "mul": PRODUCT,
        "min": least,
        "max": most,
    }.items():
        _one = partial(half, _format, _each)
        TABLE[f"{_name}.{_format}"] = ("hhh", _one)
        TABLE[f"{_name}.{_format}x2"] = ("rrr", partial(pair, _one))
    TABLE[f"fma.rn.{_format}"] = ("hhhh", partial(half, _format, fused))
    TABLE[f"fma.rn.relu.{_format}x2"] = ("rrrr", partial(pair, partial(half, _format, lambda *n: relu(fused(*n)))))
    TABLE[f"neg.{_format}x2"] = ("rr", lambda a: a ^ 0x80008000)
    TABLE[f"set.le.u32.{_format}x2"] = (
        "rrr",
        partial(pair, lambda a, b, f=_format: 0xFFFF * (value(a, f) <= value(b, f))),
    )
    TABLE[f"set.neu.u32.{_format}x2"] = (
        "rrr",
        partial(pair, lambda a, b, f=_format: 0xFFFF * (value(a, f) != value(b, f))),
    )


def tf32(x: float) -> int:
    word = struct.unpack("<I", struct.pack("<f", x))[0]
    return 0x7FFFFFFF if math.isnan(x) else word if math.isinf(x) else (word + 0x1000) & ~0x1FFF


COUNT = 60


def columns(letters: str, seed: str) -> list[list[int]]:
    """Arguments as bits: edges, small numbers, random ones; halves in them are of all kinds too."""
    source = random.Random(seed)
    edges = [
        0,
        1,
        31,
        32,
        0x7FFFFFFF,
        0x80000000,
        0xFFFFFFFF,
        0x80008000,
        0x7F80FF80,
        0x3C003C00,
        0x7E007BFF,
        0x03FF0001,
    ]

    def draw(letter: str) -> int:
        bits = LETTERS[letter][1]
        if letter in "fd":
            x = source.choice(
                [0.0, -0.0, 1.0, 0.5, 2.5, -300.7, 65519.9, 1e-7, source.gauss(0, 1), source.gauss(0, 3e4)]
            )
            return int.from_bytes(struct.pack("<f" if letter == "f" else "<d", x), "little")
        word = source.choice([source.choice(edges), source.randrange(40), source.getrandbits(32)])
        return (word | source.choice(edges) << 32) & ((1 << bits) - 1)

    return [[draw(letter) for letter in letters] for _ in range(COUNT)]


def program() -> str:
    lines = ["#include <cstdio>", "#include <cstring>"]
    for at, (opcode, (letters, _)) in enumerate(TABLE.items()):
        result, *given = letters
        rows = columns("".join(given), opcode)
        listed = ", ".join(f"{word}ull" for row in rows for word in row)
        lines.append(f"__device__ const unsigned long long in{at}[] = {{{listed}}};")
        lines.append(f"__global__ void k{at}(unsigned long long* out) {{ int i = threadIdx.x;")
        for n, letter in enumerate(given):
            type_ = LETTERS[letter][0]
            word = f"in{at}[i * {len(given)} + {n}]"
            lines.append(f"  unsigned long long w{n} = {word}; {type_} a{n}; memcpy(&a{n}, &w{n}, sizeof(a{n}));")
        places = ", ".join(f"%{n}" for n in range(len(letters)))
        inputs = ", ".join(f'"{letter}"(a{n})' for n, letter in enumerate(given))
        text = opcode if "%" in opcode else f"{opcode} {places};"
        lines.append(f'  {LETTERS[result][0]} d; asm("{text}" : "={result}"(d) : {inputs});')
        lines.append("  unsigned long long word = 0; memcpy(&word, &d, sizeof(d)); out[i] = word; }")
    lines += ["int main() { unsigned long long* out; cudaMallocManaged(&out, 8 * 64);"]
    for at in range(len(TABLE)):
        lines.append(f"  k{at}<<<1, {COUNT}>>>(out); cudaDeviceSynchronize();")
        lines.append(f'  for (int i = 0; i < {COUNT}; ++i) printf("{at} %d %llx\\n", i, out[i]);')
    return "\n".join([*lines, "}"]) + "\n"


def argument(word: int, letter: str) -> Number:
    if letter in "fd":
        return float(
            struct.unpack("<f" if letter == "f" else "<d", word.to_bytes(LETTERS[letter][1] // 8, "little"))[0]
        )
    return word


def is_right(opcode: str, got: int, wanted: Number, letter: str) -> bool:
    if letter in "fd":
        number = argument(got, letter)
        assert isinstance(wanted, float)
        return number == wanted or (math.isnan(number) and math.isnan(wanted))
    word = int(wanted) & ((1 << LETTERS[letter][1]) - 1)
    if "f16" not in opcode or got == word:
        return got == word
    format_ = "bf16" if "bf16" in opcode else "f16"  # which NaN it is does not matter
    parts = [(got >> at & 0xFFFF, word >> at & 0xFFFF) for at in (0, 16)]
    return all(
        a == b or (value(a, format_) != value(a, format_) and value(b, format_) != value(b, format_)) for a, b in parts
    )


def check(printed: str) -> None:
    seen: set[str] = set()
    wrong = []
    for line in printed.splitlines():
        at, index, result = line.split()
        opcode = [*TABLE][int(at)]
        letters, function = TABLE[opcode]
        row = columns(letters[1:], opcode)[int(index)]
        given = [argument(word, letter) for word, letter in zip(row, letters[1:], strict=True)]
        wanted = function(*given)
        if not is_right(opcode, int(result, 16), wanted, letters[0]):
            wrong.append(f"{opcode} {[hex(w) for w in row]} {given} gives {result}, not {wanted}")
        seen.add(opcode)
    assert not wrong, "\n".join(wrong[:40])
    assert seen == set(TABLE)


def test_values(tmp_path: Path) -> None:
    source = tmp_path / "values.cu"
    source.write_text(program())
    done = spawned(source, "--to", "cpu", "--limit", "60")
    assert done.code == 0, done.err
    check(done.out)


def test_carries() -> None:
    """A carry that passes from statement to statement, through macros, functions, loops and branches."""
    done = spawned(TESTS / "host" / "carries.cu", "--to", "cpu", "--limit", "60")
    assert done.code == 0, done.err
    rows = [[int(word, 16) for word in line.split()] for line in done.out.splitlines()]
    assert len(rows) == 96
    for row in rows:
        a, b, total, rest, product = (
            sum(word << 64 * i for i, word in enumerate(row[x:y]))
            for x, y in [(0, 4), (4, 8), (8, 13), (13, 18), (18, 23)]
        )
        assert total == a + b
        assert rest == (a - b) % 2**288
        evens = sum((a >> 64 * i & 0xFFFFFFFF) << 64 * i for i in range(4))
        assert product == evens * (b & 0xFFFFFFFF)
