"""Barriers, asynchronous copies, hints: instructions that act rather than compute.

    cp.async.cg.shared.global [%0], [%1], 16;  -->  retarget_hip::ptx_copy(%0, %1, 16u)
    bar.sync 1;                                -->  __syncthreads()

A copy that is done at once is one that was waited for early: waits for it become nothing. Legal barriers are those of
the whole block, whatever their number: all threads of a block that wait at one of them wait at no other.
"""

from __future__ import annotations

import re

from msgspec import Struct

from retarget.translation.hip.ptx.strings import Address, Instruction, PtxError, Value
from retarget.translation.hip.ptx.values import Operands, integer

NOTHING = "(void)0"
_BARRIER = re.compile(
    r"(bar|barrier)(\.cta)?\.(sync|red|arrive)(\.aligned)?(\.popc|\.and|\.or)?(\.aligned)?(\.u32|\.pred)?"
)
_PREFETCH = re.compile(r"prefetch(?:u)?(?:\.global)?\.L[12](?:::evict_\w+)?")
_HINTS = re.compile(r"griddepcontrol\..*|setmaxnreg\..*|discard\..*|applypriority\..*|pmevent(\.mask)?")
_COPY = re.compile(r"cp\.async\.c[ag]\.shared(?:::cta)?\.global(?:\.L2::(?:cache_hint|\d+B))*")
_WAITS = re.compile(r"cp\.async\.(commit_group|wait_group|wait_all)")
_PROXY = re.compile(r"fence\.proxy\.(alias|async(\.global|\.shared(::cta)?)?)")
_COUNTED = {".popc": "__syncthreads_count", ".and": "__syncthreads_and", ".or": "__syncthreads_or"}


class KnownPlace(Struct, frozen=True):
    """What is known of the place: a kernel's own body; a carry that passes from statement to statement in its file;
    the threads of each block that runs it, where that is proved."""

    in_kernel: bool
    carry_is_open: bool
    threads: int | None


class Done(Struct, frozen=True):
    """A statement, or the value of a target, and what it does to memory."""

    text: str
    effect: str = ""
    target: Value | None = None
    type: str = ""


def effect(values: Operands, instruction: Instruction, known: KnownPlace) -> Done | None:
    """What an instruction does; None where others know it. Raises PtxError."""
    opcode, operands = instruction.opcode, instruction.operands
    if match := _BARRIER.fullmatch(opcode):
        return _barrier(values, match, operands, known)
    if _COPY.fullmatch(opcode):
        return _copied(values, opcode, operands)
    if _WAITS.fullmatch(opcode):
        return Done(NOTHING, "wait")
    if _PROXY.fullmatch(opcode):
        return Done("__threadfence_block()", "fence")
    if _PREFETCH.fullmatch(opcode):
        return Done(f"__builtin_prefetch({_pointer(values, operands[0])})")
    if _HINTS.fullmatch(opcode):
        return Done(NOTHING, "wait")
    if opcode.startswith("createpolicy.") and operands:
        return Done("0ull", "", operands[0], "b64")
    if opcode == "exit" and known.in_kernel:
        return Done("return")
    return None


def _barrier(values: Operands, match: re.Match[str], operands: tuple[Value, ...], known: KnownPlace) -> Done:
    kind, counted = match[3], match[5] or ""
    if kind == "arrive":
        raise PtxError("threads that arrive at a barrier without waiting have no counterpart: let all of them wait")
    if kind == "red":
        target, operands = operands[0], operands[1:]
        asked, operands = operands[-1], operands[:-1]
    if len(operands) > 1:
        _whole_block(values, operands[1], known)
    elif not operands:
        raise PtxError("the barrier has no number")
    if kind == "sync":
        return Done("__syncthreads()", "fence")
    text = f"{_COUNTED[counted]}({values.read(asked, 'pred', bare_allowed=True)})"
    return Done(text, "fence", target, "u32") if counted == ".popc" else Done(f"{text} != 0", "fence", target, "pred")


def _whole_block(values: Operands, count: Value, known: KnownPlace) -> None:
    """A number of threads must be the block's."""
    literal = values.spelled(count)
    if literal.isdigit() and known.threads is not None and integer(literal) == known.threads:
        return
    raise PtxError(
        "a barrier of some of the block's threads has no counterpart, and nothing proves that it is all of them: "
        "use __syncthreads() if it is, or split the kernel, or let all threads take part"
    )


def _copied(values: Operands, opcode: str, operands: tuple[Value, ...]) -> Done:
    if ".L2::cache_hint" in opcode and len(operands) > 3:
        operands = operands[:-1]
    amount = operands[2] if len(operands) in (3, 4) else None
    if amount is None or not isinstance(operands[0], Address) or not isinstance(operands[1], Address):
        raise PtxError(f"the operands of '{opcode}' are not understood")
    values.parts.add("ptx_memory")
    given = [_place(values, operands[0], "u32"), _place(values, operands[1], "u64"), values.read(amount, "u32", True)]
    if len(operands) == 4 and values.type_of(operands[3]) == "pred":
        given.append(f"{values.read(operands[3], 'pred')} ? 0u : {values.read(amount, 'u32')}")
    elif len(operands) == 4:
        given.append(values.read(operands[3], "u32", True))
    return Done(f"retarget_hip::ptx_copy({', '.join(given)})", "store")


def _place(values: Operands, address: Address, type_: str) -> str:
    if not address.offset:
        return values.read(address.base, type_, bare_allowed=True)
    return f"{values.read(address.base, type_)} + {address.offset}"


def _pointer(values: Operands, value: Value) -> str:
    if not isinstance(value, Address):
        raise PtxError("an address in brackets is missing")
    values.parts.add("ptx_memory")
    offset = f", {value.offset}" if value.offset else ""
    return f"retarget_hip::ptx_at<const uint8_t>({values.read(value.base, 'u64', bare_allowed=True)}{offset})"
