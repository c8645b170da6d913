"""The shared arrays of a device function by the names that they have in it: the arrays themselves, and pointers and
references to them, to their rows and to their elements.

    __shared__ float s[8][32];
    float* row = s[y];          row[x] is s[y][x]
    float (&same)[32] = s[y];   so is same[x]
    float* p = &s[y][1];        p[x] is s[y][1 + x]
    float& own = s[y][x];       own is s[y][x]
    S* p = &t;                  p->v[x] is t.v[x]
    float* p = t.v[y];          p[x] is t.v[y][x]
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from retarget.analysis.lane_values import stripped
from retarget.analysis.statements import DeviceFunction, closing
from retarget.source.lexer import NAME, Token

_QUALIFIERS = frozenset({"const", "volatile", "restrict", "__restrict__", "__restrict"})
_DECLARING = frozenset({"*", "&", "&&", "auto", *_QUALIFIERS})  # in front of a pointer
_POINTING = frozenset({"*", "&", "&&"})
_ENDS = frozenset({";", ","})

Part = tuple[tuple[int, int], ...]  # the tokens of the addends of one index, the last of each excluded


@dataclass(frozen=True)
class Array:
    """A shared array, or a pointer parameter that may be given one. `declared` is the index of its name, or -1.

    Of a pointer or a reference into it, by which it is named: `offset`, whether that begins elsewhere than the array,
    and `moves`, the tokens behind which it points elsewhere; where it never moves, `before`, the indices that it
    stands for, and `plus`, what it adds to the next one, and `member`, of which structure's member it is. `rank`: how
    many indices lead to an element; 0 is unknown."""

    name: str
    declared: int
    is_volatile: bool
    is_parameter: bool
    offset: str = field(default="", compare=False)
    moves: tuple[int, ...] = field(default=(), compare=False)
    before: tuple[Part, ...] = field(default=(), compare=False)
    plus: Part = field(default=(), compare=False)
    rank: int = field(default=0, compare=False)
    is_element: bool = field(default=False, compare=False)
    member: str = field(default="", compare=False)  # `.v` of `s.v`
    named: int = field(default=-1, compare=False)  # where a pointer is declared
    is_union: bool = field(default=False, compare=False)


class _Value(NamedTuple):
    """What a pointer is set to: an array, indices and members of it, an addend behind them, and whether `&` is in front
    of it."""

    base: str
    parts: tuple[Part, ...]
    plus: Part
    is_address: bool
    member: str = ""


def arrays(code: Sequence[Token], function: DeviceFunction, outside: Mapping[str, Array]) -> dict[str, Array]:
    """Shared arrays by the names that they have in a function, those of its pointers to them too."""
    found = dict(outside)
    found |= {p.name: Array(p.name, -1, p.is_volatile, True, rank=p.rank) for p in function.parameters if p.is_pointer}
    found |= declared(code, function.body.first, function.body.last)
    for at, first, kind in _set(code, function.body.first, function.body.last, found):
        name, value = code[at].text, _value(code, first, found)
        is_volatile = any(t.text == "volatile" for t in code[max(at - 4, 0) : at])
        if value is None:
            if is_volatile and kind != "":
                found |= _of_unknown(code, at, first)
            continue
        array = found[value.base]
        pointer = _pointer(array, value, kind, at, name, is_volatile or array.is_volatile)
        is_moved = bool(pointer and pointer.offset == name)
        if pointer and (not is_moved or pointer.is_volatile or not array.is_parameter or array.rank > 1):
            found[name] = pointer
    return {
        n: a if a.is_element else dataclasses.replace(a, moves=_moves(code, function, n, a.named))
        for n, a in found.items()
    }


def _pointer(array: Array, value: _Value, kind: str, at: int, name: str, is_volatile: bool) -> Array | None:
    """What a pointer or a reference stands for, of its kind `*` or `&`, or as its value says where it has none. How
    many indices a structure's member takes is unknown."""
    is_reference = kind in ("&", "&&")
    left = array.rank - len(value.parts) if array.rank and not value.member else 0  # to an element
    if value.member:
        is_element = False
    elif array.is_element and not value.parts:  # a structure
        is_element = True
        if not (value.is_address or is_reference):
            return None  # a value, not a place
    else:
        is_element = bool(not value.is_address and value.parts and (not array.rank or left <= 0))
        if is_element and not is_reference:
            return None
    parts, plus = value.parts, value.plus
    before_plus = array.plus
    if value.is_address and parts:  # `&s[y][x]` is `s[y] + x`
        parts, plus = parts[:-1], parts[-1] + plus
        left += not value.member
    if before_plus and parts:
        parts, before_plus = (before_plus + parts[0], *parts[1:]), ()
    return dataclasses.replace(
        array,
        is_volatile=is_volatile,
        offset=name if value.parts or value.plus else array.offset,
        before=(*array.before, *parts),
        plus=before_plus + plus,
        rank=max(left, 0),
        is_element=is_element,
        member=array.member + value.member,
        named=at,
    )


def _set(code: Sequence[Token], first: int, last: int, known: Mapping[str, Array]) -> Iterator[tuple[int, int, str]]:
    """Of each pointer or reference that is declared with a value, or set for the first time: its name, the first token
    of the value, and `*` or `&` in front of its name."""
    seen: set[str] = set()
    for i in range(first + 1, last):
        text = code[i].text
        if text not in ("=", "{", "("):
            continue
        at = _declarator(code, i)
        if at is None:
            continue
        kind = _kind(code, at)
        is_first = text == "=" and at == i - 1 and not kind and code[at].text not in (known.keys() | seen)
        if is_first and code[at - 1].text in (";", "{", "}", ")", "else"):
            seen.add(code[at].text)
            yield at, i + 1, ""
        elif kind and (text == "=" or _begins(code, at)):
            yield at, i + 1, kind


def _declarator(code: Sequence[Token], i: int) -> int | None:
    """The name that `p =`, `(*p)[32] =` or `(&p)[8][32] =` declares."""
    at = i - 1
    while code[at].text == "]":
        depth = 0
        while at > 0:
            depth += (code[at].text == "]") - (code[at].text == "[")
            at -= 1
            if not depth:
                break
    if at != i - 1:
        return (
            at - 1 if code[at].text == ")" and code[at - 1].kind == NAME and code[at - 2].text in _DECLARING else None
        )
    return at if code[at].kind == NAME else None


def _kind(code: Sequence[Token], at: int) -> str:
    """What stands in front of a name that is declared, `*` or `&`; of `auto p`, `*`."""
    if code[at - 1].text not in _DECLARING:
        return ""
    i = at - 1
    while code[i].text in _QUALIFIERS:
        i -= 1
    return code[i].text if code[i].text in _POINTING else "*" if code[i].text == "auto" else ""


def _begins(code: Sequence[Token], at: int) -> bool:
    """Whether a name with a bracket behind it is declared: `float* p{s}` begins a statement."""
    i = at - 1
    while code[i].text in _DECLARING | {"::"} or code[i].kind == NAME:
        i -= 1
    return code[i].text in (";", "{", "}") and at - i > 2


def _value(code: Sequence[Token], at: int, known: Mapping[str, Array]) -> _Value | None:
    """What a value says of the array that it points into: `s`, `s + 16`, `&s[t]`, a row `s[t]`, each with casts in
    front."""
    end = value_end(code, at)
    value = _without_cast(code[at:end])
    is_address = bool(value) and value[0].text == "&"
    is_reached = bool(value) and value[0].text == "*"
    value = value[1:] if is_address else _without_cast(value[1:]) if is_reached else value
    if not value or value[0].text not in known:
        return None
    array = known[value[0].text]
    i = next(n for n in range(at, end) if code[n] is value[0]) + 1
    last, parts, member = i + len(value) - 1, [], ""
    if is_reached or (i < last and code[i].text == "->" and not array.is_element):
        parts.append(((i, i),))  # `*p` is `p[0]`
    while i < last:
        if code[i].text == "[":
            stop = closing(code, i)
            parts.append(((i + 1, stop),))
            i = stop + 1
        elif code[i].text in (".", "->") and code[i + 1].kind == NAME and (parts or array.is_element):
            member, i = f"{member}.{code[i + 1].text}", i + 2
        else:
            break
    is_sum = i >= last or code[i].text in ("+", "-")
    is_pointer = bool(member) and _holds_pointers(code, member.rpartition(".")[2])
    if not is_sum or is_pointer or (is_address and not parts and not array.is_element):
        return None
    return _Value(value[0].text, tuple(parts), ((i, last),) if i < last else (), is_address, member)


def _holds_pointers(code: Sequence[Token], member: str) -> bool:
    """Whether a member of that name is declared with a star: what it holds points elsewhere."""
    return any(
        code[i].text == member and code[i - 1].text == "*" and code[i + 1].text in ("[", ";", ",")
        for i in range(1, len(code) - 1)
    )


def _without_cast(tokens: Sequence[Token]) -> Sequence[Token]:
    value = stripped(tokens)
    if value and value[0].text.endswith("_cast") and value[-1].text == ")":
        opened = next((n for n, t in enumerate(value) if t.text == "("), None)
        if opened is not None and closing(value, opened) == len(value) - 1:
            return stripped(value[opened + 1 : -1])
    return value


def value_end(code: Sequence[Token], at: int) -> int:
    """Where a value ends: before `;`, a comma, or a bracket that opened in front of it."""
    while at < len(code) and code[at].text not in _ENDS and code[at].text not in (")", "}"):
        at = closing(code, at) + 1 if code[at].text in ("(", "[", "{") else at + 1
    return at


def _of_unknown(code: Sequence[Token], at: int, first: int) -> dict[str, Array]:
    """A volatile pointer to what nothing is known of, such as an object that gives dynamic shared memory, and the
    pointer that it is initialised with: who reads this as volatile may count on lanes running in step."""
    value = stripped(code[first : value_end(code, first)])
    names = {code[at].text, *(v.text for v in value if len(value) == 1 and v.kind == NAME)}
    return {name: Array(code[at].text, at, name == code[at].text, False) for name in names}


def _moves(code: Sequence[Token], function: DeviceFunction, name: str, named: int) -> tuple[int, ...]:
    return tuple(
        i
        for i in range(function.body.first, function.body.last)
        if code[i].text == name
        and i != named
        and (code[i + 1].text in ("++", "--") or code[i - 1].text in ("++", "--") or _is_changed(code, i))
    )


def _is_changed(code: Sequence[Token], at: int) -> bool:
    return code[at + 1].text in ("=", "+=", "-=") and code[at - 1].text not in _DECLARING


def declared(code: Sequence[Token], first: int, last: int) -> dict[str, Array]:
    """The arrays that `__shared__` declares among some tokens."""
    found = {}
    unions: set[str] | None = None
    for i in range(first, min(last, len(code))):
        if code[i].text != "__shared__":
            continue
        end = i
        is_volatile = any(t.text == "volatile" for t in code[max(i - 3, 0) : i])
        if unions is None:
            unions = {b.text for a, b in pairwise(code) if a.text == "union" and b.kind == NAME}
        is_union = any(t.text == "union" or t.text in unions for t in code[i : i + 4])
        while end + 1 < len(code) and code[end].text != ";":
            is_volatile |= code[end].text == "volatile"
            if code[end].kind == NAME and code[end + 1].text in ("[", ";", ","):
                rank = indices(code, end + 1)[0]
                found[code[end].text] = Array(
                    code[end].text, end, is_volatile, False, rank=rank, is_element=not rank, is_union=is_union
                )
            end = closing(code, end) + 1 if code[end].text in ("[", "(", "{") else end + 1
    return found


def indices(code: Sequence[Token], at: int) -> tuple[int, int]:
    """How many pairs of brackets follow one another, and the token behind them."""
    count = 0
    while at < len(code) and code[at].text == "[":
        count, at = count + 1, closing(code, at) + 1
    return count, at
