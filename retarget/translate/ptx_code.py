"""The instructions of one assembly statement -> C++ statements with holes for its operands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from retarget.translate.ptx_asm import Asm
from retarget.translate.ptx_memory import access, address, atomic, loaded, stored
from retarget.translate.ptx_shapes import special_case
from retarget.translate.ptx_table import C_TYPES, Row, instructions, refusal
from retarget.translate.ptx_text import Argument, Instruction, Literal, Pair, Program, PtxError, Register, Value, Vector
from retarget.translate.ptx_values import CONSTANT, Values, bare, close

BARRIER = 'asm volatile("" ::: "memory")'
_PLACE = re.compile(r"\{([abcd])\}|<([abcd])>")
_OWN = ("carry", "loaded")
_BARRIER_0 = re.compile(r"(?:bar(?:\.cta)?\.sync|barrier(?:\.cta)?\.sync)(?:\.aligned)?")
_KEPT = {"fence": (False, False), "load": (False, True), "store": (True, False)}
_PREFETCH = re.compile(r"prefetch(?:u)?(?:\.global)?\.L[12](?:::evict_\w+)?")


@dataclass(frozen=True)
class Code:
    """Statements without semicolons, the parts that they need, and what there is to note."""

    statements: tuple[str, ...]
    declares: bool
    parts: frozenset[str]
    notes: tuple[str, ...]


@dataclass
class _Writer:
    """Writes one statement after the other, declaring variables where they are first written."""

    program: Program
    values: Values
    in_kernel: bool
    lines: list[str] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    effects: set[str] = field(default_factory=set)
    carry: str = "carry"
    guard: str = ""


def code(asm: Asm, program: Program, taken: frozenset[str], suffix: str, in_kernel: bool) -> Code:
    """Translates all instructions. `taken`: words of the operands, which no variable may hide; `suffix` makes
    the variables of a macro its own. Raises PtxError."""
    own = [*program.registers, *_OWN, *(f"result{i}" for i in range(len(asm.operands)))]
    while any(name + suffix in taken for name in own):
        suffix += "_"
    names = {r: re.sub(r"\W", "_", r) + suffix for r in program.registers}
    for type_ in program.registers.values():
        if type_ not in C_TYPES:
            raise PtxError(f"registers of type .{type_} are not translated")
    values = Values(asm, program.registers, names, suffix, _results(asm, program))
    writer = _Writer(program, values, in_kernel, carry=f"carry{suffix}")
    _predeclare(writer)
    for instruction in program.instructions:
        _translate(writer, instruction)
    for number in sorted(values.results):
        writer.lines.append(f"{bare(number)} = {values.result(number)}")
    notes = tuple(dict.fromkeys(values.notes))
    return Code(tuple(_fenced(writer)), bool(writer.declared), frozenset(values.parts), notes)


def _fenced(writer: _Writer) -> Iterator[str]:
    """A clobber of memory binds the compiler: kept as an empty statement where the code itself does not bind."""
    effects = writer.effects or {""}
    wanted = writer.values.asm.clobbers_memory
    if wanted and any(_KEPT.get(e, (True, True))[0] for e in effects):
        yield BARRIER
    yield from writer.lines
    if wanted and any(_KEPT.get(e, (True, True))[1] for e in effects):
        yield BARRIER


# Outputs: assigned at once where nothing is read afterwards, else kept in a variable until the end.


def _results(asm: Asm, program: Program) -> frozenset[int]:
    outputs = frozenset(i for i, o in enumerate(asm.operands) if o.is_output)
    kept: set[int] = set()
    for at, instruction in enumerate(program.instructions):
        written = {n for n in _targets(instruction) if n in outputs}
        later = program.instructions[at + 1 :]
        read = any(_reads(i) for i in later)
        again = {n for i in later for n in _targets(i)}
        kept |= {n for n in written if read or n in again}
    return frozenset(kept)


def _flat(value: Value | None) -> Iterator[Value]:
    if value is None:
        return
    yield value
    if isinstance(value, Vector):
        for item in value.items:
            yield from _flat(item)
    elif isinstance(value, Pair):
        yield from _flat(value.value)
        yield from _flat(value.predicate)
    elif hasattr(value, "base"):
        yield from _flat(value.base)
    elif hasattr(value, "value"):
        yield from _flat(value.value)


def _has_target(instruction: Instruction) -> bool:
    return instruction.opcode.split(".")[0] not in ("st", "red", "bar", "barrier", "nanosleep", "prefetch", "prefetchu")


def _targets(instruction: Instruction) -> Iterator[int]:
    if _has_target(instruction) and instruction.operands:
        yield from (v.number for v in _flat(instruction.operands[0]) if isinstance(v, Argument))


def _reads(instruction: Instruction) -> bool:
    sources = instruction.operands[1:] if _has_target(instruction) else instruction.operands
    return any(isinstance(v, Argument) for s in [*sources, instruction.guard] for v in _flat(s))


def _predeclare(writer: _Writer) -> None:
    """Variables that a guarded instruction writes first, and results that start with the operand's value."""
    values = writer.values
    for number in sorted(values.results):
        type_, operand = values.letter(Argument(number)), values.asm.operands[number]
        if operand.is_read:
            _declare(writer, values.result(number), type_, close(number))
    for instruction in writer.program.instructions:
        if instruction.guard is not None and instruction.operands and _has_target(instruction):
            for target in _flat(instruction.operands[0]):
                if isinstance(target, Register) and target.name != "_":
                    _declare(writer, values.names[target.name], values.types[target.name])
                elif isinstance(target, Argument) and target.number in values.results:
                    _declare(writer, values.result(target.number), values.letter(target))


def _declare(writer: _Writer, name: str, type_: str, initial: str = "") -> None:
    if name not in writer.declared:
        writer.declared.add(name)
        writer.lines.append(f"{C_TYPES[type_]} {name}{f' = {initial}' if initial else ''}")


# Instructions


def _translate(writer: _Writer, instruction: Instruction) -> None:
    writer.guard = ""
    if instruction.guard is not None:
        writer.guard = f"if ({writer.values.read(instruction.guard, 'pred')}) "
    opcode, operands = instruction.opcode, instruction.operands
    head = opcode.split(".")[0]
    if ".ftz" in opcode:
        writer.values.notes.append(f"'{opcode}' takes subnormal numbers as 0; its translation keeps them")
    if head in ("ld", "ldu"):
        _load(writer, instruction)
    elif head == "st":
        _store(writer, instruction)
    elif head in ("atom", "red") and not opcode.startswith("red.async"):
        _atomic(writer, instruction, head)
    elif _BARRIER_0.fullmatch(opcode) and [getattr(o, "text", "") for o in operands] == ["0"]:
        _line(writer, "__syncthreads()", "fence")
    elif _PREFETCH.fullmatch(opcode):
        what = access("ld.global.u8")
        _line(writer, f"__builtin_prefetch({address(writer.values, operands[0], what, const=True)})")
    elif opcode == "exit" and writer.in_kernel:
        _line(writer, "return")
    else:
        _by_table(writer, instruction)


def _by_table(writer: _Writer, instruction: Instruction) -> None:
    special = special_case(writer.values, instruction)
    if special is not None:
        for target, type_, text in special:
            _write(writer, target, type_, text)
        return
    row = instructions().get(instruction.opcode)
    if row is None:
        raise PtxError(unknown(instruction.opcode))
    destination, *sources = row.types
    operands = instruction.operands if destination == "-" else instruction.operands[1:]
    if destination != "-" and not instruction.operands:
        raise PtxError(f"'{instruction.opcode}' has no operands")
    text = _filled(writer, row, operands, sources, instruction.opcode)
    _carries(writer, row)
    if destination == "-":
        _line(writer, text, row.effect)
    else:
        _write(writer, instruction.operands[0], destination, text)


def unknown(opcode: str) -> str:
    """Why an instruction is refused, and what to do."""
    instead = refusal(opcode)
    return f"'{opcode}' has no counterpart: {instead}" if instead else f"'{opcode}' is not translated: write it in C++"


def _filled(writer: _Writer, row: Row, operands: tuple[Value, ...], types: list[str], opcode: str) -> str:
    """The code of a row with the operands in their places."""
    values = writer.values
    if types and types[-1] == "members":
        operands, types = (*operands[:1], *_members(operands)), [*types[:-1], "u32"]
    elif types and types[-1] == "zero" and getattr(operands[-1], "text", "") == "0":
        types = [*types[:-1], "u32"]
    if len(operands) != len(types) or "zero" in types:
        raise PtxError(f"the operands of '{opcode}' are not understood")
    values.parts |= {row.part} if row.part else set()
    if "warp32::" in row.code:
        values.parts.add("warp32")

    def operand(match: re.Match[str]) -> str:
        at = "abcd".index(match[1] or match[2])
        return values.read(operands[at], types[at], bare_allowed=bool(match[1]))

    code = re.sub(r"\bcarry\b", writer.carry, row.code) if row.effect.startswith("carry") else row.code
    return _PLACE.sub(operand, code)


def _members(operands: tuple[Value, ...]) -> tuple[Value, ...]:
    """The lanes of a vote: all where the old form names none."""
    return operands[1:] or (Literal("0xffffffff"),)


def _carries(writer: _Writer, row: Row) -> None:
    """A carry must be made and taken within the statement: the register that holds it is no variable of C++."""
    if not row.effect.startswith("carry"):
        return
    if "in" in row.effect.split("-") and writer.carry not in writer.declared:
        raise PtxError("it takes a carry from another asm statement: put the whole chain into one, or add in 64 bits")
    if "out" in row.effect.split("-"):
        _declare(writer, writer.carry, "u32")


def _load(writer: _Writer, instruction: Instruction) -> None:
    what = access(instruction.opcode)
    writer.effects.add("fence" if what.order == "acquire" else "load")
    if len(instruction.operands) != 2:
        raise PtxError(f"the operands of '{instruction.opcode}' are not understood")
    text, target = loaded(writer.values, instruction, what), instruction.operands[0]
    if what.width == 1:
        _write(writer, target, what.type, text)
        return
    if not isinstance(target, Vector) or len(target.items) != what.width:
        raise PtxError(f"'{instruction.opcode}' needs as many targets as its vector has parts")
    if writer.guard:
        raise PtxError("a vector is loaded under a condition: write the condition in C++")
    name = f"loaded{writer.values.suffix}"
    while name in writer.declared:
        name += "_"
    writer.declared.add(name)
    _line(writer, f"const {what.c_type} {name} = {text}")
    for item, part in zip(target.items, "xyzw", strict=False):
        _write(writer, item, what.type, f"{name}.{part}")


def _store(writer: _Writer, instruction: Instruction) -> None:
    what = access(instruction.opcode)
    source = instruction.operands[1] if len(instruction.operands) == 2 else None
    if source is None:
        raise PtxError(f"the operands of '{instruction.opcode}' are not understood")
    if what.width > 1:
        items = source.items if isinstance(source, Vector) else ()
        if len(items) != what.width:
            raise PtxError(f"'{instruction.opcode}' needs as many sources as its vector has parts")
        given = ", ".join(writer.values.read(i, what.type, bare_allowed=True) for i in items)
        value = f"make_{what.c_type}({given})"
    else:
        value = writer.values.read(source, what.type, bare_allowed=True)
    _line(writer, stored(writer.values, instruction, what, value), "fence" if what.order == "release" else "store")


def _atomic(writer: _Writer, instruction: Instruction, head: str) -> None:
    what = access(instruction.opcode)
    operands = instruction.operands if head == "red" else instruction.operands[1:]
    if len(operands) not in (2, 3):
        raise PtxError(f"the operands of '{instruction.opcode}' are not understood")
    text = atomic(writer.values, what, operands)
    effect = "fence" if what.order == "acq_rel" else "atomic"
    if head == "red":
        _line(writer, text, effect)
    else:
        writer.effects.add(effect)
        _write(writer, instruction.operands[0], what.type, text)


def _line(writer: _Writer, text: str, effect: str = "") -> None:
    if effect:
        writer.effects.add(effect)
    writer.lines.append(writer.guard + text)


def _write(writer: _Writer, target: Value, type_: str, text: str) -> None:
    """Assigns to an operand or a register."""
    values = writer.values
    if isinstance(target, Register) and target.name == "_":
        _line(writer, text)
    elif isinstance(target, Register):
        have = values.types[target.name]
        _assign(writer, values.names[target.name], have, values.stored(text, type_, have))
    elif isinstance(target, Argument):
        have = values.letter(target)
        if have == CONSTANT or not values.asm.operands[target.number].is_output:
            raise PtxError(f"%{target.number} is written and is no output")
        if type_ == "pred":
            raise PtxError("a predicate is written to an operand")
        converted = values.stored(text, type_, have)
        if target.number in values.results:
            _assign(writer, values.result(target.number), have, converted)
        else:
            _line(writer, f"{bare(target.number)} = {converted}")
    else:
        raise PtxError("what is written is neither an operand nor a register")


def _assign(writer: _Writer, name: str, type_: str, text: str) -> None:
    if name in writer.declared:
        _line(writer, f"{name} = {text}")
    else:
        writer.declared.add(name)
        writer.lines.append(f"{C_TYPES[type_]} {name} = {text}")
