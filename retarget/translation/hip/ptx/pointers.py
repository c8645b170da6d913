"""Outputs that are pointers: PTX writes a number of 64 bits to them, which C++ converts by a cast alone.

asm("add.s64 %0, %1, 4;" : "=l"(p) : "l"(q));   -->   p = (decltype(+p))(uint64_t(q) + 4);
"""

from __future__ import annotations

from retarget.source.lexer import NAME
from retarget.translation.file import File
from retarget.translation.hip.ptx.asm import Asm, Operand

_QUALIFIERS = frozenset({"const", "volatile", "__restrict__", "__restrict", "&"})
_TYPES = frozenset({"::", "<", ">", ",", "*"})
_NO_TYPES = frozenset({"return", "case", "else", "goto"})


def pointers(file: File, asm: Asm) -> frozenset[int]:
    """The numbers of outputs that the text above declares as pointers. A cast of another type's variable to its own
    type would change nothing."""
    listed = enumerate(asm.operands)
    return frozenset(n for n, o in listed if o.is_output and o.letter == "l" and _points(file, o, asm.first))


def _points(file: File, operand: Operand, before: int) -> bool:
    if operand.first != operand.last or file.code[operand.first].kind != NAME:
        return False
    name, directive = file.at(operand.first), file.code[before].directive
    for i in range(before - 1, 0, -1):
        if file.at(i) != name or file.code[i].directive != directive:
            continue
        at = i - 1
        while file.at(at) in _QUALIFIERS:
            at -= 1
        if file.at(at) == "*" and _is_type(file, at - 1):
            return True
        if file.code[at].kind == NAME and file.at(at) not in _NO_TYPES:
            return False  # declared otherwise
    return False


def _is_type(file: File, at: int) -> bool:
    """Whether tokens up to `at` begin a declaration: `const T`."""
    first = at
    while first > 0 and (file.code[first].kind == NAME or file.at(first) in _TYPES - {","}):
        first -= 1
    return (
        first < at and file.at(first + 1) not in _NO_TYPES and file.at(first) in ("", ";", "{", "}", "(", ")", ",", ":")
    )
