"""The accesses of a device function to shared memory, in the order of the program, with the barriers between them.

Loops are walked twice, so that what one iteration leaves for the next is seen. A branch is walked through both
its arms. Bodies of lambdas that get a name are walked by themselves, behind all else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from retarget.analysis.computed_accesses import computed_access
from retarget.analysis.lane_values import WARP, Holds, constant, holds
from retarget.analysis.path_accesses import path_access
from retarget.analysis.shared_accesses import (
    SYMBOLS,
    Event,
    Position,
    SharedAccess,
    ThreadGuard,
    WalkedFunction,
    named_access,
)
from retarget.analysis.statements import Statement, commas, lambda_body
from retarget.analysis.statements import statement as parsed
from retarget.analysis.unknown_paths import begins_path
from retarget.source.lexer import ASSEMBLY, NAME, STRING, Token

_BARRIERS = frozenset(
    "__syncthreads __syncthreads_and __syncthreads_or __syncthreads_count __syncwarp syncwarp in_step sync "
    "__barrier_sync arrive_and_wait wait __threadfence_block __nv_bar_warp_sync".split()
)


class _Later(NamedTuple):
    """What the body of a lambda that gets a name does, which runs where it is called."""

    events: tuple[_Walked, ...]


_Walked = Event | _Later


def events(function: WalkedFunction, statement: Statement) -> Iterator[Event]:
    """The accesses and barriers below a statement."""
    waiting: list[Iterable[_Walked]] = [_walked(function, statement, Position())]
    for walked in waiting:
        for event in walked:
            if isinstance(event, _Later):
                waiting.append(event.events)
            else:
                yield event
        yield None


def _walked(function: WalkedFunction, statement: Statement, place: Position) -> Iterator[_Walked]:
    match statement.kind:
        case "block":
            yield from _in_block(function, statement, place)
        case "if":
            yield from _in_branch(function, statement, place)
        case "loop" | "do":
            yield from _in_loop(function, statement, place)
        case _:
            yield from _simple(function, statement, place, statement.first, statement.last)


def _in_block(function: WalkedFunction, block: Statement, place: Position) -> Iterator[_Walked]:
    for part in block.parts:
        inner = place if not place.is_uniform else replace(place, anchor=part, in_block=True)
        yield from _walked(function, part, inner)
        left = _leaves(function, part)
        if left:
            place = replace(place, guards=(*place.guards, left))


def _in_branch(function: WalkedFunction, branch: Statement, place: Position) -> Iterator[_Walked]:
    yield from _simple(function, branch, place, branch.head_first, branch.head_last)
    inner = _under(function, branch, place)
    for arm, part in enumerate(branch.parts):
        inner = replace(inner, arms=(*place.arms, (branch, arm)))
        nearer = replace(inner, anchor=part, in_block=False) if inner.is_uniform and part.kind != "block" else inner
        yield from _walked(function, part, nearer)
        inner = replace(inner, guards=place.guards)  # of the other arm nothing is known


def _in_loop(function: WalkedFunction, statement: Statement, place: Position) -> Iterator[_Walked]:
    is_uniform = place.is_uniform and not _varies(function, statement.head_first, statement.head_last)
    body = statement.parts[0]
    ends_together = is_uniform and place.in_block and place.anchor is statement
    inner = replace(place, is_uniform=is_uniform, loop=statement if ends_together else None)
    if is_uniform and body.kind != "block":
        inner = replace(inner, anchor=body, in_block=False)
    for _ in range(2):
        yield from _simple(function, statement, inner, statement.head_first, statement.head_last)
        yield from _walked(function, body, inner)


def _under(function: WalkedFunction, branch: Statement, place: Position) -> Position:
    guard = guard_of(function, branch.head_first, branch.head_last)
    varies = _varies(function, branch.head_first, branch.head_last)
    if guard is None:
        return replace(place, is_uniform=place.is_uniform and not varies)
    # A whole warp goes through `tid < 32` together: what is inside is straight-line code for it.
    whole = guard.below == WARP and len(branch.parts) == 1
    return replace(place, guards=(*place.guards, guard), is_uniform=place.is_uniform and whole)


def _leaves(function: WalkedFunction, part: Statement) -> ThreadGuard | None:
    """The guard that `if (tid >= 32) return;` is for what follows."""
    if part.kind != "if" or len(part.parts) != 1:
        return None
    body = part.parts[0]
    first = body.parts[0] if body.kind == "block" and len(body.parts) == 1 else body
    if function.code[first.first].text != "return" or first.kind != "simple":
        return None
    sides = _comparison(function, part.head_first, part.head_last)
    if sides is None or sides[1] not in (">=", ">"):
        return None
    bound = sides[2] + (sides[1] == ">")
    return ThreadGuard(part.head_first, part.head_last, bound) if bound <= WARP else None


def guard_of(function: WalkedFunction, first: int, last: int) -> ThreadGuard | None:
    """What a condition says of the thread's index, if it compares it with a bound of at most one warp."""
    sides = _comparison(function, first, last)
    if sides and sides[1] in ("<", "<=") and 0 < sides[2] + (sides[1] == "<=") <= WARP:
        below = sides[2] + (sides[1] == "<=")
        return (
            ThreadGuard(first, last, below)
            if below > 1
            else ThreadGuard(first, last, equal="0", symbol=SYMBOLS.get(sides[0], ""))
        )
    words = function.code[first : last + 1]
    if words and words[0].text == "!":
        subject, equal = words[1:], "0"
    elif len(words) > 2 and words[-2].text == "==":
        subject, equal = words[:-2], words[-1].text
    else:
        return None
    held = holds(subject, function.values)
    if held is Holds.WARP_INDEX:
        return ThreadGuard(first, last, WARP)
    symbol = SYMBOLS.get(held)
    return ThreadGuard(first, last, equal=equal, symbol=symbol) if symbol else None


def _bounding(function: WalkedFunction) -> tuple[Holds, ...]:
    """What a bound limits to lanes of one warp; rows of threads, too, where several may be in one."""
    return (Holds.THREAD, Holds.LANE, Holds.WARP_INDEX) if function.values.row else (Holds.THREAD, Holds.LANE)


def _comparison(function: WalkedFunction, first: int, last: int) -> tuple[Holds, str, int] | None:
    code = function.code
    for i in range(first, last + 1):
        if code[i].text in ("<", "<=", ">", ">="):
            left = holds(code[first:i], function.values)
            bound = constant(code[i + 1 : last + 1], function.values.constants)
            return (left, code[i].text, bound) if left in _bounding(function) and bound is not None else None
    return None


def _varies(function: WalkedFunction, first: int, last: int) -> bool:
    words = {t.text for t in function.code[first : last + 1]}
    return bool(words & function.varying) or bool(words & function.arrays.keys())


def _simple(
    function: WalkedFunction, statement: Statement, place: Position, first: int, last: int
) -> Iterator[_Walked]:
    """Bodies of lambdas without a name as if they ran where they stand."""
    code = function.code
    found: list[SharedAccess] = []
    has_comma = any(code[i].text == "," for i in range(first, last))
    behind_commas = {begin for begin, _ in commas(code, first, last)} if has_comma else frozenset()
    i = first - 1
    while i < last:
        i += 1
        if i in behind_commas:
            yield from _ordered(found)
            found = []
        if code[i].text == "(" and function.paths.are_sought:
            access = computed_access(function, statement, place, i)
            found += [access] if access else []
        if code[i].text == "[" and (body := lambda_body(code, i)) is not None:
            yield from _ordered(found)
            found = []
            inner = parsed(code, body)
            walked = _walked(function, inner, replace(place, in_lambda=True))
            if code[i - 1].text == "=":
                yield _Later(tuple(walked))
            else:
                yield from walked
            i = inner.last
        if code[i].kind != NAME:
            continue
        is_call = i + 1 <= last and code[i + 1].text == "("
        waits = is_call and (code[i].text in _BARRIERS or code[i].text in function.barriers)
        if waits or (code[i].text in ASSEMBLY and _is_barrier(code[i : last + 1])):
            yield from _ordered(found)
            found = []
            yield None
        elif code[i].text in function.paths.unknown:
            access = path_access(function, statement, place, i) if begins_path(code, i) else None
            found += [access] if access else []
        elif code[i].text in function.arrays and code[i - 1].text not in (".", "->"):
            access = named_access(function, statement, place, i)
            found += [access] if access else []
    yield from _ordered(found)


def _is_barrier(assembly: Sequence[Token]) -> bool:
    return any(word in t.text for t in assembly if t.kind == STRING for word in ("bar.", "barrier"))


def _ordered(found: list[SharedAccess]) -> list[SharedAccess]:
    """A statement reads before it writes."""
    return sorted(found, key=lambda a: a.writes)
