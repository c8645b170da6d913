"""C++'s arithmetic on whole numbers, on arrays of 64 bits: what its types make of a result, and None where that is not
defined, or beyond what these arrays hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from retarget.targets.device import Array

_LARGEST = 1 << 62
_BITS: Mapping[str, tuple[int, bool]] = {  # of each type, and whether it has a sign
    "bool": (1, False), "char": (8, True), "signed char": (8, True), "unsigned char": (8, False), "short": (16, True),
    "unsigned short": (16, False), "int": (32, True), "unsigned int": (32, False), "long": (64, True),
    "long long": (64, True), "unsigned long": (64, False), "unsigned long long": (64, False),
}  # fmt: skip
_COMPARED: Mapping[str, Callable[[Array, Array], Array]] = {
    "<": np.less, ">": np.greater, "<=": np.less_equal, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal,
}  # fmt: skip
_BITWISE: Mapping[str, Callable[[Array, Array], Array]] = {
    "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor
}  # fmt: skip


def is_whole_number(kind: str) -> bool:
    return kind in _BITS


def converted(value: Array | None, to: str) -> Array | None:
    """A value as another type has it: modulo its size.

    >>> converted(np.array([300, -1]), "unsigned char").tolist()
    [44, 255]
    """
    if value is None or to not in _BITS:
        return None
    bits, is_signed = _BITS[to]
    if to == "bool":
        return np.not_equal(value, 0).astype(np.int64)
    low, high = int(value.min(initial=0)), int(value.max(initial=0))
    if bits == 64:
        return value if is_signed or low >= 0 else None
    if (low >= -(1 << bits - 1) and high < 1 << bits - 1) if is_signed else (low >= 0 and high < 1 << bits):
        return value
    made: Array = value & ((1 << bits) - 1)
    return np.where(made >> (bits - 1), made - (1 << bits), made) if is_signed else made


def combined(name: str, left: Array, right: Array, of: str) -> Array | None:
    """`left name right` as an expression of type `of`.

    >>> combined("/", np.array([-7]), np.array([2]), "int").tolist()
    [-3]
    >>> combined("-", np.array([0]), np.array([1]), "unsigned int").tolist()
    [4294967295]
    >>> combined("+", np.array([2**31 - 1]), np.array([1]), "int") is None
    True
    """
    if name in _COMPARED:
        return _COMPARED[name](left, right).astype(np.int64)
    if of not in _BITS:
        return None
    made = _computed(name, left, right)
    if made is None:
        return None
    bits, is_signed = _BITS[of]
    low, high = int(made.min(initial=0)), int(made.max(initial=0))
    if is_signed and not (low >= -(1 << bits - 1) and high < 1 << bits - 1):
        return None
    if max(-low, high) >= _LARGEST:
        return None
    return converted(made, of)


def _computed(name: str, left: Array, right: Array) -> Array | None:
    most = [max(-int(a.min(initial=0)), int(a.max(initial=0))) for a in (left, right)]
    if name == "+":
        return left + right
    if name == "-":
        return left - right
    if name == "*":
        return left * right if most[0] * most[1] < _LARGEST else None
    if name in ("/", "%"):
        by = np.where(right == 0, 1, right)  # for threads that do not get here
        made = np.abs(left) // np.abs(by) * np.sign(left) * np.sign(by)
        return made if name == "/" else left - made * by
    if name in _BITWISE:
        return _BITWISE[name](left, right)
    if name in ("<<", ">>") and int(right.min(initial=0)) >= 0 and most[1] < 62:
        if name == ">>":
            return left >> right
        return left << right if most[0] << most[1] < _LARGEST else None
    return None
