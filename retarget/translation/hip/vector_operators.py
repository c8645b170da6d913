"""vector_operators: the program's own operators on CUDA's vector types, which HIP's types have already.

    float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }

    -->  #ifndef __clang__  // HIP's vector types have these
         float3 operator+(float3 a, float3 b) { ... }
         #endif

    float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

    -->  RETARGET_OWN_OPERATOR float2 operator*(float2 a, float2 b) { ... }

CUDA's vector types are plain structures, so programs bring the operators. HIP's are classes with operators of their
own (for all of clang's compilations): a call finds both, and is ambiguous. HIP 5's complex numbers bring those with a
scalar too.

Legal where the function computes component by component, each of its type's components once, with the operator that
it is named for, as HIP's does: HIP's serves for it. Others, and what is declared apart, get an attribute that makes
clang prefer them to what is equal otherwise; legal always, since in CUDA there is no other. So do templates that change
a vector by an operand of any type, operators on another name of a vector, which may be a class of the user's
elsewhere, those of a complex number and a scalar, and those beside a template that takes one vector and any type: of
two vectors it would compete with HIP's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from retarget.analysis.by_component import VECTOR, is_by_component
from retarget.source.brackets import closing_angle
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.operator_macros import PREFERRED, operators_in_macros
from retarget.translation.rule import rule
from retarget.unit import Unit

_BINARY = frozenset("+ - * / % & | ^ << >> == !=".split())
_UNARY = frozenset("- ~ ++ --".split())
_DECLARED = re.compile(r"\boperator\s*([^\s\w(]+)\s*\(\s*(?:const\s+)?(\w+)[^()]*\)\s*(?:noexcept\s*)?;")
_TEMPLATE = re.compile(r"\btemplate\s*<[^<>]*>[^;{}()]*\boperator\s*([^\s\w(]+)\s*\(([^()]*)\)")
_TYPE = re.compile(r"\b(?!const\b)\w+")
_ALIAS = re.compile(r"\btypedef\s+(\w+)\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*(\w+)\s*;")
_COMPLEX = re.compile(r"(?:cu|hip)(?:Float|Double)?Complex")
_BEHIND = frozenset({"noexcept"})
_NOT_THESE = frozenset({"template", "friend", "using", "extern", "return", PREFERRED})
_GUARD, _END = "#ifndef __clang__  // HIP's vector types have these\n", "#endif\n"


class _Operator(Struct, frozen=True):
    """A function: its tokens `[first, last]`, the operator, the type of its operands; is_plain: of all of them, by
    CUDA's name."""

    first: int
    last: int
    symbol: str
    vector: str
    is_plain: bool


@rule("vector-operator")
def vector_operators(file: File) -> Iterator[Finding]:
    yield from operators_in_macros(file) if "operator" in file.words else ()
    same: list[_Operator] = []
    for index in file.named("operator"):
        if (at := _changing_template(file, index)) is not None and not file.skipped(file.code[index].start):
            yield Edit(file.span(at), f"{PREFERRED} {file.at(at)}", "vector-operator")
            yield Need("operators", file.span(at))
        found = _operator(file, index)
        if found is None or file.skipped(file.code[index].start):
            continue
        kind = (found.symbol, found.vector)
        is_declared = kind in file.unit.once(_declared) or kind in file.unit.once(_open)
        words = [file.at(i) for i in range(index, found.last + 1)]
        if found.is_plain and not is_declared and is_by_component(words):
            same.append(found)
        else:
            yield Edit(file.span(found.first), f"{PREFERRED} {file.at(found.first)}", "vector-operator")
            yield Need("operators", file.span(found.first))
    for first, last in _adjacent(file, same):
        yield from _guarded(file, first, last)


def _declared(unit: Unit) -> frozenset[tuple[str, str]]:
    """The operators, by the type of their first operand, that the unit's files declare apart from their definition."""
    texts = (s.text for s in unit.sources if "operator" in s.text)
    return frozenset((m[1], m[2]) for text in texts for m in _DECLARED.finditer(text))


def _open(unit: Unit) -> frozenset[tuple[str, str]]:
    """The operators of which the unit's files have a template that takes such a vector, and any type beside it."""
    texts = (s.text for s in unit.sources if "operator" in s.text and "template" in s.text)
    found = set()
    for symbol, listed in (m.groups() for text in texts for m in _TEMPLATE.finditer(text)):
        words = [w for parameter in listed.split(",") if (w := _TYPE.search(parameter))]
        vectors = [w[0] for w in words if VECTOR.fullmatch(w[0])]
        if len(words) == 2 and len(vectors) == 1:
            found.add((symbol, vectors[0]))
    return frozenset(found)


def _operator(file: File, index: int) -> _Operator | None:
    """An operator, defined or declared, of one vector type, or of a complex number and a scalar."""
    opening = next((i for i in range(index + 1, index + 4) if file.at(i) == "("), None)
    if opening is None or file.code[index].directive:
        return None
    symbol = "".join(file.at(i) for i in range(index + 1, opening))
    is_compound = len(symbol) > 1 and symbol.endswith("=") and symbol not in ("==", "!=")
    plain = symbol.removesuffix("=") if is_compound else symbol
    parameters = file.arguments(opening)
    closing = file.closing(opening)
    if not parameters or closing is None:
        return None
    body = next((i for i in range(closing + 1, closing + 6) if file.at(i) in ("{", ";")), 0)
    last = body if file.at(body) == ";" else file.closing(body) if body else None
    if last is None or any(file.at(i) not in _BEHIND for i in range(closing + 1, body)):
        return None
    if plain not in (_UNARY if len(parameters) == 1 and not is_compound else _BINARY):
        return None
    vectors = {_vector(file, *p) for p in parameters}
    first = _beginning(file, index)
    is_mixed = "" in vectors and len(vectors) == 2 and not is_compound
    vector = max(vectors)
    others = file.unit.once(_other_names)
    if len(vectors) - is_mixed != 1 or not vector or len(parameters) > 2 or file.at(first) in _NOT_THESE:
        return None
    if is_mixed and not _COMPLEX.fullmatch(others.get(vector, vector)):
        return None
    return _Operator(first, last, symbol, vector, not is_mixed and vector not in others)


def _changing_template(file: File, index: int) -> int | None:
    """Where the declaration of an operator such as `*=` begins, behind `template <...>`: HIP's are templates within the
    vector's class, and neither is more special."""
    opening = next((i for i in range(index + 1, index + 5) if file.at(i) == "("), None)
    if opening is None or file.code[index].directive or file.at(opening - 1)[-1] != "=":
        return None
    symbol = "".join(file.at(i) for i in range(index + 1, opening))
    first, parameters = _beginning(file, index), file.arguments(opening) or []
    if file.at(first) != "template" or symbol.removesuffix("=") not in _BINARY or len(parameters) != 2:
        return None
    last = closing_angle(file.code, first + 1) if file.at(first + 1) == "<" else None
    at = index if last is None else last + 1
    is_last = file.at(at) not in ("requires", "template", PREFERRED)
    return at if at < index and is_last and _vector(file, *parameters[0]) else None


def _vector(file: File, first: int, last: int) -> str:
    """A parameter's vector type; empty where it is none."""
    words = [file.at(i) for i in range(first, last + 1) if file.at(i) not in ("const", "&", "__restrict__")]
    is_one = len(words) in (1, 2) and (VECTOR.fullmatch(words[0]) or words[0] in file.unit.once(_other_names))
    return words[0] if is_one else ""


def _other_names(unit: Unit) -> dict[str, str]:
    """The names that the unit's files give to CUDA's vectors and complex numbers."""
    texts = (s.text for s in unit.sources if "typedef" in s.text or "using" in s.text)
    given = [(m[2] or m[3], m[1] or m[4]) for text in texts for m in _ALIAS.finditer(text)]
    found: dict[str, str] = {}
    for _ in range(3):  # names of names
        found |= {new: found.get(old, old) for new, old in given if VECTOR.fullmatch(old) or old in found}
    return found


def _beginning(file: File, index: int) -> int:
    """The first token of the declaration that a token stands in."""
    at = index
    while at > 0 and file.at(at - 1) not in (";", "{", "}", ":") and not file.code[at - 1].directive:
        at -= 1
    return at


def _adjacent(file: File, listed: list[_Operator]) -> Iterator[tuple[int, int]]:
    """First and last token of definitions that follow each other."""
    at = 0
    while at < len(listed):
        end = at
        while end + 1 < len(listed) and listed[end + 1].first == listed[end].last + 1:
            end += 1
        yield listed[at].first, listed[end].last
        at = end + 1


def _guarded(file: File, first: int, last: int) -> Iterator[Edit]:
    text, token = file.source.text, file.code[first]
    end = file.code[last].end
    line = text.rfind("\n", 0, token.start) + 1
    apart = "\n" if text[line : token.start].strip() else ""
    # in place of the first word: includes are inserted in front of it
    yield Edit(file.span(first), f"{apart}{_GUARD}{token.text}", "vector-operator")
    behind = text.find("\n", end)
    rest = text[end : behind if behind >= 0 else len(text)].strip()
    if behind >= 0 and (not rest or rest.startswith("//")):
        yield Edit(file.source.span(behind + 1, behind + 1), _END, "vector-operator")
    else:
        yield Edit(file.source.span(end, end), f"\n{_END}", "vector-operator")
