"""Loads, stores, atomic operations and prefetches of PTX: read by the components of their names."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from retarget.translation.hip.ptx.ptx_tables import C_TYPES
from retarget.translation.hip.ptx.strings import Address, Instruction, PtxError, Value, Vector
from retarget.translation.hip.ptx.values import Operands, size

_ORDERS = ("relaxed", "acquire", "release", "acq_rel", "weak", "volatile", "mmio")
_SCOPES = ("cta", "gpu", "sys", "cluster")
_SPACES = {"global": "global", "shared": "shared", "shared::cta": "shared", "": "global"}
_LOADED = {"nc": "__ldg", "cs": "__ldcs", "lu": "__ldlu", "cv": "__ldcv", "cg": "__ldcg", "ca": "", "": ""}
_STORED = {"cs": "__stcs", "wt": "__stwt", "cg": "__stcg", "wb": "", "": ""}
_ATOMIC = {w: w.capitalize() for w in ("add", "min", "max", "and", "or", "xor", "exch", "inc", "dec")} | {"cas": "CAS"}
_HALVES = {"f16": "b16", "bf16": "b16", "f16x2": "b32", "bf16x2": "b32"}
_VECTORS = {"u8": "uchar", "s8": "char", "u16": "ushort", "s16": "short", "u32": "uint", "s32": "int"}
_VECTORS |= {"u64": "ulonglong", "s64": "longlong", "f32": "float", "f64": "double"}


class Access(Struct, frozen=True):
    """The components of an instruction's name. `space` is `global` for generic addresses too."""

    order: str
    scope: str
    space: str
    cache: str
    operation: str
    width: int
    type: str

    @property
    def is_ordered(self) -> bool:
        return self.order in ("relaxed", "acquire", "release", "acq_rel")

    @property
    def result(self) -> str:
        """The type of an old value."""
        return _HALVES.get(self.type, self.type)

    @property
    def c_type(self) -> str:
        if self.type in _HALVES:
            return C_TYPES[_HALVES[self.type]]
        if self.width == 1:
            return C_TYPES[self.type]
        return f"{_VECTORS[self.type.replace('b', 'u')]}{self.width}"


def access(opcode: str) -> Access:
    """Reads a name; raises PtxError at a component that is not translated."""
    left = opcode.split(".")[1:]
    type_ = left.pop() if left and left[-1] in (*C_TYPES, *_HALVES) else ""
    if not type_:
        raise PtxError(f"'{opcode}' has a type that is not translated")

    def taken(*choices: str) -> str:
        found = next((w for w in left if w in choices), "")
        if found:
            left.remove(found)
        return found

    order, scope, space = taken(*_ORDERS), taken(*_SCOPES), taken("global", "shared", "shared::cta")
    is_constant, cache = taken("nc"), taken("ca", "cg", "cs", "lu", "cv", "wb", "wt")
    cache = "nc" if is_constant and cache in ("", "ca", "cg") else cache
    width = int((taken("v2", "v4") or "v1")[1])
    operation = taken(*_ATOMIC)
    if taken("L1::no_allocate", "L1::evict_first"):
        cache = "cs" if cache in ("", "nc") else cache
    left = [w for w in left if not re.fullmatch(r"L[12]::(evict_\w+|cache_hint|64B|128B|256B)", w)]
    if type_ in _HALVES and taken("noftz"):
        left = [w for w in left if w != "noftz"]
    if left or scope == "cluster" or order == "mmio":
        raise PtxError(f"'.{(left or [scope or order])[0]}' of '{opcode}' is not translated")
    if order == "volatile":
        order, scope = "relaxed", "sys"
    return Access(order, scope or "gpu", _SPACES[space], cache, operation, width, type_)


def address(values: Operands, value: Value, what: Access, const: bool) -> str:
    """A pointer to what is accessed."""
    if not isinstance(value, Address):
        raise PtxError("an address in brackets is missing")
    values.parts.add("ptx_memory")
    is_shared = what.space == "shared"
    base = values.read(value.base, "u32" if is_shared else "u64", bare_allowed=True)
    offset = f", {value.offset}" if value.offset else ""
    qualified = f"{'const ' if const else ''}{what.c_type}"
    return f"retarget_hip::ptx_{'shared' if is_shared else 'at'}<{qualified}>({base}{offset})"


def loaded(values: Operands, instruction: Instruction, what: Access) -> str:
    """The expression of a load; of a vector as a whole."""
    pointer = address(values, instruction.operands[1], what, const=True)
    coherent = what.cache == "cg" and values.asm.is_volatile
    if (what.is_ordered or coherent) and what.width == 1:
        order = f"{what.order}_{what.scope}" if what.is_ordered else "relaxed_gpu"
        return f"retarget_hip::ptx_load_{order}({pointer})"
    function = "__ldcv" if what.is_ordered or coherent else _LOADED[what.cache]
    values.parts |= {"cached_access"} if function else set()
    return f"{function}({pointer})" if function else f"*{pointer}"


def stored(values: Operands, instruction: Instruction, what: Access, value: str) -> str:
    """The expression of a store."""
    pointer = address(values, instruction.operands[0], what, const=False)
    coherent = what.cache == "cg" and values.asm.is_volatile
    if (what.is_ordered or coherent) and what.width == 1:
        order = f"{what.order}_{what.scope}" if what.is_ordered else "relaxed_gpu"
        return f"retarget_hip::ptx_store_{order}({pointer}, {value})"
    function = _STORED.get(what.cache)
    if function is None:
        raise PtxError(f"'.{what.cache}' does not belong to a store")
    values.parts |= {"cached_access"} if function else set()
    return f"{function}({pointer}, {value})" if function else f"*{pointer} = {value}"


def unhinted(instruction: Instruction) -> Instruction:
    """Without the policy of a cache hint."""
    if ".L2::cache_hint" not in instruction.opcode:
        return instruction
    return Instruction(instruction.opcode, instruction.operands[:-1], instruction.guard)


def single(what: Access) -> Access:
    """Of one number of a vector."""
    return replace(what, width=1)


def parted(value: Value, what: Access) -> tuple[Value, ...]:
    """The numbers of a vector."""
    if not isinstance(value, Vector) or len(value.items) != what.width:
        raise PtxError("a vector needs as many sources as it has parts")
    return value.items


def shifted(value: Value, at: int, what: Access) -> Value:
    """The address of a part of a vector."""
    if not isinstance(value, Address):
        raise PtxError("an address in brackets is missing")
    return Address(value.base, value.offset + at * size(what.result) // 8)


def atomic(values: Operands, what: Access, operands: tuple[Value, ...]) -> str:
    """The expression of an atomic operation: its value is the old one."""
    if what.type in _HALVES and what.operation == "add" and what.order in ("", "relaxed") and what.scope != "sys":
        values.parts.add("ptx_half")
        pointer = address(values, operands[0], what, const=False)
        value = values.read(operands[1], what.result, bare_allowed=True)
        return f"retarget_hip::ptx_atom_add_{what.type}({pointer}, {value})"
    if what.type in _HALVES or not what.operation or size(what.type) < 32:
        raise PtxError("this atomic operation is not translated: write it with atomicCAS")
    pointer = address(values, operands[0], what, const=False)
    given = ", ".join([pointer, *(values.read(v, what.type, bare_allowed=True) for v in operands[1:])])
    if what.order in ("", "relaxed") and what.scope == "gpu" and what.type != "s64":
        return f"atomic{_ATOMIC[what.operation]}({given})"
    return f"retarget_hip::ptx_atom_{what.operation}_{what.order or 'relaxed'}_{what.scope}({given})"
