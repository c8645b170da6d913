"""Values of generated code: their text and type, the range they lie in, and what they depend on.

Ranges keep the programs defined: no signed overflow, no index out of bounds, and floating point that holds whole numbers exactly, so that
neither the order of additions nor a fused multiplication can change a result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

THREAD, BLOCK, DATA = "thread", "block", "data"
Deps = frozenset[str]
ALL: Deps = frozenset({THREAD, BLOCK, DATA})
UNIFORM: Deps = frozenset()

RANK = {"int": 0, "unsigned": 1, "float": 2, "double": 3}
TOP = (1 << 32) - 1
LIMIT = {"int": 1 << 30, "float": 1 << 24, "double": 1 << 30}
KEPT = 4095  # what variables and arrays of signed and floating types hold at most, in magnitude


@dataclass(frozen=True)
class Value:
    """An expression; `atom` if it needs no parentheses as an operand."""

    text: str
    type: str
    low: int
    high: int
    deps: Deps = UNIFORM
    atom: bool = False

    def __str__(self) -> str:
        return self.text if self.atom else f"({self.text})"

    @property
    def size(self) -> int:
        """The greatest magnitude."""
        return max(abs(self.low), abs(self.high))


def kept(type: str) -> tuple[int, int]:
    """The range of a variable or an array of a type."""
    return (0, TOP) if type == "unsigned" else (-KEPT, KEPT)


def constant(number: int, type: str = "int") -> Value:
    suffix = {"int": "", "unsigned": "u", "float": ".0f", "double": ".0"}[type]
    return Value(f"{number}{suffix}", type, number, number, UNIFORM, number >= 0)


def integer(value: Value) -> Value:
    """The value as an integer, for operators that take no other."""
    return value if RANK[value.type] < 2 else converted(value, "int")


def converted(value: Value, type: str) -> Value:
    """The value cast to a type; brought into a range that the type holds exactly where it may lie outside."""
    if value.type == type:
        return value
    if type == "unsigned":
        value = integer(value)
        low, high = (value.low, value.high) if value.low >= 0 else (0, TOP)
        return Value(f"(unsigned){value}", type, low, high, value.deps, True)
    if value.size > LIMIT[type]:
        value = reduced(value, 0 if value.type == "unsigned" else -KEPT, KEPT)
    return Value(f"({type}){value}", type, value.low, value.high, value.deps, True)


def reduced(value: Value, low: int, high: int) -> Value:
    """The value, folded into a range that holds 0 or begins at 1; its type stays."""
    if low <= value.low and value.high <= high:
        return value
    if low == 1:
        return combined("+", reduced(value, 0, high - 1), constant(1))
    if RANK[value.type] >= 2:
        return converted(reduced(converted(value, "int"), low, high), value.type)
    suffix = "u" if value.type == "unsigned" else ""
    if value.low >= 0 or low <= -high:
        return Value(f"{value} % {high + 1}{suffix}", value.type, 0 if value.low >= 0 else -high, high, value.deps)
    mask = (1 << ((high + 1).bit_length() - 1)) - 1
    return Value(f"{value} & {mask}", value.type, 0, mask, value.deps)


def fitted(value: Value, type: str, low: int | None = None, high: int | None = None) -> Value:
    """The value in a type and a range; by default in that of the type's variables."""
    bounds = kept(type) if low is None or high is None else (low, high)
    if RANK[type] < 2:
        value = integer(value)
    if type == "unsigned" and bounds == kept(type):
        return converted(value, type)
    return converted(reduced(value, *bounds), type)


def combined(op: str, a: Value, b: Value) -> Value:
    """A sum, difference, product or bitwise combination; operands are reduced where the result would leave its type."""
    if op in "&|^":
        return _bitwise(op, integer(a), integer(b))
    type = a.type if RANK[a.type] >= RANK[b.type] else b.type
    if type != "unsigned":
        if a.size > LIMIT[type] or b.size > LIMIT[type] or max(map(abs, _range(op, a, b))) > LIMIT[type]:
            a, b = (reduced(v, -1000, 1000) for v in (a, b))
        low, high = _range(op, a, b)
    else:
        low, high = _range(op, a, b)
        if min(a.low, b.low, low) < 0 or high > TOP:
            low, high = 0, TOP
    return Value(f"{a} {op} {b}", type, low, high, a.deps | b.deps)


def chosen(condition: Value, a: Value, b: Value) -> Value:
    """`condition ? a : b`, both of one type."""
    text = f"{condition} ? {a} : {b}"
    return Value(text, a.type, min(a.low, b.low), max(a.high, b.high), condition.deps | a.deps | b.deps)


def called(name: str, arguments: tuple[Value, ...], type: str, low: int, high: int, deps: Deps = UNIFORM) -> Value:
    """A call; it depends on what its arguments do, and on what the function itself reads."""
    text = f"{name}({', '.join(a.text for a in arguments)})"
    return Value(text, type, low, high, deps.union(*(a.deps for a in arguments)), True)


def depending(value: Value, deps: Deps) -> Value:
    return replace(value, deps=value.deps | deps)


def _range(op: str, a: Value, b: Value) -> tuple[int, int]:
    if op == "+":
        return a.low + b.low, a.high + b.high
    if op == "-":
        return a.low - b.high, a.high - b.low
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(ends), max(ends)


def _bitwise(op: str, a: Value, b: Value) -> Value:
    type = "unsigned" if "unsigned" in (a.type, b.type) else "int"
    edge = (1 << max(a.size, b.size).bit_length()) - 1
    low = 0 if min(a.low, b.low) >= 0 else -edge - 1
    if type == "unsigned" and low < 0:
        low, edge = 0, TOP
    if op == "&" and min(a.high, b.high) >= 0 and min(a.low, b.low) >= 0:
        edge = min(a.high, b.high)
    return Value(f"{a} {op} {b}", type, low, edge, a.deps | b.deps)
