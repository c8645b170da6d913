"""overloads: a function that HIP has, called on types for which it has none.

    atomicAdd(&sums[i], half2)  -->  atomicAdd(&sums[i], half2)   and the support header `half` at the head

Legal always: the header adds templates, so that a function of HIP's, and one of the program's, is preferred. In a
template, whose types are not known, it is needed where the unit names one of those types.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from retarget.source.lexer import NAME
from retarget.translation.file import File, Finding, Need, users_code
from retarget.translation.rule import calls_of, rule
from retarget.unit import Call, Unit

_LOGIC = frozenset({"atomicAnd", "atomicOr", "atomicXor", "atomicMax", "atomicMin"})
_LOGIC_SYSTEM = frozenset(f"{name}_system" for name in _LOGIC)


class _Missing(Struct, frozen=True):
    """Functions that one HIP version or another lacks for a type; type: the pointee of the argument `at`. word: what
    a unit names that has such values; empty: dependent types are none."""

    functions: frozenset[str]
    at: int
    type: str
    part: str
    word: str = ""


_MISSING = (
    _Missing(frozenset({"atomicAdd"}), 0, "__half", "half", "__half half"),
    _Missing(frozenset({"atomicAdd"}), 0, "__half2", "half", "__half2 half2"),
    _Missing(frozenset({"atomicAdd"}), 0, "float2", "atomics", "float2"),
    _Missing(frozenset({"atomicAdd"}), 0, "float4", "atomics", "float4"),
    _Missing(_LOGIC | _LOGIC_SYSTEM, 0, "long long", "atomics", "long int64_t longlong2"),
    _Missing(frozenset({"atomicCAS"}), 0, "unsigned short", "atomics", "short uint16_t ushort"),
    _Missing(frozenset({"sincos", "sincospi"}), 1, "float", "device_math", "float"),
    _Missing(frozenset({"__ldg"}), 0, "ushort4", "cached_access", "ushort4"),
)
FUNCTIONS = frozenset(name for row in _MISSING for name in row.functions)


@rule("overloads", asks=calls_of(FUNCTIONS))
def overloads(file: File) -> Iterator[Finding]:
    for call in file.unit.calls:
        if call.span.path == file.source.path:
            yield from (Need(part, call.span) for part in _needed(file, call))


def _needed(file: File, call: Call) -> Iterator[str]:
    for row in _MISSING:
        if call.name not in row.functions or row.at >= len(call.argument_types):
            continue
        given = _plain(call.argument_types[row.at])
        if given == row.type or (_is_dependent(given) and not file.unit.once(_words).isdisjoint(row.word.split())):
            yield row.part


def _plain(kind: str) -> str:
    """The pointee of a pointer or an array, without its qualifiers."""
    words = kind.split("[", maxsplit=1)[0].replace("*", " ").replace("&", " ").split()
    return " ".join(w for w in words if w not in ("const", "volatile", "__restrict", "struct"))


def _is_dependent(kind: str) -> bool:
    return "dependent" in kind or "type-parameter" in kind or not kind


def _words(unit: Unit) -> frozenset[str]:
    return frozenset(t.text for s in unit.sources for t in users_code(s.text) if t.kind == NAME)
