"""bf16-fma: fused multiply-adds of bfloat16, which HIP's header rounds twice.

    __hfma(a, b, c)   -->  retarget_hip::hfma(a, b, c)       a, b, c: __nv_bfloat16
    __hfma2(a, b, c)  -->  retarget_hip::hfma2(a, b, c)      a, b, c: __nv_bfloat162

CUDA's machine rounds the exact sum to 16 bits; HIP 6 rounds it to float first. Legal always: the functions have
overloads for halves too, HIP's own. So they stand where a template or a macro leaves the type open, in units that name
bfloat16. Left alone: calls whose arguments clang knows to be halves.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Met, Need, users_code
from retarget.translation.rule import rule, trees
from retarget.unit import Unit
from retarget.unit.tree import Kind

_NAMES = {"__hfma": "retarget_hip::hfma", "__hfma2": "retarget_hip::hfma2"}
_HALVES = frozenset({"__half", "__half2"})


@rule("bf16-fma", "different", asks=trees)
def bf16_fma(file: File) -> Iterator[Finding]:
    for index in file.named(*_NAMES):
        token = file.code[index]
        if file.at(index + 1) != "(" or file.at(index - 1) in (".", "->") or _is_qualified(file, index):
            continue
        if file.skipped(token.start) or file.is_users(token) or not _is_wide(file, token.start):
            continue
        yield Edit(file.span(index), _NAMES[token.text], "bf16-fma")
        yield Need("bf16_fma", file.span(index))
        yield Met("bf16-fma", "rewritten", file.span(index))
        told = f"HIP's '{token.text}' of bfloat16 rounds to float, and then to 16 bits; CUDA's rounds once"
        yield file.note("different", file.span(index), told)


def _is_qualified(file: File, index: int) -> bool:
    is_adjacent = index > 1 and file.code[index - 2].end == file.code[index - 1].start  # else: `return ::__hfma`
    return file.at(index - 1) == "::" and is_adjacent and file.code[index - 2].kind == NAME


def _is_wide(file: File, start: int) -> bool:
    """Whether the arguments of a call are of bfloat16, or may be."""
    types = file.unit.once(_types).get((file.source.path, start))
    if types is not None and types <= _HALVES:
        return False
    return file.unit.once(_names_bfloat) or any("bfloat16" in t for t in types or ())


def _types(unit: Unit) -> dict[tuple[str, int], frozenset[str]]:
    """Of the arguments of each call that clang reads, by its place."""
    found: dict[tuple[str, int], frozenset[str]] = {}
    for function in unit.functions:
        for call in function.body.of(Kind.CALL):
            if call.name in _NAMES:
                place = call.span.path, call.span.start
                found[place] = found.get(place, frozenset()) | {p.type.removeprefix("const ") for p in call.parts}
    return found


def _names_bfloat(unit: Unit) -> bool:
    texts = (s.text for s in unit.sources if "bf" in s.text)
    return any("bfloat16" in t.text or "cuda_bf16" in t.text for text in texts for t in users_code(text))
