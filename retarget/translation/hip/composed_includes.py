"""composed-include, differing-include: CUDA's headers, included by a name that macros spell.

    #define LIBRARY(name) <name.h>
    #include LIBRARY(cublas_v2)       -->  #include <hipblas/hipblas.h>

The directive gets the name that clang read there, before anything is translated, so that every rule knows the header.
Legal where each reading of the file got the same one. An error where they differ and one of them is CUDA's: the macro
keeps CUDA's name then.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import includes
from retarget.source.reach import resolve
from retarget.source.text import Edit, Span
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

RULE = "composed-include"
DIFFERS = "differing-include"


@rule(RULE)
def composed_includes(file: File) -> Iterator[Edit]:
    for span, names in _composed(file):
        if len(names) == 1:
            yield Edit(span, f"<{names[0]}>", RULE)


@rule(DIFFERS)
def differing_includes(file: File) -> Iterator[Finding]:
    for span, names in _composed(file):
        if len(names) > 1:
            listed = " and ".join(f"'{name}'" for name in names)
            yield file.error(DIFFERS, span, f"this includes {listed}: write each of them out, in a branch of its own")


def _composed(file: File) -> Iterator[tuple[Span, list[str]]]:
    """Directives that macros spell, and the headers that they get, where CUDA's are among them."""
    for span, names in file.unit.composed_includes:
        if span.path == file.source.path and any(_is_cudas(file, name) for name in names):
            yield span, sorted(names)


def _is_cudas(file: File, name: str) -> bool:
    quoted, angled = includes(f'#include "{name}"\n#include <{name}>\n')
    return file.header(angled) is not None and not resolve(quoted, file.source.path, file.flags)
