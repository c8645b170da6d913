"""ptx: inline PTX becomes C++.

    asm("bfind.u32 %0, %1;" : "=r"(n) : "r"(x));  -->  n = retarget_hip::ptx_bfind<uint32_t>(x);

Legal where every instruction of the statement is known by the tables of hip_ptx with the types that it is given and
its text is known. Outputs are assigned after the last input was read; what would be evaluated twice gets a variable.
A carry that passes from statement to statement does so in a flag of the thread. A clobber of memory stays, as an
empty statement, where the code orders no memory itself. Assembly in host code stays; a text without
instructions binds the compiler alone. An instruction that PTX does not have traps: nothing can use it. So does what has
no counterpart in a function that nothing in the unit uses, and that no other unit can call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.lexer import NAME, NUMBER, tokens
from retarget.source.text import Edit, Span
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.macro_expansion import enclosing
from retarget.translation.hip.program_names import program_names, qualified
from retarget.translation.hip.ptx.actions import KnownPlace
from retarget.translation.hip.ptx.asm import Asm, Operand, statements
from retarget.translation.hip.ptx.code import HipCode, code
from retarget.translation.hip.ptx.flow import takes_from_before
from retarget.translation.hip.ptx.place import is_device, proved_threads, starts_in_kernel
from retarget.translation.hip.ptx.pointers import pointers
from retarget.translation.hip.ptx.ptx_tables import MATH
from retarget.translation.hip.ptx.strings import NoInstruction, PtxError, parsed, uncommented
from retarget.translation.hip.ptx.values import HOLE
from retarget.translation.hip.unused_functions import is_in_unused_function
from retarget.translation.rule import rule

_VECTOR_REGISTER = re.compile(r'"([=+&]*)[rlfdh]"')
_CLOSE = frozenset({".", "->", "::"})
_CHANGES = frozenset("++ -- = += -= *= /= %= &= |= ^= <<= >>=".split())
_CASTS = frozenset("sizeof alignof int unsigned long short char float double bool size_t uintptr_t".split())


@rule("ptx")
def ptx(file: File) -> Iterator[Finding]:
    found = list(statements(file))
    carry_is_open = any(_takes_from_before(asm) for asm in found)
    for asm in found:
        if not is_device(file, asm):
            continue
        if not asm.problem and not uncommented(asm.text).strip():
            yield from _binding(file, asm)
            continue
        try:
            yield from _translated(file, asm, carry_is_open)
        except PtxError as error:
            yield from _refused(file, asm, error)


def _refused(file: File, asm: Asm, error: PtxError) -> Iterator[Finding]:
    """An error, but where nothing can use the code around it: there a trap and a warning."""
    place, told = file.span(asm.first), f"inline PTX: {error}"
    why = ""
    if isinstance(error, NoInstruction):
        why = "no CUDA program that uses this code can be assembled"
    elif is_in_unused_function(file, file.code[asm.first].start):
        why = "nothing here uses the function around it"
    if not why or any(_needs_translation(file, operand) for operand in asm.operands):
        yield file.error("ptx", place, told)
        return
    yield Edit(file.span(asm.first, asm.last), "__builtin_trap()", "ptx")
    yield file.warning("ptx", place, f"{told}; {why}: a trap stands for it")


def _takes_from_before(asm: Asm) -> bool:
    try:
        return "c." in asm.text and takes_from_before(parsed(asm.text, asm.names))
    except PtxError:
        return False


def _binding(file: File, asm: Asm) -> Iterator[Finding]:
    """A text without instructions ties values down: registers of a GPU of AMD's are `v`. A comment in it is PTX's."""
    if asm.text.strip():
        yield Edit(file.span(*asm.template), '""', "ptx")
    for operand in asm.operands:
        index = operand.first - 2
        match = _VECTOR_REGISTER.fullmatch(file.at(index))
        if match:
            yield Edit(file.span(index), f'"{match[1]}v"', "ptx")


def _translated(file: File, asm: Asm, carry_is_open: bool) -> Iterator[Finding]:
    if asm.problem:
        raise PtxError(f"{asm.problem}: write the text and its operands out, or write it in C++")
    program = parsed(asm.text, asm.names)
    if not program.instructions:
        raise PtxError("it declares registers, or opens a scope, for other statements: put them into one")
    in_macro = file.code[asm.first].directive == "define"
    named = frozenset(file.at(i) for o in asm.operands for i in range(o.first, o.last + 1))
    taken = named | file.unit.once(program_names).macros
    known = KnownPlace(starts_in_kernel(file, asm), carry_is_open, proved_threads(file, asm))
    suffix = "_" if in_macro else ""
    written = pointers(file, asm)
    made = code(asm, program, taken, suffix, known, pointers=written)
    held = _evaluated_once(file, asm, made, len(program.instructions) > 1)
    if held:
        made = code(asm, program, taken, suffix, known, held, written)
    span, text = _statement(file, asm, made, in_macro)
    text, needs = _in_dialect(file, text, file.span(asm.first))
    text = _meant(file, text, made.declared)
    yield from _edits(file, asm, span, text)
    yield from needs
    for part in sorted(made.parts):
        is_part = not part.startswith("<")
        yield Need(part.strip("<>"), file.span(asm.first), is_part)
    if asm.is_conditional:
        yield file.note("ptx", file.span(asm.first), "of the branches within this statement, the one compiled stays")
    for note in made.notes:
        yield file.note("ptx", file.span(asm.first), note)


def _evaluated_once(file: File, asm: Asm, made: HipCode, is_long: bool) -> frozenset[int]:
    """Operands whose evaluation must not be repeated, nor come between the instructions of a statement."""
    used = [int(h[2]) for h in HOLE.finditer("\n".join(made.statements))]
    macro = enclosing(file, file.code[asm.first].start)
    parameters = (macro.parameters or ()) if macro else ()
    found = set()
    for number in set(used):
        operand = asm.operands[number]
        changes = _changes(file, operand)
        is_any = any(file.at(i) in parameters for i in range(operand.first, operand.last + 1))
        often = used.count(number) > 1
        if (changes and (often or (is_long and not operand.is_output))) or (is_any and often and not operand.is_output):
            found.add(number)
    return frozenset(found)


def _changes(file: File, operand: Operand) -> bool:
    """Whether evaluating an operand may do more than to give its value: a call, an assignment."""
    for i in range(operand.first, operand.last + 1):
        token = file.code[i]
        if token.text in _CHANGES:
            return True
        is_type = token.text in _CASTS or token.text.endswith("_t") or token.text.endswith("_cast")
        if token.kind == NAME and file.at(i + 1) == "(" and not is_type:
            return True
    return False


# The shape of the statement


def _statement(file: File, asm: Asm, made: HipCode, in_macro: bool) -> tuple[Span, str]:
    """What is replaced, and by what: one expression, statements in a row, or a block."""
    lines = made.statements
    if len(lines) == 1 and not made.declared:
        return file.span(asm.first, asm.last), lines[0]
    starts_one = file.at(asm.first - 1) in (";", "{", "}") and file.at(asm.last + 1) == ";"
    if not starts_one:
        return file.span(asm.first, asm.last), f"do {{ {' '.join(f'{line};' for line in lines)} }} while (0)"
    if in_macro:
        return file.span(asm.first, asm.last + 1), f"{{ {' '.join(f'{line};' for line in lines)} }}"
    indent = _indent(file, asm)
    if indent is None:
        joined = " ".join(f"{line};" for line in lines)
        return file.span(asm.first, asm.last + 1), f"{{ {joined} }}" if made.declared else joined
    if not made.declared:
        return file.span(asm.first, asm.last + 1), f"\n{indent}".join(f"{line};" for line in lines)
    inner = indent + ("\t" if indent.endswith("\t") else "    " if len(indent) % 4 == 0 else "  ")
    body = "".join(f"{inner}{line};\n" for line in lines)
    return file.span(asm.first, asm.last + 1), f"{{\n{body}{indent}}}"


def _indent(file: File, asm: Asm) -> str | None:
    """The white space before a statement that begins its line."""
    start = file.code[asm.first].start
    text = file.source.text
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return None if line.strip() else line


def _in_dialect(file: File, text: str, span: Span) -> tuple[str, list[Need]]:
    """CUDA's functions in the code become what the dialect has for them."""
    needs: list[Need] = []
    renamed: list[str] = []
    at, before = 0, ""
    for token in tokens(text):
        row = file.dialect.name(token.text) if token.kind == NAME and before != "::" else None
        if row is not None and row.hip:
            renamed += text[at : token.start], row.hip
            at = token.end
            needs += [Need(row.part, span)] if row.part else []
        before = token.text
    return "".join([*renamed, text[at:]]), needs


def _meant(file: File, text: str, declared: frozenset[str]) -> str:
    """With names that mean the target's wherever the text stands."""
    names = file.unit.once(program_names)
    own = declared | {h[1] + h[2] for h in HOLE.finditer(text)}
    if hidden := sorted(names.macros & {t.text for t in tokens(text) if t.kind == NAME} - own):
        raise PtxError(f"'{hidden[0]}' would stand for it, and is a macro of the program's: rename the macro")
    return qualified(text, names, own, MATH)


# The operands


def _edits(file: File, asm: Asm, span: Span, text: str) -> Iterator[Edit]:
    """In place where each operand is used once and in order, so that other rules may translate it; else as a
    whole, which must not hold anything that they would."""
    holes = list(HOLE.finditer(text))
    numbers = [int(h[2]) for h in holes]
    if numbers == sorted(set(numbers)):
        yield from _around(file, asm, span, text)
        return
    for number in set(numbers):
        if _needs_translation(file, asm.operands[number]):
            raise PtxError(f"the operand %{number} holds CUDA names and is used more than once: give it a variable")
    whole = HOLE.sub(lambda m: _text(file, asm.operands[int(m[2])], m[1] == "p"), text)
    if not whole.isascii():
        raise PtxError("an operand holds letters that are not ASCII")
    yield Edit(span, whole, "ptx")


def _around(file: File, asm: Asm, span: Span, text: str) -> Iterator[Edit]:
    at, written = span.start, 0
    pending = ""
    for hole in HOLE.finditer(text):
        operand = asm.operands[int(hole[2])]
        wrapped = hole[1] == "p" and not _binds_closely(file, operand)
        start, end = file.code[operand.first].start, file.code[operand.last].end
        opening = pending + text[written : hole.start()] + ("(" if wrapped else "")
        yield Edit(file.source.span(at, start), opening, "ptx")
        pending = ")" if wrapped else ""
        at, written = end, hole.end()
    yield Edit(file.source.span(at, span.end), pending + text[written:], "ptx")


def _text(file: File, operand: Operand, must_bind: bool) -> str:
    text = file.source[file.span(operand.first, operand.last)]
    return f"({text})" if must_bind and not _binds_closely(file, operand) else text


def _binds_closely(file: File, operand: Operand) -> bool:
    """A name, a number, a member, an element, a call; not in a macro, where a name may stand for anything."""
    if operand.first == operand.last and file.code[operand.first].kind == NUMBER:
        return True
    if file.code[operand.first].directive == "define":
        return False
    at = operand.first
    while at <= operand.last:
        token = file.code[at]
        if token.text in ("[", "("):
            closing = file.closing(at)
            if closing is None or (at == operand.first and closing != operand.last):
                return False
            at = closing
        elif token.kind not in (NAME, NUMBER) and token.text not in _CLOSE:
            return False
        at += 1
    return True


def _needs_translation(file: File, operand: Operand) -> bool:
    for index in range(operand.first, operand.last + 1):
        token = file.code[index]
        row = file.dialect.name(token.text) if token.kind == NAME and not file.is_users(token) else None
        if token.text in ("warpSize", "__CUDA_ARCH__") or (row is not None and row.hip != token.text):
            return True
    span = file.span(operand.first, operand.last)
    members = (m.name_span for m in file.unit.members if m.name_span.path == span.path)
    return any(span.start <= m.start < span.end for m in members)
