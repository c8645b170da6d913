"""own_atomics: atomic operations on floating-point values that the program brings, and HIP has already.

    __device__ float atomicMax(float *p, float v) { ... }  -->  __device__ float program_atomicMax(float *p, float v)
    atomicMax(p, 1.0f)                                     -->  program_atomicMax(p, 1.0f)

CUDA has the minimum and the maximum of integers alone, so programs overload them. HIP declares them for `float` and
`double` too: a second definition.

Legal where the function stands at global scope and clang says of each renamed use that it means this function. What a
template leaves open keeps the name, and finds HIP's.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.lexer import NAME
from retarget.text import Edit
from retarget.translate.file import File, Finding
from retarget.unit import Unit

_NAMES = ("atomicMin", "atomicMax")


def own_atomics(file: File) -> Iterator[Finding]:
    colliding = file.unit.once(_colliding)
    for index in file.named(*colliding):
        token, before = file.code[index], file.code[index - 1]
        is_declared = before.kind == NAME and before.text not in ("return", "else", "do")
        is_other = is_declared and not _is_declared(file.source.text, token.start, token.text)
        if (file.source.path, token.start) in file.unit.own and not is_other and before.text not in ("::", ".", "->"):
            yield Edit(file.span(index), f"program_{token.text}", "own_atomics")


def _colliding(unit: Unit) -> tuple[str, ...]:
    """The names of the program's functions that HIP declares too."""
    texts = {s.path: s.text for s in unit.sources}
    return tuple(n for n in _NAMES if any(_is_declared(texts.get(p, ""), at, n) for p, at in unit.own))


def _is_declared(text: str, offset: int, name: str) -> bool:
    """Whether `float name(float *` or the like stands at a place, at global scope."""
    if not text.startswith(f"{name}(", offset) and not text.startswith(f"{name} (", offset):
        return False
    before = text[:offset].split()[-1:]
    first = text[text.find("(", offset) + 1 :].lstrip().removeprefix("volatile").lstrip()
    is_global = text.count("{", 0, offset) == text.count("}", 0, offset)
    return before in (["float"], ["double"], ["void"]) and is_global and first.startswith(("float", "double"))
