"""Conversions of floating-point numbers to integers whose result the machines agree on only within the integer's range.

Rules: NVIDIA's machine saturates in every width, and gives a number of at most 32 bits to the next smaller types; AMD's
has instructions of 32 bits, which saturate too, and compilers write out the rest. So those to 64 bits differ out of
range, and those to `unsigned char`, which go by way of `int`, for negative numbers; those to `char` where
the compiler, to which that is undefined, does not cut the result off. CUDA's classes of halves
saturate to 8 and 16 bits, too. A `double` that is not a number becomes 0x80000000 on NVIDIA's machine and 0 on AMD's;
what has finite bounds is a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from retarget.analysis.integer_values import DeviceProgram
from retarget.analysis.ranges import bits, is_floating, is_integer, limits
from retarget.analysis.real_ranges import Interval, real_range
from retarget.source.text import Span
from retarget.unit.tree import Function, Kind, Node

_SIGNED = frozenset({"char", "signed char"})  # which compilers for AMD's GPUs leave with more bits than theirs
_WIDE = {"__int128": (-(2.0**127), 2.0**127), "unsigned __int128": (-1.0, 2.0**128)}
_DEPENDENT = "type-parameter"
_HALVES = ("cuda_fp16.h", "cuda_bf16.h")
_ROUNDED = {"rn": "rint", "rd": "floor", "ru": "ceil", "rz": ""}
FUNCTIONS = {
    **{
        f"__{source}2{target}_{mode}": (kind, function)
        for source in ("float", "double")
        for target, kind in (("ll", "long long"), ("ull", "unsigned long long"))
        for mode, function in _ROUNDED.items()
    },
    **{
        f"__double2{target}_{mode}": (kind, function)
        for target, kind in (("int", "int"), ("uint", "unsigned int"))
        for mode, function in _ROUNDED.items()
    },
    **{name + f: (kind, function) for f in ("", "f") for name, kind, function in (
        ("lrint", "long", "rint"), ("llrint", "long long", "rint"),
        ("lround", "long", "round"), ("llround", "long long", "round"))},
}  # fmt: skip


class Differs(Enum):
    """Where the machines do; PROVED: nowhere that the number can be; NOWHERE: for this type of integer; CHOSEN: as the
    type says that a template's argument names."""

    OUT_OF_RANGE = auto()
    NAN = auto()
    PROVED = auto()
    NOWHERE = auto()
    CHOSEN = auto()


class IntegerConversion(Struct, frozen=True):
    """`node` becomes an integer of type `to`. function: where a call of CUDA's does it, what rounds it first.
    is_double: what is converted."""

    name: str  # of the function that it stands in
    node: Node
    to: str
    differs: Differs
    function: str | None = None
    is_plain: bool = True  # no other cast stands between
    is_double: bool = False
    is_half: bool = False  # an operator of CUDA's class does it


_GIVING = frozenset({Kind.CONSTRUCT, Kind.VARIABLE, Kind.RETURN, Kind.ASSIGN})  # a value to what has a type of its own


def conversions(program: DeviceProgram, text: Callable[[Span], str]) -> Iterator[IntegerConversion]:
    """Those of all functions. text: what stands at a place."""
    for flow in program.flows.values():
        for node, _ in flow.nodes:
            if node.kind is Kind.CALL and not node.callee and node.name in FUNCTIONS and len(node.parts) == 1:
                to, function = FUNCTIONS[node.name]
                differs = Differs.OUT_OF_RANGE if bits(to) == 64 else Differs.NAN
                is_double = node.name.startswith("__double") or not node.name.endswith("f")
                is_proved = _fits(real_range(flow, node.parts[0], text), to)
                differs = Differs.PROVED if is_proved else differs
                yield IntegerConversion(flow.function.name, node, to, differs, function, is_double=is_double)
            if found := _updated(flow.function.name, node):
                yield found
            if found := _of_half(flow.function.name, node):
                yield found
            if node.kind in _GIVING or node.casts:
                yield from _chosen(flow.function, node)
            for found in _cast(flow.function.name, node) if node.casts else ():
                is_open = found.differs in (Differs.OUT_OF_RANGE, Differs.NAN)
                is_proved = is_open and _fits(real_range(flow, node, text), found.to)
                yield replace(found, differs=Differs.PROVED) if is_proved else found


def _updated(name: str, node: Node) -> IntegerConversion | None:
    """`bytes[i] += x` computes in floating point, and converts what comes out."""
    if node.kind is not Kind.ASSIGN or node.name not in ("+=", "-=", "*=", "/=") or len(node.parts) != 2:
        return None
    to, by = (p.type.removeprefix("const ") for p in node.parts)
    by = node.parts[1].casts[-1] if node.parts[1].casts else by
    if not is_integer(to) or to == "bool" or not is_floating(by):
        return None
    return IntegerConversion(name, node, to, _differs(by, to), None, False, by == "double")


def _of_half(name: str, node: Node) -> IntegerConversion | None:
    """`(long long)h`, where the operator of a half's class saturates."""
    if node.kind is not Kind.CALL or not node.name.startswith("operator ") or not node.home.startswith(_HALVES):
        return None
    if not is_integer(node.type) or node.type == "bool":
        return None
    differs = Differs.NOWHERE if node.type in ("int", "unsigned int") else Differs.OUT_OF_RANGE
    return IntegerConversion(name, node, node.type, differs, is_half=True)


def _chosen(function: Function, node: Node) -> Iterator[IntegerConversion]:
    """`(T)x`, `T(x)`, `T y = x`, `return x` and `a[i] = x` where a template's argument names what comes out, and
    another one, or a floating-point type, what goes in."""
    value, to = node, ""
    if node.kind in (Kind.CONSTRUCT, Kind.VARIABLE) and len(node.parts) == 1:
        value, to = node.parts[0], node.type
    elif node.kind is Kind.RETURN and node.parts:
        value, to = node.parts[0], function.result
    elif node.kind is Kind.ASSIGN and node.name == "=":
        value, to = node.parts[1], node.parts[0].type
    else:
        at = next((i for i, c in enumerate(node.casts) if c.startswith(_DEPENDENT)), None)
        if at is not None:
            yield IntegerConversion(function.name, node, node.casts[at], Differs.CHOSEN, is_plain=False)
        return
    to = to.removeprefix("const ")
    if to in function.template_names:  # the message quotes the result as written
        to = f"{_DEPENDENT}-0-{function.template_names.index(to)}"
    if not to.startswith(_DEPENDENT):
        return
    kinds = {k for k in _kinds(value) if k != to}
    if any(is_floating(k) or k.startswith(_DEPENDENT) for k in kinds):
        known = (value.casts or (value.type,))[-1].removeprefix("const ")
        yield IntegerConversion(function.name, value, to, Differs.CHOSEN, is_plain=False, is_double=known == "double")


def _kinds(value: Node) -> Iterator[str]:
    """The types of what an expression computes with; none of literals."""
    if value.kind in (Kind.BINARY, Kind.UNARY, Kind.CONDITIONAL) and not is_floating(value.type):
        for part in value.parts:
            yield from _kinds(part)
    elif value.kind is not Kind.LITERAL:
        yield (value.casts or (value.type,))[-1].removeprefix("const ")


def _cast(name: str, node: Node) -> Iterator[IntegerConversion]:
    known = node.type.removeprefix("const ")
    widens = True
    for cast in node.casts:
        if (is_integer(cast) or cast in _WIDE) and is_floating(known) and node.kind is not Kind.LITERAL:
            if cast != "bool":
                yield IntegerConversion(name, node, cast, _differs(known, cast), None, widens, known == "double")
            return
        widens = widens and (known, cast) in (("float", "double"), ("__half", "float"))
        known = cast


def _fits(found: Interval, to: str) -> bool:
    if to == "unsigned char":
        return found[0] > -1 and found[1] < 2.0**31
    if to in _SIGNED:
        return found[0] > -129 and found[1] < 128
    low, high = _WIDE.get(to) or limits(to)
    return (low - 1.0 if low == 0 else float(low)) < found[0] and found[1] < high


def _differs(known: str, to: str) -> Differs:
    if to == "unsigned char" or to in _SIGNED or bits(to) >= 64:
        return Differs.OUT_OF_RANGE
    return Differs.NAN if known == "double" and to in ("int", "unsigned int") else Differs.NOWHERE
