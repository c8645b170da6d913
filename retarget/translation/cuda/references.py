"""references: texture and surface references, which CUDA 12 dropped, become objects behind the same names.

    texture<float, 2> t;   -->  __constant__ retarget_cuda::texture_reference<float, 2> t;
    surface<void, 2> s;    -->  __constant__ retarget_cuda::surface_reference<void, 2> s;
    bind(texture<T>& t);   -->  bind(retarget_cuda::texture_reference<T>& t);

Legal for plain variables at file scope, and for C++ references and pointers to them in host code. Binds, fetches and
members keep their text: the support header overloads them by the type. Kernels read the object's handle from constant
memory, and the host's copy of the variable holds the rest. Any other form is an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.texture_references import TextureReference
from retarget.translation.hip.texture_references import references as declared
from retarget.translation.rule import Vocabulary, rule
from retarget.unit.parse import Interest

RULE = "texture-reference"
WORDS = frozenset({"texture", "surface"})


def _asks(vocabulary: Vocabulary) -> Interest:
    return Interest(names=WORDS & vocabulary.words)


@rule("texture-reference", asks=_asks)
def references(file: File) -> Iterator[Finding]:
    for word in sorted(WORDS):
        for reference in declared(file, word):
            yield from _reference(file, word, reference)


def _reference(file: File, word: str, reference: TextureReference) -> Iterator[Finding]:
    span, type_name = file.span(reference.index), f"retarget_cuda::{word}_reference"
    why = reference.form or _array(file, reference)
    if not why:
        yield Edit(span, f"__constant__ {type_name}", "texture-reference")
        told = "is an object from here on: a bind reaches the device by the default stream"
        yield file.note(RULE, span, f"'{', '.join(reference.names)}' {told}")
    elif _is_referred_to(file, reference):
        yield Edit(span, type_name, "texture-reference")
    else:
        left = f"{file.dialect.target} has no {word} references, and this one stays: {why}"
        yield file.error(RULE, span, f"{left}; declare it as a variable at file scope, or use {word} objects")
        return
    yield Need(f"{word}_reference", span)


def _array(file: File, reference: TextureReference) -> str:
    return "it is an array" if any(file.at(i + 1) == "[" for i in reference.declarators) else ""


def _is_referred_to(file: File, reference: TextureReference) -> bool:
    """Whether the text names the type alone, for a reference or a pointer: a parameter, what a function returns."""
    return not file.code[reference.index].directive and file.at(reference.end + 1) in ("&", "*")
