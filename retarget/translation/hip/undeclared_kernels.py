"""undeclared-kernel: launches of kernels that nothing declares, in templates that nothing instantiates.

    template <typename T> struct Image {                 template <typename... T_> __global__ void convert(T_...);
      void run() { convert<<<grid, block>>>(data); }     template <typename T> struct Image {
    };                                              -->    void run() { convert<<<grid, block>>>(data); }

nvcc looks for such a kernel where the template is instantiated, clang where it is defined. The declaration takes any
arguments; a program that instantiates the template, which nvcc refuses, does not link. Legal where clang knows no such
name, all that the unit's files do with it is to launch it, and no macro spells the launch. It is written before
anything is translated, so that clang reads the templates whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.brackets import BRACES, opening_angle, turn
from retarget.source.lexer import code
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule
from retarget.unit import Unit

RULE = "undeclared-kernel"
_UNKNOWN = re.compile(r"use of undeclared identifier '(\w+)'")


@rule(RULE)
def undeclared_kernels(file: File) -> Iterator[Edit]:
    names: dict[int, list[str]] = {}
    for match, _, span in file.complaints(_UNKNOWN):
        name, at = match[1], file.index_at(span.start)
        is_launch = file.at(at) == name and _launches(file.at(at + 1), file.at(at + 2)) and not file.code[at].directive
        if is_launch and file.at(at - 1) not in ("::", ".", "->") and name in file.unit.once(_only_launched):
            first = _template(file, at)
            if first is not None and not any(name in there for there in names.values()):
                names.setdefault(file.code[first].start, []).append(name)
    for place, there in names.items():
        text = "".join(f"template <typename... T_> __global__ void {name}(T_...);\n" for name in there)
        yield Edit(file.source.span(place, place), text, RULE)


def _only_launched(unit: Unit) -> frozenset[str]:
    """The names that the unit's files launch and do nothing else with."""
    launched, others = set[str](), set[str]()
    for tokens in (code(s.text) for s in unit.sources):
        texts = (*(t.text for t in tokens), "", "")
        for name, *behind in zip(texts, texts[1:], texts[2:], strict=False):
            (launched if _launches(*behind) else others).add(name)
    return frozenset(launched - others)


def _launches(first: str, second: str) -> bool:
    """Whether these begin a launch's configuration, in any spelling that nvcc takes."""
    return first == "<<<" or (first == "<<" and second == "<")


def _template(file: File, at: int) -> int | None:
    """Index of the `template` of the outermost template around a place; None where there is none."""
    found, depth = None, 0
    for i in range(at - 1, -1, -1):
        depth += 0 if file.code[i].directive else turn(file.at(i), BRACES)
        if depth > 0:
            depth, keyword = 0, _keyword(file, i)
            found = found if keyword is None else keyword
    return found


def _keyword(file: File, brace: int) -> int | None:
    """Index of the `template` behind whose parameters the declaration of a body stands."""
    first = head(file, brace)
    if first is None or file.at(first - 1) not in (">", ">>"):
        return None
    opening = opening_angle(file.code, first - 1)
    return opening - 1 if opening is not None and file.at(opening - 1) == "template" else None
