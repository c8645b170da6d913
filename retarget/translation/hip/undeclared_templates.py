"""undeclared-template: function templates of namespaces whose definition is their only declaration.

    namespace a { template <typename T> __device__ void f(T); }
                                                                -->  namespace a { template <typename T>
                                                                     __device__ void f(T x, int n); }
    template <typename T> __device__ void a::f(T x, int n) { }       template <typename T> __device__ void a::f(...

nvcc takes the definition for a further overload, clang wants a declaration in the namespace. Legal where clang finds
none, and every template of that name that the unit's files declare has another number of parameters, so that they
cannot be meant. A definition with default arguments keeps clang's error, as does one that a macro spells. It is written
before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from retarget.source.brackets import closing_angle, opening_angle
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

RULE = "undeclared-template"
_UNDECLARED = re.compile(r"out-of-line definition of '(\w+)' does not match any declaration in namespace '")


@rule(RULE)
def undeclared_templates(file: File) -> Iterator[Edit]:
    for match, _, span in file.complaints(_UNDECLARED):
        name, index = match[1], file.index_at(span.start)
        parts = _template(file, index) if file.at(index) == name else None
        if parts is None:
            continue
        others = {_shape(other, at) for other in _files(file) for at in other.named(name)}
        others -= {None}
        shape = _shape(file, index, is_qualified=True)
        if shape is not None and others and shape not in others:
            first, qualifier, end = parts
            spaces = [file.at(i) for i in range(qualifier, index) if file.at(i) != "::"]
            text = file.source.text
            declared = text[file.code[first].start : file.code[qualifier].start]
            declared += text[file.code[index].start : file.code[end].end]
            opened = "".join(f"namespace {space} {{ " for space in spaces)
            place = file.source.span(file.code[first].start, file.code[first].start)
            yield Edit(place, f"{opened}{declared};{' }' * len(spaces)}\n", RULE)


def _files(file: File) -> Iterator[File]:
    for source in file.unit.sources:
        yield file if source is file.source else replace(file, source=source)


def _template(file: File, name: int) -> tuple[int, int, int] | None:
    """Where the definition of a function template begins, its qualifier, and what stands in front of its body;
    None where that is another kind of definition, or cannot be declared by the same words."""
    qualifier = _qualifier(file, name)
    start = head(file, qualifier)
    if start is None or qualifier == name or file.at(start - 1) not in (">", ">>"):
        return None
    opening, closing = opening_angle(file.code, start - 1), file.closing(name + 1)
    if opening is None or closing is None or file.at(opening - 1) != "template":
        return None
    body = next((i for i in range(closing, len(file.code)) if file.at(i) in ("{", ";", "=")), None)
    if body is None or file.at(body) != "{":
        return None
    is_written_out = all(file.at(i) != "=" and not file.code[i].directive for i in range(opening, body))
    return (opening - 1, qualifier, body - 1) if is_written_out else None


def _qualifier(file: File, name: int) -> int:
    """Index of the first token of what qualifies a name: that of the name where nothing does."""
    while file.at(name - 1) == "::":
        name -= 1
        if file.at(name - 1).isidentifier():
            name -= 1
    return name


def _shape(file: File, name: int, is_qualified: bool = False) -> tuple[int, int] | None:
    """How many parameters a function template has whose name stands at an index, and how many its template; None
    where none is declared there."""
    qualifier = _qualifier(file, name)
    start = head(file, qualifier)
    if start is None or (qualifier == name) is is_qualified or file.at(start - 1) not in (">", ">>"):
        return None
    opening = opening_angle(file.code, start - 1)
    parameters = file.arguments(name + 1) if file.at(name + 1) == "(" else None
    if opening is None or parameters is None or file.at(opening - 1) != "template":
        return None
    return len(parameters), _count(file, opening, start - 1)


def _count(file: File, opening: int, closing: int) -> int:
    """How many items a list in angle brackets has."""
    count, at = int(closing > opening + 1), opening + 1
    while at < closing:
        if file.at(at) == "<":
            inner = closing_angle(file.code, at)
            at = inner if inner is not None else at
        elif file.at(at) == "(":
            at = file.closing(at) or at
        count += file.at(at) == ","
        at += 1
    return count
