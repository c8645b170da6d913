"""early-instantiation: class templates that are instantiated ahead of the definitions of their members.

    template <class T> struct S { T f(); };             template <class T> struct S { T f(); };
    template struct S<float>;                      -->
    template <class T> T S<T>::f() { return 1; }        template <class T> T S<T>::f() { return 1; }
                                                        template struct S<float>;

nvcc and g++ instantiate at the end of the unit, and so make code of each member. clang, as C++ has it, makes none of
those that are defined later: links that need it fail. Legal where no conditional and no macro decides about the
instantiation: it moves to the end of the unit that defines the members. A unit that defines none instantiates what it
uses. It is written first, so that the names in it are translated at its new place.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.conditionals import conditionals
from retarget.source.lexer import code
from retarget.source.project import below
from retarget.source.text import Edit, Span
from retarget.translation.file import File
from retarget.translation.hip.include_guards import behind_guard
from retarget.translation.rule import rule

RULE = "early-instantiation"
_GUARD = 3  # `behind_guard` of `#pragma once`, which is no conditional


@rule(RULE)
def early_instantiations(file: File) -> Iterator[Edit]:
    moved = []
    for early in file.unit.early_instantiations:
        if not may_move(file, early.span):
            continue
        opening = "".join(f"namespace {name} {{ " if name else "namespace { " for name in early.namespaces)
        moved.append(f"{opening}{file.unit.text(early.span)};{' }' * len(early.namespaces)}\n")
        if early.span.path == file.source.path:
            yield Edit(_with_line(file, early.span), "", RULE)
    if moved and file.source.path == file.unit.root:
        end = len(file.source.text)
        begin = "" if file.source.text.endswith("\n") else "\n"
        yield Edit(file.source.span(end, end), begin + "".join(moved), RULE)


def may_move(file: File, span: Span) -> bool:
    """Whether an instantiation is written out, in a file that is translated, and holds in every configuration."""
    text = file.unit.by_path[span.path].text
    is_written = text.startswith("template", span.start) and text[span.end :].lstrip().startswith(";")
    outer = list(conditionals(text))
    if behind_guard(code(text)) > _GUARD and outer:
        outer[:1] = [inner for branch in outer[0].branches for inner in branch.inner]
    is_conditional = any(c.branches[0].start <= span.start < c.branches[-1].end for c in outer)
    is_translated = span.path == file.unit.root or below(span.path, file.root) is not None
    return is_written and not is_conditional and is_translated


def _with_line(file: File, span: Span) -> Span:
    """With its semicolon, and the line where nothing else stands on it."""
    text = file.source.text
    end = text.index(";", span.end) + 1
    start, stop = text.rfind("\n", 0, span.start) + 1, text.find("\n", end) + 1
    is_alone = stop and not text[start : span.start].strip() and not text[end:stop].strip()
    return file.source.span(start, stop) if is_alone else file.source.span(span.start, end)
