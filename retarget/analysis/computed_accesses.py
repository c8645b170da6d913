"""An access of a device function to shared memory by an address that is computed where it is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.analysis.lane_values import STORING
from retarget.analysis.path_accesses import chain, unknown_access
from retarget.analysis.shared_accesses import Position, SharedAccess, WalkedFunction, reached
from retarget.analysis.shared_arrays import value_end
from retarget.analysis.statements import Statement, closing, commas
from retarget.analysis.unknown_paths import begins_path
from retarget.source.lexer import NAME, NUMBER, Token

_STORING_CALLS = ("atomic", "memcpy", "memset")


def computed_access(function: WalkedFunction, statement: Statement, place: Position, at: int) -> SharedAccess | None:
    """By an address that is computed where it is used: `(b ? s : r)[x]`, `*(s + x)`, `*(int*)&s[x]`; or that is handed
    to a function of a library's that stores there: `atomicAdd(&s[x], v)`, `memcpy(&s[x], ...)`."""
    code, before = function.code, function.code[at - 1]
    stop = closing(code, at)
    if stop + 2 >= len(code):
        return None
    first, last, end = at + 1, stop, stop
    is_stored = before.kind == NAME and any(w in before.text.lower() for w in _STORING_CALLS)
    if is_stored:
        first, last = (commas(code, at + 1, stop - 1) or [(at + 1, at)])[0]
        last += 1
    elif _is_reached(code, at) and code[stop + 1].text == "&":  # `*(int*)&s[x]`
        first, last = stop + 1, value_end(code, stop + 1)
        end = last - 1
    elif not _is_reached(code, at) and not _is_base(code, at, stop):
        return None
    names = [i for i in _outside_of_indices(code, first, last) if _leads(function, i)]
    if not names or any(code[i + 1].text != "[" and reached(code, i) for i in names):
        return None
    led = frozenset().union(*(_reach(function, i) for i in names))
    parts = [pair for i in names for pair in chain(function, i)[2]]
    parts += [(a, b) for a, b in _addends(code, first, last) if not any(a <= i < b for i in names)]
    while code[end + 1].text == "[":
        parts.append((end + 2, closing(code, end + 1)))
        end = closing(code, end + 1)
    writes = is_stored or code[end + 1].text in STORING
    reads = not is_stored and (not writes or code[end + 1].text != "=")
    return unknown_access(function, statement, place, names[0], (at, end), parts, (reads, writes), led)


def _is_reached(code: Sequence[Token], at: int) -> bool:
    """Whether a star that is no product stands in front of a bracket."""
    before = code[at - 2]
    is_operand = before.text in (")", "]") or (before.kind in (NAME, NUMBER) and before.text != "return")
    return code[at - 1].text == "*" and not is_operand


def _is_base(code: Sequence[Token], at: int, stop: int) -> bool:
    """Whether what brackets hold is indexed: `(b ? s : r)[x]`, and no call's result."""
    is_call = code[at - 1].kind == NAME or code[at - 1].text in (">", "]", ")")
    return code[stop + 1].text in ("[", "->") and not is_call


def _outside_of_indices(code: Sequence[Token], first: int, last: int) -> Iterator[int]:
    i = first
    while i < last:
        if code[i].text == "[":
            i = closing(code, i)
        else:
            yield i
        i += 1


def _leads(function: WalkedFunction, at: int) -> bool:
    """Whether a name in an address is of an array, or of a path."""
    code, name = function.code, function.code[at].text
    if code[at].kind != NAME or not begins_path(code, at) or name in function.in_global:
        return False
    return name in function.arrays or name in function.paths.unknown


def _reach(function: WalkedFunction, at: int) -> frozenset[str]:
    name = function.code[at].text
    path = function.paths.unknown.get(name)
    return path.reached if path else frozenset({function.arrays[name].name})


def _addends(code: Sequence[Token], first: int, last: int) -> Iterator[tuple[int, int]]:
    """What is added to an address, in no bracket."""
    start, i = first, first
    while i < last:
        if code[i].text == "+":
            yield start, i
            start = i + 1
        i = closing(code, i) + 1 if code[i].text in ("(", "[", "{") else i + 1
    yield start, last
