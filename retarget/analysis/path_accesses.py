"""An access of a device function to memory by a path that is not followed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from retarget.analysis.lane_values import STEPS, STORING
from retarget.analysis.shared_accesses import Position, SharedAccess, WalkedFunction, normal, reached
from retarget.analysis.shared_arrays import Array
from retarget.analysis.statements import Statement, closing, commas
from retarget.analysis.unknown_paths import MEMBERS, Path
from retarget.source import brackets
from retarget.source.lexer import NAME, Token


def path_access(function: WalkedFunction, statement: Statement, place: Position, at: int) -> SharedAccess | None:
    """By a path that is not followed: `p[x]`, `c.at[x]`, `*p`, `c.get(x)`, `f(c, x)`. Of a call, arguments are
    indices. None where it takes no element, or a library does."""
    code, path = function.code, function.paths.unknown[function.code[at].text]
    start, end, parts, callee = chain(function, at)
    if end + 1 >= len(code):
        return None
    behind = takewhile(lambda t: t.text not in ("[", "("), code[at + 1 : end + 1])
    member = "".join(t.text.replace("->", ".") for t in behind)
    is_handed_on = False
    is_element = bool(parts) or any(t.text == "->" for t in code[at : end + 1])
    if not is_element and code[at - 1].text in ("(", ",") and code[end + 1].text in (",", ")"):
        start, end, parts, callee = _call_around(function, at)
        is_handed_on = True
    elif not is_element and (path.is_object or (end == at and not path.is_reference)):
        return None
    if path.is_reference and len(path.given) == 1:
        parts = [*chain(function, path.given[0][0])[2], *parts]
    if callee in function.barriers or (is_handed_on and "swap" in callee.lower()):
        return None  # it orders what it does itself, or changes pointers alone
    after = code[end + 1].text
    writes = after in STORING or code[start - 1].text in STEPS
    reads = not writes or after != "="
    if callee and not writes:
        stores = _callee_stores(function, path, code[at].text, callee)
        if stores is None:
            return None
        is_dropped = start == statement.first and after == ";"
        reads, writes = not (is_dropped and stores), stores
    access = unknown_access(function, statement, place, at, (start, end), parts, (reads, writes), path.reached)
    return replace(access, member=member, is_handed_on=is_handed_on)


def unknown_access(
    function: WalkedFunction,
    statement: Statement,
    place: Position,
    name: int,
    ends: tuple[int, int],
    parts: Sequence[tuple[int, int]],
    does: tuple[bool, bool],
    led: frozenset[str],
) -> SharedAccess:
    """By a path, or a computed address. name: the token that it is called by; does: whether it reads, and writes; led:
    the arrays that it may be of."""
    code = function.code
    return SharedAccess(
        Array(code[name].text, -1, False, True),
        tuple(normal(function, code[a:b]) for a, b in parts),
        statement,
        place,
        *ends,
        *does,
        varies=not function.varying.isdisjoint(t.text for t in code[ends[0] : ends[1] + 1]),
        parts=tuple((part,) for part in parts),
        reached=led,
        is_unknown=True,
    )


def _callee_stores(function: WalkedFunction, path: Path, name: str, callee: str) -> bool | None:
    """Whether a call stores; None where it is a library's, which waits by itself."""
    if callee == name and path.stores is not None:
        return path.stores
    storing = function.storing()
    return storing.get(callee, storing.get("operator") if callee == name else None)


def chain(function: WalkedFunction, at: int) -> tuple[int, int, list[tuple[int, int]], str]:
    """The first and the last token of what follows a name, its indices, and what it calls last."""
    code = function.code
    start, end, parts, callee = at, at, [], ""
    if code[at + 1].text not in ("[", "(", ".", "->") and (found := reached(code, at)):
        start, end = found
        parts.append((at + 1, end if start < at - 1 else end + 1))
        if [t.text for t in (code[start - 1], *code[end + 1 : end + 3])] == ["(", ")", "["]:
            start, end = start - 1, end + 1
    while end + 2 < len(code):
        if code[end + 1].text == "[":
            stop, callee = closing(code, end + 1), ""
            parts.append((end + 2, stop))
        elif code[end + 1].text == "(":
            stop, callee = closing(code, end + 1), code[end].text
            parts += _index_arguments(function, end + 2, stop - 1)
        elif code[end + 1].text in MEMBERS and code[end + 2].kind == NAME:
            stop, callee = end + 2, ""
        else:
            break
        end = stop
    return start, end, parts, callee


def _index_arguments(function: WalkedFunction, first: int, last: int) -> list[tuple[int, int]]:
    """Of a call's arguments, those that may be an index: no elements, no addresses, and no results of calls."""
    listed = ((a, b + 1) for a, b in commas(function.code, first, last))
    return [(a, b) for a, b in listed if not any(_is_value(function, t) for t in function.code[a:b])]


def _is_value(function: WalkedFunction, token: Token) -> bool:
    return token.text in ("[", "->", "{") or token.text in function.paths.unknown or token.text in function.arrays


def _call_around(function: WalkedFunction, at: int) -> tuple[int, int, list[tuple[int, int]], str]:
    """The call that an argument is of."""
    code = function.code
    opened = next(brackets.enclosing(code, at, brackets.PAIRS), 0)
    stop = closing(code, opened)
    parts = _index_arguments(function, opened + 1, stop - 1)
    name = brackets.before_arguments(code, opened - 1)
    return name, stop, parts, code[name].text
