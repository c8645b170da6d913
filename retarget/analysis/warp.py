"""Where a device function counts in warps of 32, and how: each place is a fact of one class.

lane      `threadIdx.x & 31`, `tid / WARP_SIZE`, `tid < 32`: the thread's index taken apart into warp and lane
mask      the member mask of a `*_sync` operation, and lane masks such as `(1u << lane) - 1`
ballot    the bits of a vote: where they are kept and counted
width     an explicit width of a shuffle
partials  a shared array with one element for each warp of a block

A fact is `certain` where the logical warp of 32 lanes makes it right on any wave width. The rest is for the user to
look at: a mask that names lanes which a condition keeps away, a width that no warp has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from retarget.analysis.access_order import guard_of
from retarget.analysis.lane_values import WARP, Holds, Values, constant, holds, is_by_warp, values
from retarget.analysis.shared_accesses import ThreadGuard, WalkedFunction
from retarget.analysis.statements import DeviceFunction, Statement, closing, commas, device_functions
from retarget.source import brackets
from retarget.source.brackets import ROUND
from retarget.source.lexer import NAME, Token
from retarget.source.text import Related, Span

_LEGACY = frozenset("shfl shfl_up shfl_down shfl_xor".split())
_SYNC = frozenset(
    "shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync ballot_sync any_sync all_sync uni_sync match_any_sync "
    "match_all_sync reduce_add_sync reduce_min_sync reduce_max_sync reduce_and_sync reduce_or_sync reduce_xor_sync "
    "syncwarp".split()
)
_BALLOTS = frozenset({"ballot", "ballot_sync", "activemask", "match_any_sync", "match_all_sync"})
_BIT_COUNTS = frozenset({"__popc", "__popcll", "__ffs", "__ffsll", "__clz", "__clzll", "__brev", "__fns"})
_FULL = frozenset({"0xffffffff", "0xffffffffu", "~0u", "~0", "-1", "0xffffffffffffffff", "uint32_max", "full_mask"})


class WarpFact(Struct, frozen=True):
    """`kind` is a class of the list above; `reason` says what the code counts on."""

    kind: str
    span: Span
    reason: str
    certain: bool = True
    related: tuple[Related, ...] = ()


class _Seen(Struct, frozen=True):
    path: str
    code: Sequence[Token]
    values: Values
    masks: Mapping[str, str]  # the texts of macros and constants

    def span(self, first: int, last: int) -> Span:
        return Span(self.path, self.code[first].start, self.code[last].end)


def operation(token: Token) -> str:
    """The name of a warp-level operation without CUDA's underscores or our namespace; empty for other names."""
    name = token.text.removeprefix("__")
    is_ours = name in _SYNC | _LEGACY | _BALLOTS or name in ("any", "all")
    return name if token.kind == NAME and is_ours and (token.text != name or name in _SYNC) else ""


def warp_facts(
    path: str, code: Sequence[Token], constants: Mapping[str, int], masks: Mapping[str, str]
) -> list[WarpFact]:
    """masks: the text, without white space and in lower case, of macros and constants that may be masks."""
    found: list[WarpFact] = []
    for function in device_functions(code):
        seen = _Seen(path, code, values(code, function, constants), masks)
        found += _lanes(seen, function)
        found += _operations(seen, function)
        found += _partials(seen, function)
    return found


def _lanes(seen: _Seen, function: DeviceFunction) -> Iterator[WarpFact]:
    code, last = seen.code, function.body.last
    uses_warps = any(operation(t) or t.text == "warpSize" for t in code[function.body.first : last])
    for i in range(function.body.first, last):
        if code[i].text not in ("&", "%", "/", ">>", "<", "<=", ">=", ">"):
            continue
        first, end = _left(code, i), _right(code, i)
        value = constant(code[i + 1 : end + 1], seen.values.constants)
        what = holds(code[first:i], seen.values)
        is_index = what is Holds.THREAD or (what is Holds.GLOBAL and uses_warps)
        if is_index and is_by_warp(code[i].text, value):
            part = "lane" if code[i].text in ("&", "%") else "warp"
            yield WarpFact("lane", seen.span(first, end), f"the {part} of a thread, by warps of 32")
        elif what is Holds.THREAD and (code[i].text, value) in (("<", 32), (">=", 32), ("<=", 31), (">", 31)):
            yield WarpFact("lane", seen.span(first, end), "the first warp of a block, of 32 threads")


def _left(code: Sequence[Token], operator: int) -> int:
    """The first token of the operand to the left: a name, a member, or an expression in brackets."""
    i = operator - 1
    if code[i].text == ")":
        return brackets.opening(code, i, ROUND, own_directive=False) or 0
    while i >= 2 and code[i - 1].text == ".":
        i -= 2
    return i


def _right(code: Sequence[Token], operator: int) -> int:
    i = min(operator + 1, len(code) - 1)
    if code[i].text == "(":
        return closing(code, i)
    return i + 2 if code[i].text == "warp32" and i + 2 < len(code) else i


def _operations(seen: _Seen, function: DeviceFunction) -> Iterator[WarpFact]:
    walk = WalkedFunction(seen.code, seen.values, {}, frozenset(), frozenset())
    for i, guards in _calls(walk, function.body, ()):
        name = operation(seen.code[i])
        end = closing(seen.code, i + 1)
        arguments = commas(seen.code, i + 2, end - 1)
        if name in _SYNC and arguments:
            yield from _mask(seen, name, arguments[0], guards)
        width = 3 if name in _SYNC else 2
        if name.startswith("shfl") and len(arguments) > width:
            yield from _width(seen, arguments[width])
        if name in _BALLOTS:
            yield WarpFact("ballot", seen.span(i, end), "one bit for each of 32 lanes, in 32 bits")
    yield from _lane_masks(seen, function)


def lone_calls(code: Sequence[Token], constants: Mapping[str, int]) -> Iterator[int]:
    """Indices of the warp-level operations that conditions around them keep from lanes of a warp."""
    for function in device_functions(code):
        walk = WalkedFunction(code, values(code, function, constants), {}, frozenset(), frozenset())
        yield from (i for i, guards in _calls(walk, function.body, ()) if guards)


def _calls(
    walk: WalkedFunction, statement: Statement, guards: tuple[ThreadGuard, ...]
) -> Iterator[tuple[int, tuple[ThreadGuard, ...]]]:
    """The calls of warp-level operations with the guards around them that hold for less than a warp."""
    if statement.kind == "if":
        guard = guard_of(walk, statement.head_first, statement.head_last)
        within = guard is not None and (bool(guard.equal) or (guard.below or WARP) < WARP)
        yield from _called(walk, statement.head_first, statement.head_last, guards)
        arms = ((*guards, guard) if guard and within else guards, guards)
        for part, arm in zip(statement.parts, arms, strict=False):
            yield from _calls(walk, part, arm)
        return
    if statement.kind == "simple":
        yield from _called(walk, statement.first, statement.last, guards)
        return
    yield from _called(walk, statement.head_first, statement.head_last, guards)
    for part in statement.parts:
        yield from _calls(walk, part, guards)


def _called(
    walk: WalkedFunction, first: int, last: int, guards: tuple[ThreadGuard, ...]
) -> Iterator[tuple[int, tuple[ThreadGuard, ...]]]:
    for i in range(first, last):
        if walk.code[i + 1].text == "(" and operation(walk.code[i]):
            yield i, guards


def _mask(seen: _Seen, name: str, argument: tuple[int, int], guards: tuple[ThreadGuard, ...]) -> Iterator[WarpFact]:
    span = seen.span(*argument)
    if guards and _is_full(seen, argument):
        near = guards[-1]
        where = Related(seen.span(near.first, near.last), "only these lanes get there")
        waits = f"'{name}' names all 32 lanes, and this condition keeps some away; CUDA waits for them, AMD does not"
        yield WarpFact("mask", span, waits, certain=False, related=(where,))
    else:
        yield WarpFact("mask", span, "a mask with one bit for each of 32 lanes")


def _is_full(seen: _Seen, argument: tuple[int, int]) -> bool:
    text = "".join(t.text for t in seen.code[argument[0] : argument[1] + 1]).lower()
    return text.strip("()") in _FULL or seen.masks.get(text, "").strip("()") in _FULL


def _width(seen: _Seen, argument: tuple[int, int]) -> Iterator[WarpFact]:
    value = constant(seen.code[argument[0] : argument[1] + 1], seen.values.constants)
    span = seen.span(*argument)
    if value is None or (0 < value <= WARP and value & (value - 1) == 0):
        yield WarpFact("width", span, "a shuffle within segments of a warp of 32")
    else:
        why = f"a shuffle's width is a power of two up to 32, and this is {value}"
        yield WarpFact("width", span, why, certain=False)


def _lane_masks(seen: _Seen, function: DeviceFunction) -> Iterator[WarpFact]:
    """`1u << lane`."""
    code = seen.code
    for i in range(function.body.first + 1, function.body.last):
        if code[i].text == "<<" and code[i - 1].text.lower().rstrip("ul") == "1":
            end = _right(code, i)
            if holds(code[i + 1 : end + 1], seen.values) is Holds.LANE:
                yield WarpFact("mask", seen.span(i - 1, end), "the bit of a lane in a mask of 32")


def _partials(seen: _Seen, function: DeviceFunction) -> Iterator[WarpFact]:
    code = seen.code
    first, last = function.body.first, function.body.last
    by_warp = {
        code[i - 1].text
        for i in range(first + 1, last)
        if code[i].text == "[" and holds(code[i + 1 : closing(code, i)], seen.values) is Holds.WARP_INDEX
    }
    for i in range(first, last):
        if code[i].text == "__shared__":
            j = next((j for j in range(i, min(i + 12, last)) if code[j + 1].text == "["), None)
            if j is not None and code[j].text in by_warp:
                yield WarpFact(
                    "partials", seen.span(j, closing(code, j + 1)), "one element for each warp of 32 threads"
                )
