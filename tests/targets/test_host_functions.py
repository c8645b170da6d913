"""Device functions on the host, against values worked out with exact fractions or by Python's own functions."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import NormalDist

import pytest

from tests.command_line import forked
from tests.compilers import needs_host_compiler
from tests.places import TESTS

PROGRAMS = TESTS / "host"

pytestmark = needs_host_compiler

FORMATS = {16: (11, -14, "e"), 32: (24, -126, "f"), 64: (53, -1022, "d")}  # digits, lowest exponent, struct's letter


def lines(name: str) -> list[list[str]]:
    """What a program prints, word by word, which is the same as it came and translated, in both widths."""
    path = PROGRAMS / f"{name}.cu"
    told = forked(path, "--to", "cpu", "--limit", "60")
    assert told.code == 0, told.err
    verified = forked("verify", path, "--shuffle", "1", "--limit", "60")
    assert verified.code == 0, verified.out + verified.err
    return [line.split() for line in told.out.splitlines()]


def number(bits: str, width: int) -> Fraction:
    word = int(bits, 16).to_bytes(width // 8, "little")
    return Fraction(struct.unpack("<" + FORMATS[width][2], word)[0])


def signed(bits: str, width: int) -> int:
    word = int(bits, 16) & ((1 << width) - 1)
    return word - (1 << width) if word >> (width - 1) else word


def whole(x: Fraction, mode: str) -> int:
    """An integer near x: to nearest even (rn), down (rd), up (ru), to zero (rz)."""
    return {"rn": round, "rd": math.floor, "ru": math.ceil, "rz": math.trunc}[mode](x)


def rounded(x: Fraction, mode: str, digits: int, lowest: int) -> Fraction:
    """The nearest number of a format, in the sense of `mode`; x stays below the format's largest."""
    if x == 0:
        return x
    exponent = math.frexp(float(x))[1] - 1
    exponent += (abs(x) >= Fraction(2) ** (exponent + 1)) - (abs(x) < Fraction(2) ** exponent)
    unit = Fraction(2) ** (max(exponent, lowest) - digits + 1)
    return whole(x / unit, mode) * unit


ARITHMETIC: dict[str, Callable[..., Fraction]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "rcp": lambda a: 1 / a,
    "fma": lambda a, b, c: a * b + c,
    "fmaf": lambda a, b, c: a * b + c,
}


def clamped(x: int, low: int, high: int) -> int:
    return max(low, min(high, x))


def converted(name: str, bits: str) -> tuple[Fraction | int, Callable[[str], Fraction | int]]:
    """The right result of a conversion `__from2to_mode`, and how the result's bits are read."""
    source, _, rest = name.strip("_").partition("2")
    target, _, mode = rest.partition("_")
    widths = {"int": 32, "uint": 32, "ll": 64, "ull": 64, "float": 32, "double": 64}
    width, wanted = widths[source], widths[target]
    value: Fraction | int
    if source in ("float", "double"):
        value = number(bits, width)
    else:
        value = int(bits, 16) if source[0] == "u" else signed(bits, width)
    if target in ("float", "double"):
        digits, lowest, _letter = FORMATS[wanted]
        return rounded(Fraction(value), mode, digits, lowest), lambda got: number(got, wanted)
    nearest = whole(Fraction(value), mode)
    if target[0] == "u":
        return clamped(nearest, 0, (1 << wanted) - 1), lambda got: int(got, 16)
    return clamped(nearest, -(1 << (wanted - 1)), (1 << (wanted - 1)) - 1), lambda got: signed(got, wanted)


def lanes(word: int, width: int, is_signed: bool) -> list[int]:
    parts = [word >> i & ((1 << width) - 1) for i in range(0, 32, width)]
    return [signed(f"{p:x}", width) if is_signed else p for p in parts]


def joined(parts: list[int], width: int) -> int:
    return sum((p & ((1 << width) - 1)) << (i * width) for i, p in enumerate(parts))


def by_lanes(width: int, is_signed: bool, each: Callable[..., int], *words: int) -> int:
    return joined([each(*p) for p in zip(*(lanes(w, width, is_signed) for w in words), strict=True)], width)


def average(a: int, b: int) -> int:
    """Half of a sum, a half away from zero."""
    total = a + b
    return -((1 - total) // 2) if total < 0 else (total + 1) // 2


def permuted(x: int, y: int, selector: int) -> int:
    data = (y << 32 | x).to_bytes(8, "little")
    return joined([data[(selector >> 4 * i) & 7] for i in range(4)], 8)


def funnel(low: int, high: int, shift: int, left: bool, clamp: bool) -> int:
    shift = min(shift, 32) if clamp else shift % 32
    pair = high << 32 | low
    return (pair << shift >> 32 if left else pair >> shift) & 0xFFFFFFFF


def low24(x: int) -> int:
    return signed(f"{x & 0xFFFFFF:x}", 24)


S8, U8, S16, U16 = (8, True), (8, False), (16, True), (16, False)
# Arguments come as unsigned numbers of 32 bits; so do results.
WORDS: dict[str, Callable[..., int]] = {
    "count_of_bits": int.bit_count,
    "__brev": lambda x: int(f"{x:032b}"[::-1], 2),
    "__clz": lambda x: 32 - x.bit_length(),
    "first_bit": lambda x: (x & -x).bit_length(),
    "__byte_perm": permuted,
    "__funnelshift_l": partial(funnel, left=True, clamp=False),
    "__funnelshift_lc": partial(funnel, left=True, clamp=True),
    "__funnelshift_r": partial(funnel, left=False, clamp=False),
    "__funnelshift_rc": partial(funnel, left=False, clamp=True),
    "__mulhi": lambda a, b: signed(f"{a:x}", 32) * signed(f"{b:x}", 32) >> 32,
    "__umulhi": lambda a, b: a * b >> 32,
    "__mul24": lambda a, b: low24(a) * low24(b),
    "product_of_24_bits": lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "average": lambda a, b: signed(f"{a:x}", 32) + signed(f"{b:x}", 32) >> 1,
    "average_up": lambda a, b: signed(f"{a:x}", 32) + signed(f"{b:x}", 32) + 1 >> 1,
    "average_unsigned": lambda a, b: a + b >> 1,
    "average_unsigned_up": lambda a, b: a + b + 1 >> 1,
    "absolute_sum": lambda a, b, c: abs(signed(f"{a:x}", 32) - signed(f"{b:x}", 32)) + c,
    "__usad": lambda a, b, c: abs(a - b) + c,
    "__vadd4": partial(by_lanes, *U8, lambda a, b: a + b),
    "__vsub2": partial(by_lanes, *U16, lambda a, b: a - b),
    "__vaddss2": partial(by_lanes, *S16, lambda a, b: clamped(a + b, -32768, 32767)),
    "__vaddus4": partial(by_lanes, *U8, lambda a, b: min(a + b, 255)),
    "__vsubss4": partial(by_lanes, *S8, lambda a, b: clamped(a - b, -128, 127)),
    "__vavgs2": partial(by_lanes, *S16, average),
    "__vavgu4": partial(by_lanes, *U8, average),
    "__vhaddu4": partial(by_lanes, *U8, lambda a, b: (a + b) // 2),
    "__vabsdiffs2": partial(by_lanes, *S16, lambda a, b: abs(a - b)),
    "__vmaxs4": partial(by_lanes, *S8, max),
    "__vminu2": partial(by_lanes, *U16, min),
    "__vcmpgts2": partial(by_lanes, *S16, lambda a, b: -(a > b)),
    "__vsetleu4": partial(by_lanes, *U8, lambda a, b: int(a <= b)),
    "__vsadu4": lambda a, b: sum(abs(x - y) for x, y in zip(lanes(a, *U8), lanes(b, *U8), strict=True)),
    "__vabsss4": partial(by_lanes, *S8, lambda a: min(abs(a), 127)),
    "__vneg2": partial(by_lanes, *S16, lambda a: -a),
    "__dp4a": lambda a, b, c: sum(x * y for x, y in zip(lanes(a, *S8), lanes(b, *S8), strict=True)) + c,
}
LONG_WORDS: dict[str, Callable[..., int]] = {
    "__clzll": lambda x: 64 - x.bit_length(),
    "__mul64hi": lambda a, b: signed(f"{a:x}", 64) * signed(f"{b:x}", 64) >> 64,
    "__umul64hi": lambda a, b: a * b >> 64,
}


def turn(x: float, function: Callable[[float], float]) -> float:
    return function(math.pi * float(Fraction(x) % 2))


def scaled_erfc(x: float) -> float:
    if x < 20:
        return math.exp(x * x) * math.erfc(x) if x > -26 else math.inf
    value = x  # the continued fraction
    for k in range(60, 0, -1):
        value = x + k / 2 / value
    return 1 / value / math.sqrt(math.pi)


def bessel_i0(x: float) -> float:
    term = total = Fraction(1)
    for k in range(1, 400):
        term *= Fraction(x) ** 2 / 4 / k**2
        total += term
        if term < total / 10**20:
            return float(total)
    return math.inf


def inverse_normal(p: float) -> float:
    return NormalDist().inv_cdf(p) if 0 < p < 1 else math.nan


FUNCTIONS: dict[str, Callable[..., float]] = {
    "rsqrt": lambda x: 1 / math.sqrt(x) if x > 0 else math.nan,
    "rcbrt": lambda x: math.copysign(abs(x) ** (-1 / 3), x),
    "sinpi": partial(turn, function=math.sin),
    "cospi": partial(turn, function=math.cos),
    "erfcx": scaled_erfc,
    "normcdf": lambda x: NormalDist().cdf(x) if x > -5 else math.erfc(-x / math.sqrt(2)) / 2,
    "normcdfinv": inverse_normal,
    "erfinv": lambda x: inverse_normal((x + 1) / 2) / math.sqrt(2),
    "erfcinv": lambda x: -inverse_normal(x / 2) / math.sqrt(2),
    "cyl_bessel_i0": bessel_i0,
    "rhypot": lambda a, b: 1 / math.hypot(a, b),
    "norm3d": math.hypot,
}


def test_numbers() -> None:
    seen = set()
    for name, *arguments, result in lines("numbers"):
        seen.add(name)
        where = f"{name} {arguments} gives {result}"
        kind, _, mode = name.strip("_").partition("_")
        if name in WORDS or name in LONG_WORDS:
            width, function = (32, WORDS[name]) if name in WORDS else (64, LONG_WORDS[name])
            right = function(*(int(a, 16) for a in arguments)) & ((1 << width) - 1)
            assert int(result, 16) == right, where
        elif name in FUNCTIONS:
            wanted = FUNCTIONS[name](*(float(number(a, 64)) for a in arguments))
            got = struct.unpack("<d", int(result, 16).to_bytes(8, "little"))[0]
            assert math.isclose(got, wanted, rel_tol=1e-11, abs_tol=1e-11) or (
                math.isnan(got) and math.isnan(wanted)
            ), where
        elif name == "limited":
            assert number(result, 32) == max(Fraction(0), min(Fraction(1), number(arguments[0], 32))), where
        elif "2" in name:
            exact, read = converted(name, arguments[0])
            assert read(result) == exact, where
        else:
            width = 64 if kind[0] == "d" or kind == "fma" else 32
            digits, lowest, _letter = FORMATS[width]
            operation = ARITHMETIC[kind if kind.startswith("fma") else kind[1:]]
            exact = rounded(operation(*(number(a, width) for a in arguments)), mode, digits, lowest)
            assert number(result, width) == exact, where
    assert len(seen) > 100


def small(bits: str, digits: int, lowest: int, mode: str = "rn") -> Fraction:
    """The program's narrow argument: a float, made less, rounded."""
    return rounded(number(bits, 32) / 2**14, mode, digits, lowest)


def test_narrow_floats() -> None:
    seen = set()
    for name, *arguments, result in lines("narrow"):
        seen.add(name)
        kind, what, *modes = name.split("_")
        digits, lowest = (11, -14) if kind == "half" else (8, -126)
        where = f"{name} {arguments} gives {result}"
        if what == "to":
            assert signed(result, 32) == whole(small(arguments[0], digits, lowest), modes[0]), where
        elif what == "of":
            assert number(result, 32) == rounded(Fraction(signed(arguments[0], 16)), modes[0], digits, lowest), where
        elif what == "from":
            assert number(result, 32) == small(arguments[0], digits, lowest, modes[0]), where
        else:
            operation = max if what == "max" else min if what == "min" else ARITHMETIC[what]
            exact = operation(*(small(a, digits, lowest) for a in arguments))
            assert number(result, 32) == rounded(exact, "rn", digits, lowest), where
    assert len(seen) == 26


@pytest.mark.parametrize("name", ["divergence", "helpers"])
def test_programs_that_judge_themselves(name: str) -> None:
    assert lines(name) == [["PASS"]]


def test_what_cpp_leaves_open_is_as_on_nvidias_machine() -> None:
    """The values of an H200."""
    shifts = ["80000001 80000001 80000001 0", "80000000 1 ffffffff 10"]
    shifts += ["0 0 ffffffff 20", "0 0 ffffffff 20", "0 0 ffffffff 80", "0 0 ffffffff 80000000"]
    most, least = "7fffffffffffffff", "8000000000000000"
    wide = [f"{most} {'f' * 16} ff", f"{least} 0 0", f"{most} 8ac7230489e80000 ff", f"{'f' * 16} 0 0", "12c 12c 2c"]
    assert lines("open_results") == [row.split() for row in (*shifts, *wide, "b2d05e00 b2d05e00 0")]
