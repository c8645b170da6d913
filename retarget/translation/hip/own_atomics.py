"""own_atomics: atomic operations that the program brings for types that CUDA lacks, and HIP has already.

    __device__ float atomicMax(float *p, float v) { ... }  -->  __device__ float program_atomicMax(float *p, float v)
    atomicMax(p, 1.0f)                                     -->  program_atomicMax(p, 1.0f)

CUDA has the minimum and the maximum of integers alone, the difference of those of 32 bits, and nothing for `unsigned
long`, so programs overload them. HIP declares more (`_HIPS`, of version 5.2 and later): a second definition.

A function that is defined for the device's pass alone is declared ahead of that conditional: clang asks for it in both.

Legal where the function stands at global scope and clang says of each renamed use that it means a function of the
program's. What a template leaves open keeps the name, and finds HIP's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from retarget.source.brackets import BRACES, turn
from retarget.source.conditionals import conditionals
from retarget.source.lexer import NAME, code
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule
from retarget.unit import Unit

_FLOATING, _LONG, _LONG_LONG = frozenset({"float", "double"}), "long", "long long"
_NAMES_OF_LONG = frozenset({"size_t", "uint64_t", "uintptr_t"})
# The types of which HIP has an operation, and CUDA none; of `long` and `long long`, the unsigned ones.
_HIPS = {name: frozenset({_LONG}) for name in ("atomicAdd", "atomicAnd", "atomicOr", "atomicXor")} | {
    "atomicMin": _FLOATING | {_LONG},
    "atomicMax": _FLOATING | {_LONG},
    "atomicSub": _FLOATING | {_LONG, _LONG_LONG},
    "atomicExch": frozenset({"double", _LONG}),
    "atomicCAS": _FLOATING | {_LONG},
}
_RESULTS = frozenset({"float", "double", "void", "int", "long", "unsigned", *_NAMES_OF_LONG})
_LONGEST = 100  # bytes in which the last word of a result's type stands


@rule("own-atomics")
def own_atomics(file: File) -> Iterator[Finding]:
    colliding = file.unit.once(_colliding)
    declared: defaultdict[int, str] = defaultdict(str)
    for index in file.named(*colliding):
        token, before = file.code[index], file.code[index - 1]
        is_declared = before.kind == NAME and before.text not in ("return", "else", "do")
        is_other = is_declared and not _is_declared(file.source.text, token.start, token.text)
        if (file.source.path, token.start) in file.unit.own and not is_other and before.text not in ("::", ".", "->"):
            yield Edit(file.span(index), f"program_{token.text}", "own-atomics")
            if is_declared and (at := _conditional(file, token.start)) is not None:
                declared[at] += _prototype(file, index)
    for at, text in declared.items():
        yield Edit(file.source.span(at, at), text, "own-atomics")


def _conditional(file: File, offset: int) -> int | None:
    """Where the outermost conditional begins that asks for the device's pass, and holds a place."""
    for outer in conditionals(file.source.text):
        for inner in outer.all():
            if "__CUDA_ARCH__" in inner.names and inner.branches[0].start <= offset < inner.branches[-1].end:
                return inner.branches[0].start
    return None


def _prototype(file: File, index: int) -> str:
    """The declaration of the function that is defined at a token, as lines of their own; empty of what is none."""
    first, last = index, index
    while first > 0 and not file.code[first - 1].directive and file.at(first - 1) not in (";", "{", "}"):
        first -= 1
    while file.at(last) not in ("{", ";", ""):
        last += 1
    if file.at(last) != "{":
        return ""
    head = file.source.text[file.code[first].start : file.code[index].start]
    tail = file.source.text[file.code[index].end : file.code[last - 1].end]
    return " ".join(f"{head}program_{file.at(index)}{tail};".split()) + "\n"


def _colliding(unit: Unit) -> tuple[str, ...]:
    """The names of the program's functions that HIP declares too."""
    texts = {s.path: s.text for s in unit.sources}
    places = [(texts[p], at) for p, at in unit.own if p in texts and texts[p].startswith("atomic", at)]
    return tuple(n for n in _HIPS if any(_collides(text, at, n) for text, at in places))


def _collides(text: str, offset: int, name: str) -> bool:
    return _is_declared(text, offset, name) and _type(text[text.find("(", offset) + 1 :]) in _HIPS[name]


def _type(parameters: str) -> str:
    """What the first of the parameters points to, by its one name here."""
    words = parameters.partition("*")[0].replace("std::", "").split()
    words = [w for w in words if w not in ("const", "volatile")]
    if words.count("unsigned") == 1 and set(words) <= {"unsigned", "long", "int"}:
        return " ".join(["long"] * words.count("long"))
    return _LONG if len(words) == 1 and words[0] in _NAMES_OF_LONG else " ".join(words)


def _is_declared(text: str, offset: int, name: str) -> bool:
    """Whether `float name(` or the like stands at a place, at global scope."""
    if not text.startswith(f"{name}(", offset) and not text.startswith(f"{name} (", offset):
        return False
    result = text[max(0, offset - _LONGEST) : offset].split()[-1:]
    return bool(result) and result[0].removeprefix("std::") in _RESULTS and is_global(text, offset)


def is_global(text: str, offset: int) -> bool:
    """Whether no brace is open at a place; those of comments and literals are none."""
    return sum(turn(t.text, BRACES) for t in code(text) if t.start < offset and not t.directive) == 0
