"""The accesses of a device function to shared memory, in the order of the program, with the barriers between them.

Loops are walked twice, so that what one iteration leaves for the next is seen. A branch is walked through both
its arms. Names of pointers and references into a shared array stand for the array.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.analysis.lane_values import WARP, Holds, Values, constant, holds, holds_x, stripped
from retarget.analysis.shared_arrays import Array, Part
from retarget.analysis.statements import Statement, closing
from retarget.source.lexer import ASSEMBLY, NAME, NUMBER, STRING, Token

# Stand for the own thread's index, and for its lane, however they are spelled.
SYMBOLS = {Holds.THREAD: "<thread>", Holds.LANE: "<lane>"}
_BARRIERS = frozenset(
    "__syncthreads __syncthreads_and __syncthreads_or __syncthreads_count __syncwarp syncwarp in_step sync "
    "__barrier_sync arrive_and_wait wait __threadfence_block __nv_bar_warp_sync".split()
)
_MEMBERS = (".", "->")
_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})


class ThreadGuard(Struct, frozen=True):
    """A condition over the thread's index around a statement: `[first, last]` are its tokens.

    below: the thread index is below this bound, if that is what the condition says; a warp for one by its number.
    equal: what the thread's index or lane (`symbol`) equals, if that is what it says.
    """

    first: int
    last: int
    below: int | None = None
    equal: str = ""
    symbol: str = ""


class Position(Struct, frozen=True):
    """Where a statement stands: the guards around it; the statement next inside the innermost lane-dependent
    condition's outside (`anchor`: after it, all lanes that came this far are together again)."""

    guards: tuple[ThreadGuard, ...] = ()
    anchor: Statement | None = None
    in_block: bool = True  # the anchor stands directly in a block
    is_uniform: bool = True  # all conditions and loop heads since the outermost warp guard are the same in all lanes
    arms: tuple[tuple[Statement, int], ...] = ()  # the branches around, each with the arm
    loop: Statement | None = None  # the innermost around that stands in a block, where all lanes come to its end


class SharedAccess(Struct, frozen=True):
    array: Array
    index: tuple[str, ...]
    statement: Statement
    place: Position
    first: int  # token of the array's name
    last: int  # token of the last closing bracket
    reads: bool
    writes: bool
    varies: bool  # the index differs between lanes
    parts: tuple[Part, ...]  # the tokens of each index
    is_moved: bool = False  # by a pointer that moves
    member: str = ""  # `.x` of `s[i].x`
    is_handed_on: bool = False  # a row, to a function

    def meets(self, other: SharedAccess) -> bool:
        """Whether both may be of one member."""
        return f"{self.member}.".startswith(f"{other.member}.") or f"{other.member}.".startswith(f"{self.member}.")


Event = SharedAccess | None  # None is a barrier


class WalkedFunction(Struct, frozen=True):
    """What a walk knows of a function."""

    code: Sequence[Token]
    values: Values
    arrays: Mapping[str, Array]
    varying: frozenset[str]  # names that may differ between lanes
    barriers: frozenset[str]  # functions that contain a barrier
    in_global: frozenset[str] = frozenset()  # arrays that lie in global memory: what a kernel is given


def events(function: WalkedFunction, statement: Statement, place: Position | None = None) -> Iterator[Event]:
    """The accesses and barriers below a statement."""
    place = place or Position()
    match statement.kind:
        case "block":
            yield from _in_block(function, statement, place)
        case "if":
            yield from _in_branch(function, statement, place)
        case "loop" | "do":
            yield from _in_loop(function, statement, place)
        case _:
            yield from _simple(function, statement, place, statement.first, statement.last)


def _in_block(function: WalkedFunction, block: Statement, place: Position) -> Iterator[Event]:
    for part in block.parts:
        inner = place if not place.is_uniform else replace(place, anchor=part, in_block=True)
        yield from events(function, part, inner)
        left = _leaves(function, part)
        if left:
            place = replace(place, guards=(*place.guards, left))


def _in_branch(function: WalkedFunction, branch: Statement, place: Position) -> Iterator[Event]:
    yield from _simple(function, branch, place, branch.head_first, branch.head_last)
    inner = _under(function, branch, place)
    for arm, part in enumerate(branch.parts):
        inner = replace(inner, arms=(*place.arms, (branch, arm)))
        nearer = replace(inner, anchor=part, in_block=False) if inner.is_uniform and part.kind != "block" else inner
        yield from events(function, part, nearer)
        inner = replace(inner, guards=place.guards)  # of the other arm nothing is known


def _in_loop(function: WalkedFunction, statement: Statement, place: Position) -> Iterator[Event]:
    is_uniform = place.is_uniform and not _varies(function, statement.head_first, statement.head_last)
    body = statement.parts[0]
    ends_together = is_uniform and place.in_block and place.anchor is statement
    inner = replace(place, is_uniform=is_uniform, loop=statement if ends_together else None)
    if is_uniform and body.kind != "block":
        inner = replace(inner, anchor=body, in_block=False)
    for _ in range(2):
        yield from _simple(function, statement, inner, statement.head_first, statement.head_last)
        yield from events(function, body, inner)


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


def _simple(function: WalkedFunction, statement: Statement, place: Position, first: int, last: int) -> Iterator[Event]:
    code = function.code
    found: list[SharedAccess] = []
    for i in range(first, last + 1):
        if code[i].kind != NAME:
            continue
        is_call = i + 1 <= last and code[i + 1].text == "("
        waits = is_call and (code[i].text in _BARRIERS or code[i].text in function.barriers)
        if waits or (code[i].text in ASSEMBLY and _is_barrier(code[i : last + 1])):
            yield from _ordered(found)
            found = []
            yield None
        elif code[i].text in function.arrays and code[i - 1].text not in (".", "->"):
            access = _access(function, statement, place, i)
            found += [access] if access else []
    yield from _ordered(found)


def _is_barrier(assembly: Sequence[Token]) -> bool:
    return any(word in t.text for t in assembly if t.kind == STRING for word in ("bar.", "barrier"))


def _ordered(found: list[SharedAccess]) -> list[SharedAccess]:
    """A statement reads before it writes."""
    return sorted(found, key=lambda a: a.writes)


def _access(function: WalkedFunction, statement: Statement, place: Position, at: int) -> SharedAccess | None:
    code, array = function.code, function.arrays[function.code[at].text]
    if at + 1 == len(code) or code[at - 1].text == "&" or at in (array.declared, array.named):
        return None  # an atomic operation's
    start, end, index, parts = at, at, [], []
    if code[at + 1].text == "->":
        if not array.is_element:  # `p->v` is `p[0].v`
            index.append("0")
            parts.append((at + 1, at + 1))
    elif code[at + 1].text != "[" and not array.is_element:
        reached = _reached(code, at)
        if reached is None:
            return None  # a pointer handed on
        start, end = reached
        index.append(_normal(function, code[at + 1 : end]) or "0")
        parts.append((at + 1, end))
        if [t.text for t in (code[start - 1], *code[end + 1 : end + 3])] == ["(", ")", "["]:
            start, end = start - 1, end + 1  # `(*p)[x]`
    end, member = _along(function, end, index, parts)
    member = array.member + member
    is_handed_on = not member and len(index) < array.rank
    if is_handed_on and not (code[end + 1].text in (",", ")") and code[start - 1].text in ("(", ",")):
        return None  # what a pointer is set to
    after = code[end + 1].text if end + 1 < len(code) else ""
    steps = after in ("++", "--") or code[start - 1].text in ("++", "--")
    writes = after in _ASSIGNMENTS or steps or is_handed_on
    reads = not writes or steps or after != "="
    inside = {t.text for t in code[start : end + 1]}
    moves = bisect_left(array.moves, at)
    is_elsewhere = bool(moves or array.offset)
    varies = is_elsewhere or bool(inside & function.varying) or any("<" in part for part in index)
    if is_elsewhere:  # equal for one pointer alone, between two of its moves
        index[:1] = [f"{array.offset} {moves} : {index[0] if index else ''}"]
    whole = (*array.before, *((array.plus + (part,) if not n else (part,)) for n, part in enumerate(parts)))
    own = _as_own(index, place)
    return SharedAccess(
        array, own, statement, place, start, end, reads, writes, varies, whole, bool(array.moves), member, is_handed_on
    )


def _along(function: WalkedFunction, at: int, index: list[str], parts: list[tuple[int, int]]) -> tuple[int, str]:
    """Past the indices and members behind a name: the last token of them, and the members."""
    code, end, member = function.code, at, ""
    members = _MEMBERS if not index or code[at + 1].text == "->" else _MEMBERS[:1]
    while end + 2 < len(code):
        if code[end + 1].text == "[":
            stop = closing(code, end + 1)
            index.append(_normal(function, code[end + 2 : stop]))
            parts.append((end + 2, stop))
            end = stop
        elif code[end + 1].text in members and code[end + 2].kind == NAME and code[end + 3].text != "(":
            end, member = end + 2, f"{member}.{code[end + 2].text}"
        else:
            break
        members = _MEMBERS[:1]
    return end, member


def _reached(code: Sequence[Token], at: int) -> tuple[int, int] | None:
    """The first and the last token of `*p`, or of `*(p + 1)`, where the name of a pointer stands in one."""
    start, end = at - 1, at
    if code[start].text == "(":
        start, end = start - 1, closing(code, start)
    before = code[start - 1]
    is_product = before.text in (")", "]") or (before.kind in (NAME, NUMBER) and before.text != "return")
    return (start, end) if code[start].text == "*" and not is_product else None


def _normal(function: WalkedFunction, tokens: Sequence[Token]) -> str:
    held = function.values.held
    words = [SYMBOLS.get(held.get(t.text, Holds.NOTHING), t.text) for t in stripped(tokens)]
    return " ".join(words).replace("threadIdx . x", SYMBOLS[holds_x(function.values)])


def _as_own(index: list[str], place: Position) -> tuple[str, ...]:
    """Under `tid == 0`, element 0 is the own one."""
    equal = {g.equal: g.symbol for g in place.guards if g.equal}
    return tuple(equal.get(part, part) for part in index)
