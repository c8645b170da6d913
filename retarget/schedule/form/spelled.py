"""What of a unit's spelling stands against generated text: names that would mean another thing in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import pairwise

from msgspec import Struct

from retarget.analysis.macros import macros
from retarget.analysis.specialised import USR_NAME
from retarget.schedule.refusal import Refusal
from retarget.source.lexer import NAME, NUMBER, code
from retarget.source.text import Related, Span
from retarget.system.toolchain import templates
from retarget.unit import Unit
from retarget.unit.tree import INDICES, Function, Kind

_USING = re.compile(r"\busing\s+(?:\w+\s*)?::(?:\s*\w+\s*::)*\s*(\w+)\s*;")
_LINE_END = re.compile(r"\\[ \t]*\r?\n")
_KEYWORDS = frozenset(
    """
    bool true false int unsigned long char void float double const static inline struct class template
    typename return if else for while do switch case break default namespace using public private operator
    sizeof constexpr this extern
""".split()
)  # programs that give these another meaning mean the same by it

_OF_VARIANTS = frozenset({"Noted", "rehearse", "chosen", "fitted", "Fitted"})


class Spelling(Struct, frozen=True):
    """Of a unit's text: by name, using-declarations that bring it; and macros that have the name of something in
    generated text."""

    brought: Mapping[str, Span]
    ours: tuple[Refusal, ...]


def misread(function: Function, unit: Unit, defined: Collection[str]) -> Iterator[Refusal]:
    """Why nothing distinguishes launches of a kernel from others, or generated text would be changed by a macro.
    defined: those of the command line."""
    scope = USR_NAME.split(function.usr)[0]
    for other in unit.functions:
        alike = other.is_kernel and other.name == function.name and other.name_span != function.name_span
        if alike and USR_NAME.split(other.usr)[0] == scope:
            yield Refusal(other.name_span, "another kernel has its name")
    spelling = unit.once(_spelling)
    if function.name in spelling.brought:
        yield Refusal(spelling.brought[function.name], "a using-declaration brings its name")
    yield from spelling.ours
    for name in sorted(_ours().intersection(defined)):
        yield Refusal(function.name_span, f"the command line defines '{name}', which stands in generated text")


def included(function: Function) -> Iterator[Refusal]:
    """Against a body that another file brings a part of; numbers of a table may stand there."""
    for node in function.body.walk():
        if node.span.path != function.span.path and node.kind not in (Kind.LITERAL, Kind.UNARY, Kind.NONE):
            where = (Related(node.span, "this part"),)
            yield Refusal(function.name_span, f"a part of '{function.name}' stands in another file", where)
            return


def hidden_indices(function: Function) -> Iterator[Refusal]:
    """Against variables with the names of indices: generated text declares its own of these names."""
    for variable in (v for v in function.variables.values() if v.name in INDICES):
        place = Span(variable.span.path, variable.name_start, variable.name_start + len(variable.name))
        yield Refusal(place, f"this variable has the name of the index '{variable.name}'", remedy="rename it")


def parted_words(function: Function, unit: Unit) -> Iterator[Refusal]:
    """Against words that go on in the next line, behind a backslash: tokens have no such names."""
    start = function.span.start
    text = unit.by_path[function.span.path].text[start : function.span.end]
    listed = code(text) if "\\" in text else []
    for word, rest in pairwise(t for t in listed if not t.directive):
        if word.kind == NAME and rest.kind in (NAME, NUMBER) and _LINE_END.fullmatch(text, word.end, rest.start):
            yield Refusal(Span(function.span.path, start + word.start, start + rest.end), "this word has two lines")


def _spelling(unit: Unit) -> Spelling:
    brought: dict[str, Span] = {}
    ours: list[Refusal] = []
    for source in unit.sources:
        for found in _USING.finditer(source.text):
            brought.setdefault(found[1], Span(source.path, found.start(), found.end()))
        for macro in (m for listed in macros(source.text).values() for m in listed):
            place = source.span(macro.start, macro.start + len(macro.name))
            # generated text has CUDA's names in CUDA alone: there, another platform's branch defines nothing
            elsewhere = macro.name.startswith("cuda") and unit.is_skipped(source.path, macro.start)
            if macro.name in _ours() and not elsewhere:
                ours.append(Refusal(place, f"a macro has the name '{macro.name}', which stands in generated text"))
    return Spelling(brought, tuple(ours))


@cache
def _ours() -> frozenset[str]:
    """Names in the header of generated text; macros of these would change what it means."""
    text = (templates() / "hip" / "granularity.h").read_text()
    names = (t.text for t in code(text) if t.kind == NAME and not t.directive and not t.text.startswith("__"))
    return (frozenset(names) | _OF_VARIANTS | {"auto"}) - _KEYWORDS
