"""vector_lists: initialiser lists of vectors that leave components out.

    float4 a = {x};     -->  float4 a = {x, 0, 0, 0};
    float1 b = {x};     -->  float1 b = float1{x};
    float2 c[2] = {x, y, z};    -->  float2 c[2] = {{x, y}, {z, 0}};
    float2 d = {.y = x};        -->  float2 d = {0, x};
    #define ONE(T) T b = {x};   -->  #define ONE(T) T b {x};

CUDA's vectors are plain structures: what a list leaves out is 0. HIP's are classes: a single value goes to all
components, `float4{x}` in silence, and not at all behind `=`; other lists have to be complete, and have braces of
their own within an array's or a structure's, which a macro may stand in the way of: an error. Legal where clang says
that the list is a vector's; in a macro, where the type is a parameter and the list has one element: without `=` it is
the same for all types but `auto`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.analysis.macros import macros
from retarget.source import brackets
from retarget.source.brackets import BRACES
from retarget.source.recent import mentioned
from retarget.source.text import Edit, Span
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule
from retarget.unit import Unit

_NOT_KNOWN = "HIP's vectors are classes: put the elements that make up each vector of this list in braces"
_NOT_IN_ORDER = "HIP's vectors are classes, whose lists name no components: list the values in order"
_COPIED = frozenset({"=", "{", ",", "return", "(", "?", ":"})


@rule("vector-list")
def vector_lists(file: File) -> Iterator[Finding]:
    if file.dialect.is_c:
        return
    for span, kind, count in file.unit.vector_lists:
        if span.path == file.source.path and not kind.startswith("__half"):  # which are half_raws'
            yield from _completed(file, span, kind, count)
    for span, braces in file.unit.vector_braces:
        if span.path == file.source.path and not braces:
            yield file.error("vector-list", span, _NOT_KNOWN)
        elif span.path == file.source.path:
            yield from (Edit(file.source.span(at, at), text, "vector-list") for at, text in braces)
            if any("_raw(" in text for _, text in braces):
                yield Need("half_raw", span)
    yield from _in_macros(file)


def _in_macros(file: File) -> Iterator[Finding]:
    """Variables of a parameter's type in the bodies of macros, in units that name vectors of one component."""
    if "define" not in file.words or not file.unit.once(_names_single):
        return
    for listed in macros(file.source.text).values():
        for macro in (m for m in listed if m.parameters and not file.skipped(m.start)):
            words = [t.text for t in macro.body]
            for at in range(len(words) - 4):
                type_, name, sign, opening = words[at : at + 4]
                if type_ not in (macro.parameters or ()) or not name.isidentifier() or (sign, opening) != ("=", "{"):
                    continue
                closing = brackets.closing(macro.body, at + 3, BRACES, own_directive=False)
                if closing and closing > at + 4 and not any(brackets.separators(macro.body, at + 4, closing)):
                    equals = macro.body[at + 2]
                    blank = file.source.text[equals.end : equals.end + 1] == " "
                    yield Edit(file.source.span(equals.start, equals.end + blank), "", "vector-list")


_has_single = mentioned(re.compile(r"\b(?:u?(?:char|short|int|long|longlong)|float|double)1\b|##\s*1\b"))


def _names_single(unit: Unit) -> bool:
    return any(_has_single(source.text) for source in unit.sources)


def _completed(file: File, span: Span, kind: str, count: int) -> Iterator[Finding]:
    opening = file.index_at(span.start)
    closing = file.closing(opening)
    if closing is None:
        return
    if file.at(opening + 1) == ".":
        named = _component_names(file, opening, closing, int(kind[-1]))
        if named is None:
            yield file.error("vector-list", span, _NOT_IN_ORDER)
            return
        edits, count = named
        yield from edits
    ends_in_comma = file.at(closing - 1) == ","
    missing = int(kind[-1]) - count
    if missing > 0:
        zeros = ", ".join(["0"] * missing)
        at = file.code[closing].start
        text = f" {zeros}" if ends_in_comma else f", {zeros}"
        yield Edit(file.source.span(at, at), text, "vector-list")
    elif kind.endswith("1") and file.at(opening - 1) in _COPIED:
        yield Edit(file.source.span(span.start, span.start), kind, "vector-list")


def _component_names(file: File, opening: int, closing: int, width: int) -> tuple[list[Edit], int] | None:
    """What takes the names of components from a list, and how many components it then gives; None where their order
    is not that of the vector."""
    edits, given = [], 0
    for first, last in file.arguments(opening) or ():
        if last < first and last == closing - 1:  # behind the last comma
            continue
        name = file.at(first + 1)
        component = "xyzw"[:width].find(name) if len(name) == 1 else -1
        if file.at(first) != "." or file.at(first + 2) != "=" or component < given:
            return None
        zeros = "0, " * (component - given)
        span = file.source.span(file.code[first].start, file.code[first + 3].start)
        edits.append(Edit(span, zeros, "vector-list"))
        given = component + 1
    return edits, given
