"""powers: quick powers, which CUDA takes by way of a logarithm.

    __powf(x, y)     -->  retarget_hip::quick_power(x, y)
    __powf(2.0f, y)  -->  the same text

HIP's own is `powf`: of negative bases, of 1 to a power that is not a number, it gives numbers where CUDA gives none.
Legal always. Left alone: a base that is a positive literal other than 1, for which both give one result.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Met, Need
from retarget.translation.rule import rule

_ROW, _POWER = "powf-negative", "__powf"
_LEAST, _MOST = 1.2e-38, 3.4e38  # what float holds in full


@rule("powers", "different")
def powers(file: File) -> Iterator[Finding]:
    name = file.dialect.name(_POWER)
    if name is None:
        return
    told = False
    for index in file.named(_POWER):
        token = file.code[index]
        if file.is_users(token) or _is_member(file, index):
            continue
        if _has_plain_base(file, index):
            yield Met(_ROW, "harmless", file.span(index))
            continue
        yield Edit(file.span(index), name.hip, "powers")
        yield Need(name.part, file.span(index))
        if not file.skipped(token.start):
            yield Met(_ROW, "rewritten", file.span(index))
        if not told:
            yield file.note("different", file.span(index), f"'{name.hip}' differs from '{_POWER}': {name.note}")
        told = True


def _is_member(file: File, index: int) -> bool:
    before = file.at(index - 1)
    is_qualified = before == "::" and index > 1 and file.code[index - 2].end == file.code[index - 1].start
    return before in (".", "->") or (is_qualified and file.code[index - 2].kind == NAME)


def _has_plain_base(file: File, index: int) -> bool:
    """Whether the first argument of the call is a positive literal other than 1."""
    listed = file.arguments(index + 1) if file.at(index + 1) == "(" else None
    if not listed or listed[0][0] != listed[0][1]:
        return False
    try:
        base = float(file.at(listed[0][0]).rstrip("fF"))
    except ValueError:
        return False
    return _LEAST <= base <= _MOST and base != 1.0
