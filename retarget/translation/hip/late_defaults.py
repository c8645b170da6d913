"""late_defaults: default arguments that a definition adds outside of its class template.

    template <class K> struct S { int f(int a); };             template <class K> struct S { int f(int a = 2); };
    template <class K> int S<K>::f(int a = 2) { ... }   -->    template <class K> int S<K>::f(int a) { ... }

nvcc takes what C++ rules out there, and clang does not. Legal where the argument's names are declared ahead of the
class or are its members, and no macro is among them; else the user gets clang's error. What clang complains of is
written before anything is translated.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "late-defaults"


@rule("late-defaults")
def late_defaults(file: File) -> Iterator[Edit]:
    for default, parameter in file.unit.late_defaults:
        text = file.unit.by_path[default.path].text
        start = len(text[: default.start].rstrip().removesuffix("=").rstrip())
        if default.path == file.source.path:
            yield Edit(file.source.span(start, default.end), "", RULE)
        if parameter.path == file.source.path:
            put = f" = {text[default.start : default.end]}"
            yield Edit(file.source.span(parameter.end, parameter.end), put, RULE)
