"""Integers as ranges: what is known of the values of an expression, and where they come from.

Rules: a range holds every value that the expression can have, by interval arithmetic in the types of CUDA's ABI; what
may leave its type has all values of the type. What is not understood has all values, and the source UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import lru_cache, reduce

from msgspec import Struct

_UNSIGNED = {
    "bool": 1, "unsigned char": 8, "char16_t": 16, "unsigned short": 16, "unsigned int": 32, "char32_t": 32,
    "unsigned long": 64, "unsigned long long": 64,
}  # fmt: skip
_SIGNED = {"char": 8, "signed char": 8, "short": 16, "wchar_t": 32, "int": 32, "long": 64, "long long": 64}
_MOST = 1 << 64
_FLOATING = frozenset({"float", "double", "long double", "_Float16", "__half", "half", "__bf16"})


class DecidedBy(Enum):
    """What decides a value: CHOSEN by who writes or starts the program (parameters of kernels, constants of
    templates), the index of a thread, a count of bits, a constant less something, memory, or what nobody knows."""

    CHOSEN = auto()
    LANE = auto()
    COUNT = auto()
    DIFFERENCE = auto()
    MEMORY = auto()
    UNKNOWN = auto()


class Range(Struct, frozen=True):
    """From `low` to `high`, both included."""

    low: int
    high: int
    sources: frozenset[DecidedBy] = frozenset()

    @property
    def exact(self) -> int | None:
        return self.low if self.low == self.high else None

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high

    def joined(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high), self.sources | other.sources)

    def narrowed(self, low: int, high: int) -> Range:
        """With what a condition says; where that contradicts, the condition is about another value: as it was."""
        low, high = max(low, self.low), min(high, self.high)
        return Range(low, high, self.sources) if low <= high else self


def joined(ranges: Sequence[Range]) -> Range:
    """What one of these may be; there is one at least."""
    return reduce(Range.joined, ranges)


@lru_cache(maxsize=4096)  # a unit has few types, and many expressions of each
def canonical(spelled: str) -> str:
    """A type's name without qualifiers and references."""
    words = [w for w in spelled.replace("&", " ").split() if w not in ("const", "volatile", "__restrict")]
    return " ".join(words)


def limits(spelled: str) -> tuple[int, int]:
    """The least and the greatest value of a type; more than any where it is none of the integers."""
    name = canonical(spelled)
    if name in _UNSIGNED:
        return 0, (1 << _UNSIGNED[name]) - 1
    bits = _SIGNED.get(name)
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if bits else (-_MOST, _MOST)


def is_integer(spelled: str) -> bool:
    return canonical(spelled) in _UNSIGNED or canonical(spelled) in _SIGNED


def is_floating(spelled: str) -> bool:
    return canonical(spelled) in _FLOATING


def bits(spelled: str) -> int:
    """The width of an integer type after the promotion that arithmetic brings; 32 where the type is not known."""
    name = canonical(spelled)
    if "__int128" in name:
        return 128
    return 64 if max(_UNSIGNED.get(name, 0), _SIGNED.get(name, 0)) == 64 else 32


def anything(spelled: str, *sources: DecidedBy) -> Range:
    return Range(*limits(spelled), frozenset(sources))


def fitted(value: Range, spelled: str) -> Range:
    """What is left of a value in a type: all of the type's values where some do not fit, and one alone wraps."""
    low, high = limits(spelled)
    if value.within(low, high):
        return value
    if value.exact is not None and is_integer(spelled):
        wrapped = (value.low - low) % (high - low + 1) + low
        return Range(wrapped, wrapped, value.sources)
    return Range(low, high, value.sources)


def combined(operator: str, a: Range, b: Range) -> Range | None:
    """`a operator b` on whole numbers without bounds; None where nothing is known of it."""
    known = _OPERATIONS.get(operator)
    found = known(a, b) if known else None
    return Range(*found, a.sources | b.sources) if found else None


def compared(value: Range, operator: str, bound: Range) -> Range:
    """What a comparison leaves of a value, which then comes from the bound, too."""
    low, high = value.low, value.high
    match operator:
        case "<":
            high = bound.high - 1
        case "<=":
            high = bound.high
        case ">":
            low = bound.low + 1
        case ">=":
            low = bound.low
        case "==":
            low, high = bound.low, bound.high
        case "!=" if bound.exact is not None:
            low, high = low + (low == bound.exact), high - (high == bound.exact)
    more = bound.sources if operator in ("<", "<=", "==") else frozenset()
    left = value.narrowed(low, high)
    return Range(left.low, left.high, left.sources | more)


_Bounds = tuple[int, int] | None


def _product(a: Range, b: Range) -> _Bounds:
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(corners), max(corners)


def _quotient(a: Range, b: Range) -> _Bounds:
    if b.low <= 0:
        return None
    corners = [_cut(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(corners), max(corners)


def _cut(x: int, y: int) -> int:
    """Division as C++ has it, towards zero."""
    return x // y if x >= 0 else -(-x // y)


def _remainder(a: Range, b: Range) -> _Bounds:
    if b.low <= 0:
        return None
    most = b.high - 1
    return (max(-most, min(a.low, 0)), min(most, max(a.high, 0)))


def _and(a: Range, b: Range) -> _Bounds:
    tops = [r.high for r in (a, b) if r.low >= 0]
    return (0, min(tops)) if tops else None


def _or(a: Range, b: Range) -> _Bounds:
    if a.low < 0 or b.low < 0:
        return None
    return 0, (1 << max(a.high, b.high).bit_length()) - 1


def _left(a: Range, b: Range) -> _Bounds:
    if a.low < 0 or not b.within(0, 63):
        return None
    return a.low << b.low, a.high << b.high


def _right(a: Range, b: Range) -> _Bounds:
    if a.low < 0:
        return None
    return (a.low >> b.high, a.high >> b.low) if b.within(0, 63) else (0, a.high)


def _truth(_: Range, __: Range) -> _Bounds:
    return 0, 1


_OPERATIONS: dict[str, Callable[[Range, Range], _Bounds]] = {
    "+": lambda a, b: (a.low + b.low, a.high + b.high),
    "-": lambda a, b: (a.low - b.high, a.high - b.low),
    "*": _product, "/": _quotient, "%": _remainder, "&": _and, "|": _or, "^": _or, "<<": _left, ">>": _right,
    **dict.fromkeys(("<", ">", "<=", ">=", "==", "!=", "&&", "||"), _truth),
    ",": lambda _, b: (b.low, b.high),
}  # fmt: skip
