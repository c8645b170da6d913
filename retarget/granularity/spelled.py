"""What of a unit's spelling stands against generated text: names that would mean another thing in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from retarget.analysis.effects import USR_NAME
from retarget.granularity.refusal import Refusal
from retarget.lexer import NAME, code
from retarget.text import Source, Span
from retarget.toolchain import templates
from retarget.tree import Function
from retarget.unit import Unit

_KEYWORDS = frozenset("""
    bool true false int unsigned long char void float double const static inline struct class template
    typename return if else for while do switch case break default namespace using public private operator
    sizeof auto constexpr this extern
""".split())  # programs that give these another meaning mean the same by it


def misread(function: Function, unit: Unit) -> Iterator[Refusal]:
    """Why launches of a kernel cannot be told from others, or generated text would be changed by a macro."""
    scope = USR_NAME.split(function.usr)[0]
    for other in unit.functions:
        alike = other.is_kernel and other.name == function.name and other.name_span != function.name_span
        if alike and USR_NAME.split(other.usr)[0] == scope:
            yield Refusal(other.name_span, "another kernel has its name")
    for source in unit.sources:
        yield from _brought(function, source)
        yield from _defined(function, source)


def _brought(function: Function, source: Source) -> Iterator[Refusal]:
    for found in re.finditer(rf"\busing\s+(?:\w+\s*)?::(?:\s*\w+\s*::)*\s*{function.name}\s*;", source.text):
        yield Refusal(Span(source.path, found.start(), found.end()), "a using-declaration brings its name")


def _defined(function: Function, source: Source) -> Iterator[Refusal]:
    listed = code(source.text)
    for at, token in enumerate(listed[:-2]):
        if token.text != "define" or token.directive != "define" or not at or listed[at - 1].text != "#":
            continue
        name = listed[at + 1]
        if name.text in _ours():
            why = f"a macro has the name '{name.text}', which stands in generated text"
            yield Refusal(source.span(name.start, name.end), why)
        after = listed[at + 2]
        if after.text != "(" or after.start != name.end:
            continue
        for parameter in listed[at + 3 :]:
            if parameter.text == ")" or parameter.directive != "define":
                break
            if parameter.text == function.name:
                yield Refusal(source.span(parameter.start, parameter.end), "a macro's parameter has its name")


@cache
def _ours() -> frozenset[str]:
    """Names in the header of generated text; macros of these would change what it means."""
    text = (templates() / "hip" / "granularity.h").read_text()
    names = (t.text for t in code(text) if t.kind == NAME and not t.directive and not t.text.startswith("__"))
    return frozenset(names) - _KEYWORDS
