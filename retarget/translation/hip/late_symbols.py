"""late-symbol: static device variables of relocatable code that host code names behind device code.

    static __constant__ float scale;              static __constant__ float scale;
                                           -->    static_assert(((void)&scale, true), "host code may use scale");
    __global__ void k(float *p) { *p = scale; }
    void set(float x) { cudaMemcpyToSymbol(scale, &x, sizeof(x)); }

With relocatable device code (`-rdc=true`, `-dc`), clang gives such a variable a name for the whole program once host
code uses it. Device code that it has compiled by then asks for another name, and the link of device code fails. The
line is host code that uses the variable ahead of all device code; it makes no code. Legal behind each definition, for
the variable means the same there, unless a template or a macro spells it, or device code names it ahead of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.brackets import turn
from retarget.source.lexer import COMMENT
from retarget.source.text import Edit, Related, Span
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule
from retarget.unit import LateSymbol

RULE = "late-symbol"


@rule(RULE)
def late_symbols(file: File) -> Iterator[Finding]:
    written: set[int] = set()
    for symbol in file.unit.late_symbols:
        if symbol.name.path != file.source.path:
            continue
        end = None if symbol.is_open else _end(file, symbol)
        if end is None:
            yield _warning(file, symbol)
        elif end not in written:
            written.add(end)
            yield Edit(*_reference(file, end, symbol.beside), RULE)


def _warning(file: File, symbol: LateSymbol) -> Finding:
    message = "clang's link of device code will not find this variable, as device code names it ahead of host code: "
    use = f'write static_assert(((void)&{symbol.spelling}, true), ""); behind its definition, or '
    message += f"{'' if symbol.is_open else use}give it external linkage"
    related = Related(symbol.device, "device code names it here"), Related(symbol.host, "host code names it here")
    return file.warning(RULE, symbol.name, message, *related)


def _end(file: File, symbol: LateSymbol) -> int | None:
    """Index of the `;` of a declaration; None where a macro spells the declaration."""
    at = file.index_at(symbol.name.start)
    if file.at(at) != symbol.spelling:
        return None
    depth, group = 0, _group(file, at)
    for i in range(at, len(file.code)):
        depth += turn(file.at(i))
        if file.code[i].directive or depth < -group:
            return None
        if file.at(i) == ";" and depth == -group:
            return i
    return None


def _group(file: File, at: int) -> int:
    """How many brackets a declarator opens in front of its name: `(*table)[4]`."""
    first = at
    while file.at(first - 1) in ("*", "&", "const", "volatile"):
        first -= 1
    return int(first < at and file.at(first - 1) == "(")


def _reference(file: File, end: int, names: tuple[str, ...]) -> tuple[Span, str]:
    """Where host code that uses the variables of a declaration stands, and its text: on the next line, unless code
    follows on this one."""
    text, begin = file.source.text, file.code[end].end
    at = begin
    for token in (t for t in file.all_tokens if t.start >= begin):
        if token.kind != COMMENT or "\n" in text[at : token.end]:
            break
        at = token.end
    uses = ", ".join(f"(void)&{name}" for name in names)
    asserted = f'static_assert(({uses}, true), "host code may use {", ".join(names)}");'
    line_end = text.find("\n", at)
    rest = text[at : len(text) if line_end < 0 else line_end]
    if rest.strip():
        return file.source.span(begin, begin), f" {asserted}"
    at += len(rest.rstrip("\r"))
    line = text.rfind("\n", 0, begin) + 1
    indent = text[line : len(text) - len(text[line:].lstrip(" \t"))]
    return file.source.span(at, at), f"\n{indent}{asserted}"
