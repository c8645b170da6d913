"""typenames: a type of a template's parameter that is named without `typename`, a template without `template`.

    sum(D::Plus())         -->  sum(typename D::Plus())
    sizeof(Tree<T>::Leaf)  -->  sizeof(typename Tree<T>::Leaf)
    typename A::rebind<T>  -->  typename A::template rebind<T>

nvcc takes what it finds to be a type when it makes the instance, and clang does not, in CUDA or HIP. Legal where clang
says so of a qualified name. What clang complains of is written before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.brackets import before_arguments
from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "typenames"
_FIRST = re.compile(r"missing 'typename' prior to dependent type name")
_TEMPLATE = re.compile(r"use 'template' keyword to treat '(\w+)' as a dependent template name")
_LAST = re.compile(r"'(\w+)' does not refer to a value\Z")


@rule("typenames")
def typenames(file: File) -> Iterator[Edit]:
    yield from _types(file)
    yield from _templates(file)


def _templates(file: File) -> Iterator[Edit]:
    seen: set[int] = set()
    for named, _, span in file.complaints(_TEMPLATE):
        if span.start in seen:
            continue
        at = file.index_at(span.start)
        is_there = file.code[at].start == span.start and file.at(at) == named[1] and file.at(at + 1) == "<"
        if is_there and file.at(at - 1) in ("::", ".", "->"):
            seen.add(span.start)
            yield Edit(file.source.span(span.start, span.start), "template ", RULE)


def _types(file: File) -> Iterator[Edit]:
    seen: set[int] = set()
    for complaint in file.unit.diagnostics:
        span, last = complaint.span, _LAST.match(complaint.message)
        if span is None or span.path != file.source.path or not (last or _FIRST.match(complaint.message)):
            continue
        at = file.index_at(span.start)
        is_there = file.at(at) == last[1] if last else file.at(at + 1) in ("::", "<")
        if file.code[at].start != span.start or not is_there:
            continue  # a macro brings it
        first = _first(file, at) if last else at
        if first is None or file.at(first - 1) == "typename" or first in seen:
            continue
        seen.add(first)
        place = file.code[first].start
        yield Edit(file.source.span(place, place), "typename ", RULE)


def _first(file: File, at: int) -> int | None:
    """The first token of the qualified name that ends with this one; none where it is not qualified."""
    first = at
    while file.at(first - 1) == "::":
        before = first - 2
        before = before_arguments(file.code, before)
        if before < 0 or file.code[before].kind != NAME:
            return first - 1  # the global namespace's
        first = before - (file.at(before - 1) == "template")
    return first if first < at else None
