"""What the instructions of a statement read and write: operands, registers, and the carry flag."""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.hip.ptx.asm import Asm
from retarget.translation.hip.ptx.strings import (
    Address,
    Instruction,
    Minus,
    Negated,
    OperandNumber,
    Pair,
    PtxProgram,
    Selected,
    Value,
    Vector,
)

_NO_TARGET = frozenset(
    "st red nanosleep prefetch prefetchu cp membar fence discard applypriority griddepcontrol setmaxnreg".split()
)


def parts(value: Value | None) -> Iterator[Value]:
    """A value and all that it is made of."""
    if value is None:
        return
    yield value
    match value:
        case Vector(items):
            for item in items:
                yield from parts(item)
        case Pair(one, other):
            yield from parts(one)
            yield from parts(other)
        case Address(base, _):
            yield from parts(base)
        case Negated(inner) | Minus(inner) | Selected(inner, _, _):
            yield from parts(inner)


def has_target(instruction: Instruction) -> bool:
    """Whether the first operand is written."""
    words = instruction.opcode.split(".")
    if words[0] in ("bar", "barrier"):
        return "red" in words
    return words[0] not in _NO_TARGET


def target(instruction: Instruction) -> Iterator[Value]:
    """What is written."""
    if has_target(instruction) and instruction.operands:
        yield from parts(instruction.operands[0])


def results(asm: Asm, program: PtxProgram) -> frozenset[int]:
    """The operands that are kept in a variable: outputs until the end, where something is read, or they are written
    again, behind the instruction that writes them; and inputs that are written, which ends with the statement."""
    outputs = frozenset(i for i, o in enumerate(asm.operands) if o.is_output)
    inputs = frozenset(i for i, o in enumerate(asm.operands) if not o.is_output and o.letter in "hrlfd")
    kept = {n for i in program.instructions for n in _numbers(i) if n in inputs}
    for at, instruction in enumerate(program.instructions):
        later = program.instructions[at + 1 :]
        again = {n for i in later for n in _numbers(i)}
        read = any(_reads(i) for i in later)
        kept |= {n for n in _numbers(instruction) if n in outputs and (read or n in again)}
    return frozenset(kept)


def _numbers(instruction: Instruction) -> list[int]:
    return [v.number for v in target(instruction) if isinstance(v, OperandNumber)]


def _reads(instruction: Instruction) -> bool:
    sources = instruction.operands[1:] if has_target(instruction) else instruction.operands
    return any(isinstance(v, OperandNumber) for s in [*sources, instruction.guard] for v in parts(s))


def takes_carry(instruction: Instruction) -> bool:
    return instruction.opcode.split(".")[0] in ("addc", "subc", "madc")


def leaves_carry(instruction: Instruction) -> bool:
    return ".cc" in instruction.opcode


def takes_from_before(program: PtxProgram) -> bool:
    """Whether the statement takes the carry that another one left."""
    for instruction in program.instructions:
        if takes_carry(instruction):
            return True
        if leaves_carry(instruction) and instruction.guard is None:
            return False
    return False


def leaves_behind(program: PtxProgram) -> bool:
    """Whether the statement leaves a carry that it does not take itself."""
    left = False
    for instruction in program.instructions:
        left = leaves_carry(instruction) or (left and not takes_carry(instruction))
    return left
