"""The instructions of one assembly statement -> C++ statements with holes for its operands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from retarget.translation.hip.ptx.accesses import access, atomic, loaded, parted, shifted, single, stored, unhinted
from retarget.translation.hip.ptx.actions import NOTHING, KnownPlace, effect
from retarget.translation.hip.ptx.asm import Asm
from retarget.translation.hip.ptx.flow import leaves_behind, leaves_carry, results, takes_carry, takes_from_before
from retarget.translation.hip.ptx.flow import target as written
from retarget.translation.hip.ptx.ptx_tables import C_TYPES, RESERVED, InstructionRow, instructions, opcodes, refusal
from retarget.translation.hip.ptx.shapes import special_case
from retarget.translation.hip.ptx.strings import (
    Instruction,
    Literal,
    NoInstruction,
    OperandNumber,
    PtxError,
    PtxProgram,
    Register,
    Value,
    Vector,
)
from retarget.translation.hip.ptx.values import CONSTANT, Operands, bare, close

BARRIER = 'asm volatile("" ::: "memory")'
_PLACE = re.compile(r"\{([abcd])\}|<([abcd])>")
_OWN = ("carry", "loaded")
_KEPT = {"fence": (False, False), "load": (False, True), "store": (True, False)}


class HipCode(Struct, frozen=True):
    """Statements without semicolons, the variables that they declare, the parts that they need, and what there is to
    note."""

    statements: tuple[str, ...]
    declared: frozenset[str]
    parts: frozenset[str]
    notes: tuple[str, ...]


@dataclass
class _StatementWriter:
    """Writes one statement after the other, declaring variables where they are first written."""

    program: PtxProgram
    values: Operands
    known: KnownPlace
    is_sum: bool  # with a carry
    carry: str  # the variable that holds it; empty where it is the thread's flag
    lines: list[str] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    effects: set[str] = field(default_factory=set)
    guard: str = ""


def code(
    asm: Asm,
    program: PtxProgram,
    taken: frozenset[str],
    suffix: str,
    known: KnownPlace,
    held: frozenset[int] = frozenset(),
    pointers: frozenset[int] = frozenset(),
) -> HipCode:
    """Translates all instructions. `taken`: words of the operands, which no variable may hide; `suffix` makes
    the variables of a macro its own; `held`: operands that a variable stands for; `pointers`: outputs that are.
    Raises PtxError."""
    numbers = range(len(asm.operands))
    own = [*program.registers, *_OWN, *(f"{word}{i}" for word in ("result", "operand") for i in numbers)]
    while any(name + suffix in taken or name + suffix in RESERVED for name in own):
        suffix += "_"
    names = {r: re.sub(r"\W", "_", r) + suffix for r in program.registers}
    for type_ in program.registers.values():
        if type_ not in C_TYPES:
            raise PtxError(f"registers of type .{type_} are not translated")
    values = Operands(asm, program.registers, names, suffix, results(asm, program), held, pointers)
    is_open = takes_from_before(program) or leaves_behind(program) or known.carry_is_open
    is_sum = any(takes_carry(i) or leaves_carry(i) for i in program.instructions)
    writer = _StatementWriter(program, values, known, is_sum, "" if is_open else f"carry{suffix}")
    _hold(writer)
    _predeclare(writer)
    for instruction in program.instructions:
        _translate(writer, instruction)
    for number in sorted(n for n in values.results if asm.operands[n].is_output):
        writer.lines.append(values.assigned(number, values.result(number)))
    notes = tuple(dict.fromkeys(values.notes))
    return HipCode(tuple(_fenced(writer)), frozenset(writer.declared), frozenset(values.parts), notes)


def _hold(writer: _StatementWriter) -> None:
    values = writer.values
    for number in sorted(values.held):
        kind = "auto&&" if values.asm.operands[number].is_output else "const auto"
        writer.declared.add(values.operand(number))
        writer.lines.append(f"{kind} {values.operand(number)} = {bare(number)}")


def _fenced(writer: _StatementWriter) -> Iterator[str]:
    """A clobber of memory binds the compiler: kept as an empty statement where the code itself does not bind. On sums
    with a carry it is there to keep them in order, which C++ does."""
    effects = writer.effects or {""}
    wanted = writer.values.asm.clobbers_memory and not (writer.is_sum and not writer.effects)
    lines = [line for line in writer.lines if not line.endswith(NOTHING)]
    if not lines:
        yield BARRIER if wanted else NOTHING
        return
    if wanted and any(_KEPT.get(e, (True, True))[0] for e in effects):
        yield BARRIER
    yield from lines
    if wanted and any(_KEPT.get(e, (True, True))[1] for e in effects):
        yield BARRIER


def _predeclare(writer: _StatementWriter) -> None:
    """Variables that a guarded instruction writes first, and results that start with the operand's value."""
    values = writer.values
    for number in sorted(values.results):
        type_, operand = values.letter(OperandNumber(number)), values.asm.operands[number]
        if operand.is_read:
            _declare(
                writer, values.result(number), type_, values.place(number) if number in values.held else close(number)
            )
    for instruction in writer.program.instructions:
        if instruction.guard is not None:
            for target in written(instruction):
                if isinstance(target, Register) and target.name != "_":
                    _declare(writer, values.names[target.name], values.types[target.name])
                elif isinstance(target, OperandNumber) and target.number in values.results:
                    _declare(writer, values.result(target.number), values.letter(target))


def _declare(writer: _StatementWriter, name: str, type_: str, initial: str = "") -> None:
    if name not in writer.declared:
        writer.declared.add(name)
        writer.lines.append(f"{C_TYPES[type_]} {name}{f' = {initial}' if initial else ''}")


# Instructions


def _translate(writer: _StatementWriter, instruction: Instruction) -> None:
    writer.guard = ""
    if instruction.guard is not None:
        writer.guard = f"if ({writer.values.read(instruction.guard, 'pred')}) "
    opcode = instruction.opcode
    head = opcode.split(".")[0]
    if ".ftz" in opcode:
        writer.values.notes.append(f"'{opcode}' takes subnormal numbers as 0; its translation keeps them")
    if head in ("ld", "ldu"):
        _load(writer, instruction)
    elif head == "st" and not opcode.startswith("st.async"):
        _store(writer, instruction)
    elif head in ("atom", "red") and not opcode.startswith("red.async"):
        _atomic(writer, instruction, head)
    elif (done := effect(writer.values, instruction, writer.known)) is not None:
        if done.target is None:
            _line(writer, done.text, done.effect)
        else:
            writer.effects.add(done.effect)
            _write(writer, done.target, done.type, done.text)
    else:
        _by_table(writer, instruction)


def _by_table(writer: _StatementWriter, instruction: Instruction) -> None:
    special = special_case(writer.values, instruction)
    if special is not None:
        for target, type_, text in special:
            _write(writer, target, type_, text)
        return
    row = instructions().get(instruction.opcode)
    if row is None and instruction.opcode.partition(".")[0] not in opcodes():
        raise NoInstruction(f"PTX has no instruction '{instruction.opcode}'")
    if row is None:
        raise PtxError(unknown(instruction.opcode))
    destination, *sources = row.types
    operands = instruction.operands if destination == "-" else instruction.operands[1:]
    if destination != "-" and not instruction.operands:
        raise PtxError(f"'{instruction.opcode}' has no operands")
    text = _filled(writer, row, operands, sources, instruction.opcode)
    if "{carry}" in row.code and writer.carry:
        _declare(writer, writer.carry, "u32")
    if destination == "-":
        _line(writer, text, row.effect)
    else:
        _write(writer, instruction.operands[0], destination, text)


def unknown(opcode: str) -> str:
    """Why an instruction is refused, and what to do."""
    instead = refusal(opcode)
    return f"'{opcode}' has no counterpart: {instead}" if instead else f"'{opcode}' is not translated: write it in C++"


def _filled(
    writer: _StatementWriter, row: InstructionRow, operands: tuple[Value, ...], types: list[str], opcode: str
) -> str:
    """The code of a row with the operands in their places."""
    values = writer.values
    if types and types[-1] == "members":
        operands, types = (*operands[:1], *_members(operands)), [*types[:-1], "u32"]
    elif types and types[-1] == "any" and len(operands) == len(types):
        operands, types = operands[:-1], types[:-1]  # what it says is not merged: all lanes are written
    if len(operands) != len(types) or "any" in types:
        raise PtxError(f"the operands of '{opcode}' are not understood")
    values.parts.update(row.part.split())
    values.parts |= _warp_parts(row.code)

    def operand(match: re.Match[str]) -> str:
        at = "abcd".index(match[1] or match[2])
        return values.read(operands[at], types[at], bare_allowed=bool(match[1]))

    code = row.code
    if "{carry}" in code and not writer.carry:
        code = _by_flag(values, opcode, len(types))
    return _PLACE.sub(operand, code.replace("{carry}", writer.carry))


def _by_flag(values: Operands, opcode: str, count: int) -> str:
    """The function that takes and leaves the carry in the thread's flag."""
    *words, type_ = opcode.split(".")
    values.parts.add("ptx_carry")
    if "hi" not in words:
        type_ = f"u{type_[1:]}"
    return f"retarget_hip::ptx_{'_'.join(words)}<{C_TYPES[type_]}>({', '.join(f'{{{x}}}' for x in 'abc'[:count])})"


def _members(operands: tuple[Value, ...]) -> tuple[Value, ...]:
    """The lanes of a vote: all where the old form names none."""
    return operands[1:] or (Literal("0xffffffff"),)


def _load(writer: _StatementWriter, instruction: Instruction) -> None:
    what = access(instruction.opcode)
    writer.effects.add("fence" if what.order == "acquire" else "load")
    instruction = unhinted(instruction)
    if len(instruction.operands) != 2:
        raise PtxError(f"the operands of '{instruction.opcode}' are not understood")
    target = instruction.operands[0]
    if what.width == 1:
        _write(writer, target, what.type, loaded(writer.values, instruction, what))
        return
    if not isinstance(target, Vector) or len(target.items) != what.width:
        raise PtxError(f"'{instruction.opcode}' needs as many targets as its vector has parts")
    name = f"loaded{writer.values.suffix}"
    while name in writer.declared:
        name += "_"
    writer.declared.add(name)
    guard, writer.guard, before = writer.guard, "", len(writer.lines)
    parts = [f"{name}.{part}" for part in "xyzw"]
    if what.is_ordered and (what.order, what.scope) != ("relaxed", "sys"):  # each number for itself
        parts = [f"{name}_{part}" for part in "xyzw"]
        for at, part in enumerate(parts[: what.width]):
            place = shifted(instruction.operands[1], at, what)
            text = loaded(writer.values, replace(instruction, operands=(target, place)), single(what))
            writer.declared.add(part)
            _line(writer, f"const {single(what).c_type} {part} = {text}")
    else:
        _line(writer, f"const {what.c_type} {name} = {loaded(writer.values, instruction, what)}")
    for item, part in zip(target.items, parts, strict=False):
        if not (isinstance(item, Register) and item.name == "_"):
            _write(writer, item, what.type, part)
    if guard:
        writer.lines[before:] = [f"{guard}{{ {' '.join(f'{line};' for line in writer.lines[before:])} }}"]


def _store(writer: _StatementWriter, instruction: Instruction) -> None:
    what = access(instruction.opcode)
    instruction = unhinted(instruction)
    source = instruction.operands[1] if len(instruction.operands) == 2 else None
    if source is None:
        raise PtxError(f"the operands of '{instruction.opcode}' are not understood")
    if what.width > 1:
        items = source.items if isinstance(source, Vector) else ()
        if len(items) != what.width:
            raise PtxError(f"'{instruction.opcode}' needs as many sources as its vector has parts")
        if what.is_ordered:  # in PTX a vector's numbers are accessed each for itself
            for at, item in enumerate(items):
                place = shifted(instruction.operands[0], at, what)
                value = writer.values.read(item, what.type, bare_allowed=True)
                text = stored(writer.values, replace(instruction, operands=(place, item)), single(what), value)
                _line(writer, text, "fence" if what.order == "release" else "store")
            return
        given = ", ".join(writer.values.read(i, what.type, bare_allowed=True) for i in items)
        value = f"make_{what.c_type}({given})"
    else:
        value = writer.values.read(source, what.type, bare_allowed=True)
    _line(writer, stored(writer.values, instruction, what, value), "fence" if what.order == "release" else "store")


def _atomic(writer: _StatementWriter, instruction: Instruction, head: str) -> None:
    instruction = unhinted(instruction)
    what = access(instruction.opcode)
    operands = instruction.operands if head == "red" else instruction.operands[1:]
    if len(operands) not in (2, 3):
        raise PtxError(f"the operands of '{instruction.opcode}' are not understood")
    effect = "fence" if what.order == "acq_rel" else "atomic"
    if what.width > 1 and head == "red":
        for at, item in enumerate(parted(operands[1], what)):
            _line(writer, atomic(writer.values, single(what), (shifted(operands[0], at, what), item)), effect)
        return
    text = atomic(writer.values, what, operands)
    if head == "red":
        _line(writer, text, effect)
    else:
        writer.effects.add(effect)
        _write(writer, instruction.operands[0], what.result, text)


def _line(writer: _StatementWriter, text: str, effect: str = "") -> None:
    if effect:
        writer.effects.add(effect)
    writer.lines.append(writer.guard + text)


def _write(writer: _StatementWriter, target: Value, type_: str, text: str) -> None:
    """Assigns to an operand or a register."""
    values = writer.values
    if isinstance(target, Register) and target.name == "_":
        _line(writer, text)
    elif isinstance(target, Register):
        have = values.types[target.name]
        _assign(writer, values.names[target.name], have, values.stored(text, type_, have))
    elif isinstance(target, OperandNumber):
        have = values.letter(target)
        if have == CONSTANT:
            raise PtxError(f"%{target.number} is written and is a constant")
        if type_ == "pred":
            raise PtxError("a predicate is written to an operand")
        converted = values.stored(text, type_, have)
        if target.number in values.results:
            _assign(writer, values.result(target.number), have, converted)
        else:
            _line(writer, values.assigned(target.number, converted))
    else:
        raise PtxError("what is written is neither an operand nor a register")


def _assign(writer: _StatementWriter, name: str, type_: str, text: str) -> None:
    if name in writer.declared:
        _line(writer, f"{name} = {text}")
    else:
        writer.declared.add(name)
        writer.lines.append(f"{C_TYPES[type_]} {name} = {text}")


def _warp_parts(code: str) -> set[str]:
    """The support header with the functions of a logical warp that some code calls."""
    if "warp32::" not in code:
        return set()
    kinds = (("match_", "warp_matches"), ("reduce_", "warp_matches"), ("shfl", "warp_shuffles"))
    return {next((part for name, part in kinds if f"warp32::{name}" in code), "warp_votes")}
