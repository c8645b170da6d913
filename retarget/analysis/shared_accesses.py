"""An access of a device function to shared memory by the name of an array, or of a pointer or reference into one; and
where it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from retarget.analysis.lane_values import ASSIGNMENTS, BITS, Holds, Values, holds_x, stripped
from retarget.analysis.shared_arrays import Array, Part
from retarget.analysis.statements import Statement, closing
from retarget.analysis.unknown_paths import MEMBERS, NO_PATHS, Paths
from retarget.source import brackets
from retarget.source.lexer import NAME, NUMBER, Token

# Stand for the own thread's index, and for its lane, however they are spelled.
SYMBOLS = {Holds.THREAD: "<thread>", Holds.LANE: "<lane>"}


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
    in_lambda: bool = False
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
    reached: frozenset[str] = frozenset()  # the arrays that it may be of, where that is not certain
    is_unknown: bool = False  # by a path that is not followed
    is_loose: bool = False  # at an index made of bits, or in what a caller hands in: `s[t ^ 1]`, `p->v[t]`

    def meets(self, other: SharedAccess) -> bool:
        """Whether both may be of one member."""
        if self.array.is_union:
            return True
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
    paths: Paths = NO_PATHS
    of_bits: frozenset[str] = frozenset()  # names that are made of a thread's index by operations on bits
    storing: Callable[[], Mapping[str, bool]] = dict  # of the unit's functions, whether they store into memory


def named_access(function: WalkedFunction, statement: Statement, place: Position, at: int) -> SharedAccess | None:
    code, array = function.code, function.arrays[function.code[at].text]
    if at + 1 == len(code) or code[at - 1].text == "&" or at in (array.declared, array.named):
        return None  # an atomic operation's
    start, end, index, parts = at, at, [], []
    if code[at + 1].text == "->":
        if not array.is_element:  # `p->v` is `p[0].v`
            index.append("0")
            parts.append((at + 1, at + 1))
    elif code[at + 1].text != "[" and not array.is_element:
        found = reached(code, at)
        if found is None:
            return None  # a pointer handed on
        start, end = found
        index.append(normal(function, code[at + 1 : end]) or "0")
        parts.append((at + 1, end))
        if [t.text for t in (code[start - 1], *code[end + 1 : end + 3])] == ["(", ")", "["]:
            start, end = start - 1, end + 1  # `(*p)[x]`
    end, member = _along(function, end, index, parts)
    member = array.member + member
    after = code[end + 1].text if end + 1 < len(code) else ""
    is_handed_on = not member and len(index) < array.rank
    if is_handed_on and not (after in (",", ")") and code[start - 1].text in ("(", ",")):
        return None  # what a pointer is set to
    steps = after in ("++", "--") or code[start - 1].text in ("++", "--")
    callee = callee_of(code, start) if is_handed_on else ""
    if callee and callee in function.barriers:
        return None  # which orders what it does itself
    writes = after in ASSIGNMENTS or steps or (is_handed_on and function.storing().get(callee, True))
    reads = not writes or steps or after != "="
    inside = {t.text for t in code[start : end + 1]}
    moves = bisect_left(array.moves, at)
    is_elsewhere = bool(moves or array.offset)
    varies = is_elsewhere or bool(inside & function.varying) or any("<" in part for part in index)
    if is_elsewhere:  # equal for one pointer alone, between two of its moves
        index[:1] = [f"{array.offset} {moves} : {index[0] if index else ''}"]
    whole = (*array.before, *((array.plus + (part,) if not n else (part,)) for n, part in enumerate(parts)))
    own = _as_own(index, place)
    is_of_bits = not (BITS | function.of_bits).isdisjoint(t.text for part in parts for t in code[slice(*part)])
    roots = function.paths.moved.get(code[at].text, frozenset({array.name})) if array.moves else frozenset()
    return SharedAccess(
        array,
        own,
        statement,
        place,
        start,
        end,
        reads,
        writes,
        varies,
        whole,
        bool(array.moves),
        member,
        is_handed_on,
        roots,
        is_loose=is_of_bits or (bool(member) and array.is_parameter and array.name not in function.in_global),
    )


def callee_of(code: Sequence[Token], at: int) -> str:
    """The name of the function in whose brackets an argument stands."""
    opened = next(brackets.enclosing(code, at, brackets.PAIRS), 0)
    return code[brackets.before_arguments(code, opened - 1)].text


def _along(function: WalkedFunction, at: int, index: list[str], parts: list[tuple[int, int]]) -> tuple[int, str]:
    """Past the indices and members behind a name: the last token of them, and the members."""
    code, end, member = function.code, at, ""
    members = MEMBERS if not index or code[at + 1].text == "->" else MEMBERS[:1]
    while end + 2 < len(code):
        if code[end + 1].text == "[":
            stop = closing(code, end + 1)
            index.append(normal(function, code[end + 2 : stop]))
            parts.append((end + 2, stop))
            end = stop
        elif code[end + 1].text in members and code[end + 2].kind == NAME and code[end + 3].text != "(":
            end, member = end + 2, f"{member}.{code[end + 2].text}"
        else:
            break
        members = MEMBERS[:1]
    return end, member


def reached(code: Sequence[Token], at: int) -> tuple[int, int] | None:
    """The first and the last token of `*p`, or of `*(p + 1)`, where the name of a pointer stands in one."""
    start, end = at - 1, at
    if code[start].text == "(":
        start, end = start - 1, closing(code, start)
    before = code[start - 1]
    is_product = before.text in (")", "]") or (before.kind in (NAME, NUMBER) and before.text != "return")
    return (start, end) if code[start].text == "*" and not is_product else None


def normal(function: WalkedFunction, tokens: Sequence[Token]) -> str:
    held = function.values.held
    words = [SYMBOLS.get(held.get(t.text, Holds.NOTHING), t.text) for t in stripped(tokens)]
    return " ".join(words).replace("threadIdx . x", SYMBOLS[holds_x(function.values)])


def _as_own(index: list[str], place: Position) -> tuple[str, ...]:
    """Under `tid == 0`, element 0 is the own one."""
    equal = {g.equal: g.symbol for g in place.guards if g.equal}
    return tuple(equal.get(part, part) for part in index)
