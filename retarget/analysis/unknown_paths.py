"""Names by which a device function may reach shared memory in ways that are not followed, and what each may reach.

    float* p = b ? s : r;              p[x] may be of s or of r
    Row c{s[y], 4}; c.at = s[y];       c.at[x], c(x), c.get(x) may be of s
    auto at = [&](int i) -> float& { return s[y][i]; };    so may at(x)
    row[x], this->row[x], t.row[x]     what a class keeps, or a caller hands in

A number is no path. What a kernel is given lies in global memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from retarget.analysis.lane_values import STEPS, STORING
from retarget.analysis.local_names import NO_TYPES, Local, local_names
from retarget.analysis.shared_arrays import Array, indices, value_end
from retarget.analysis.statements import DeviceFunction, closing
from retarget.source import brackets
from retarget.source.lexer import NAME, Token

MEMBERS = (".", "->")


class Path(Struct, frozen=True):
    """reached: the arrays, parameters and objects that a name may lead to. is_object: it is a value, whose members are
    its own; is_reference: its name alone is what it leads to. given: tokens of what it is set to.
    stores: of a lambda, whether its body stores; None of all else."""

    reached: frozenset[str]
    is_object: bool = False
    is_reference: bool = False
    given: tuple[tuple[int, int], ...] = ()
    stores: bool | None = None


class Paths(Struct, frozen=True):
    """Of a function. moved: what pointers that are followed may reach, of those that are set again. lambdas: the tokens
    of each. are_sought: False where none can matter, or brackets do not match."""

    unknown: Mapping[str, Path]
    moved: Mapping[str, frozenset[str]]
    lambdas: tuple[tuple[int, int], ...] = ()
    are_sought: bool = True


NO_PATHS = Paths({}, {}, are_sought=False)


class _Set(NamedTuple):
    """A name, or what it leads to, gets what may be an address in a range of tokens."""

    name: str
    first: int
    last: int
    is_whole: bool = True
    is_lambda: bool = False


def paths(
    code: Sequence[Token], function: DeviceFunction, known: Mapping[str, Array], in_global: Collection[str]
) -> Paths:
    """known: the arrays and the pointers into them that are followed; in_global: those that a kernel is given."""
    local = local_names(code, function)
    kept = _kept(code, function, known, local)
    reached = {n: frozenset({a.name}) for n, a in known.items() if n not in in_global}
    reached |= {n: frozenset({n}) for n in kept}
    listed = [s for s in _sets(code, function) if not _is_number(local, s.name) and s.name not in in_global]
    before: dict[str, frozenset[str]] = {}
    while before != reached:
        before = dict(reached)
        for given in listed:
            is_pointer = given.name not in known and (given.name not in local or local[given.name].points)
            handed = _handed(code, given, reached, known, is_pointer and given.is_whole)
            if more := frozenset().union(*handed):
                reached[given.name] = reached.get(given.name, frozenset()) | more
    lost = _lost(code, function, known)
    lambdas = {s.name: s for s in listed if s.is_lambda}
    unknown = {}
    for name, to in reached.items():
        if name not in known or name in lost:
            body = lambdas.get(name)
            is_object = _is_object(code, function, name, local)
            ends = tuple((s.first, s.last) for s in listed if s.name == name)
            is_reference = name in local and local[name].is_reference
            stored = _is_stored(code, body.first, body.last, local) if body else None
            unknown[name] = Path(to, is_object, is_reference, ends, stored)
    moved = {n: r for n, r in reached.items() if n in known and r != {known[n].name}}
    return Paths(unknown, moved, tuple((s.first, s.last) for s in lambdas.values()))


def _is_number(local: Mapping[str, Local], name: str) -> bool:
    return name in local and local[name].is_arithmetic


def _is_object(code: Sequence[Token], function: DeviceFunction, name: str, local: Mapping[str, Local]) -> bool:
    if name in local:
        return not local[name].points
    declared = (i for i in range(function.name + 1, function.body.first) if code[i].text == name)
    return any(code[i - 1].text not in ("&", "&&") for i in declared)


def _kept(
    code: Sequence[Token], function: DeviceFunction, known: Mapping[str, Array], local: Mapping[str, Local]
) -> set[str]:
    """Names that lead to what the function does not declare: members of its class, objects and pointers that are handed
    in, also to its lambdas."""
    objects = set() if function.is_kernel else {p.name for p in function.parameters if not p.is_pointer}
    own = {p.name for p in function.parameters} | {n for n, of in local.items() if not (of.points and of.is_given)}
    found = {n for n in _called(code, function) if n in local and local[n].points and n not in known}
    for i in range(function.body.first, function.body.last):
        name, behind = code[i].text, code[i + 1].text
        if code[i].kind != NAME or behind not in ("[", "(", ".", "->") or name in known or not begins_path(code, i):
            continue
        if name in objects or (name not in own and behind in ("[", "->")):
            found.add(name)
    return found - {"this"}


def _called(code: Sequence[Token], function: DeviceFunction) -> Iterator[str]:
    """The names that are declared with what a call gives that is handed nothing: `T* s = memory<T>();`."""
    for i in range(function.body.first, function.body.last):
        if code[i].text == "=" and code[i - 1].kind == NAME:
            words = [t.text for t in code[i + 1 : value_end(code, i + 1)]]
            if ["(", ")"] in [words[n : n + 2] for n in range(1, len(words))]:
                yield code[i - 1].text


def begins_path(code: Sequence[Token], at: int) -> bool:
    """Whether a name is no member of what stands in front of it; one of `this` is like a name."""
    return code[at - 1].text not in (*MEMBERS, "::") or (code[at - 1].text == "->" and code[at - 2].text == "this")


def _sets(code: Sequence[Token], function: DeviceFunction) -> Iterator[_Set]:
    for i in range(function.body.first + 1, function.body.last):
        text, before = code[i].text, code[i - 1]
        if text == "=" and before.text == "]" and (names := _bound(code, i - 1)):
            yield from (_Set(name, i + 1, value_end(code, i + 1)) for name in names)
        elif text == "=":
            if name := _target(code, i - 1):
                is_whole = (before.text == name and begins_path(code, i - 1)) or code[i + 1].text == "{"
                yield _Set(name, i + 1, value_end(code, i + 1), is_whole, is_lambda=code[i + 1].text == "[")
        elif text not in ("(", "{") or before.kind != NAME or before.text in NO_TYPES:
            continue
        elif text == "(" and "swap" in before.text.lower():
            end = closing(code, i)
            for name in {t.text for t in code[i:end] if t.kind == NAME}:
                yield _Set(name, i + 1, end)
        elif _is_declared(code[i - 2]) or (text == "(" and _is_path(code, i - 1, closing(code, i))):
            yield _Set(before.text, i + 1, closing(code, i))


def _is_declared(before: Token) -> bool:
    """Whether a name with brackets behind it is declared, by what stands in front: `Row c(s)`, not `return c(s)`."""
    return before.text not in NO_TYPES and (before.kind == NAME or before.text in (">", "&"))


def _is_path(code: Sequence[Token], name: int, end: int) -> bool:
    """Whether what a call returns is used as an address: `f(s)[i]`, `f(s) = v`, `*f(s)`."""
    return code[end + 1].text in ("[", "->", *STORING) or code[name - 1].text == "*"


def _bound(code: Sequence[Token], last: int) -> list[str]:
    """The names of `auto [a, b] =`."""
    opened = brackets.opening(code, last, own_directive=False) or 0
    before = next((i for i in range(opened - 1, -1, -1) if code[i].text not in ("&", "&&")), 0)
    return [t.text for t in code[opened:last] if t.kind == NAME] if code[before].text == "auto" else []


def _target(code: Sequence[Token], at: int) -> str:
    """The name that what stands in front of a `=` begins with: `c` of `c.at[2] =`, `row` of `this->row =`."""
    while at > 0:
        if code[at].text in ("]", ")"):
            opened = brackets.opening(code, at, own_directive=False)
            if opened is None:
                return ""
            if code[at].text == ")":  # `(*p)[4] =`
                return code[opened + 2].text if code[opened + 1].text in ("*", "&") else ""
            at = opened - 1
        elif code[at].kind == NAME and not begins_path(code, at):
            at -= 2
        else:
            return code[at].text if code[at].kind == NAME else ""
    return ""


def _handed(
    code: Sequence[Token], given: _Set, reached: Mapping[str, frozenset[str]], known: Mapping[str, Array], points: bool
) -> Iterator[frozenset[str]]:
    """What the names reach whose addresses, or objects, are among some tokens. Elements by all of their indices are
    values; where the name that gets them points, they do so elsewhere."""
    for i in range(given.first, given.last):
        name = code[i].text
        if code[i].kind != NAME or name not in reached or not begins_path(code, i):
            continue
        count = indices(code, i + 1)[0]
        rank = known[name].rank if name in known else 0
        is_element = count >= max(rank, 1) and code[i - 1].text != "&"
        if given.is_lambda or not is_element:
            yield reached[name]
        elif points:
            yield reached[name] - {known[name].name} if rank else reached[name]


def _lost(code: Sequence[Token], function: DeviceFunction, known: Mapping[str, Array]) -> set[str]:
    """Pointers that calls may set: `swap(p, q)`, `next(&p)`."""
    found = set()
    for i in range(function.body.first + 1, function.body.last):
        if code[i + 1].text not in (",", ")") or code[i].text not in known or known[code[i].text].named in (-1, i):
            continue
        opened = next(brackets.enclosing(code, i, brackets.ROUND), None)
        call = code[opened - 1].text.lower() if opened else ""
        is_address = code[i - 1].text == "&" and code[i - 2].text in ("(", ",")
        if "swap" in call or (is_address and call.isidentifier()):
            found.add(code[i].text)
    return found


def stores(code: Sequence[Token], function: DeviceFunction) -> bool:
    """Whether a function stores besides into its own names: `s[i] = v`, `*p = v`, `t.total += v`, `total = v`."""
    own = local_names(code, function).keys() | {p.name for p in function.parameters}
    return _is_stored(code, function.body.first, function.body.last, own)


def _is_stored(code: Sequence[Token], first: int, last: int, own: Collection[str]) -> bool:
    for i in range(first, last):
        if code[i].text not in STORING:
            continue
        before = code[i - 1]
        if before.text in ("]", ")") or (before.kind == NAME and code[i - 2].text in ("*", *MEMBERS)):
            return True
        if before.kind == NAME and before.text not in own:
            return True
        if code[i].text in STEPS and code[i + 1].kind == NAME and code[i + 2].text in ("[", *MEMBERS):
            return True
    return False
