"""What names in a device function hold: the thread's index, its lane, its warp, or something made of them.

CUDA numbers the threads of a block with x running fastest and cuts them into warps of 32 in that order; AMD cuts
them into waves of 32 or 64 in the same order. So `threadIdx.x & 31` has one meaning on both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum

from msgspec import Struct

from retarget.analysis.definitions import Words, definitions
from retarget.analysis.statements import DeviceFunction, Statement, closing
from retarget.source.brackets import ROUND, TURNS, opening
from retarget.source.lexer import NAME, NUMBER, Token
from retarget.unit import Unit

WARP = 32
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)[uUlL]*")
_WARP_SIZES = ("warpSize", "size")  # CUDA's, and ours in `warp32::size`
ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
STEPS = frozenset({"++", "--"})
STORING = ASSIGNMENTS | STEPS
_BINDING = (("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))  # from the weakest operator on
_LONGEST = 64  # tokens of an expression that is taken apart
BITS = frozenset({"^", "&", "|", "%", "/", "<<", ">>"})
_PARTING = frozenset({"&", "%", "/", ">>"})
_LINEAR = frozenset({"threadIdx", "blockDim", "blockIdx", ".", "x", "y", "z", "*", "+", "(", ")"})


class Holds(IntEnum):
    """In rising order of what is known of a value: nothing, made of thread indices, the index over all blocks, ...;
    OF_WARP: the same for the lanes of a warp, made of its index."""

    NOTHING = 0
    DERIVED = 1
    GLOBAL = 2
    THREAD = 3
    LANE = 4
    WARP_INDEX = 5
    OF_WARP = 6


SAME_IN_WARPS = (Holds.NOTHING, Holds.WARP_INDEX, Holds.OF_WARP)
BY_WARP = (Holds.WARP_INDEX, Holds.OF_WARP)
_INDICES = (Holds.THREAD, Holds.GLOBAL)


class Values(Struct, frozen=True):
    """`held` by name; `constants` are the names with one integer value in all files of the unit. `row`: how many
    threads stand along x, where these are lanes of one warp; 0 where they may be others'."""

    held: Mapping[str, Holds]
    constants: Mapping[str, int]
    row: int = 0


def integer(text: str) -> int | None:
    """The value of an integer literal, or None."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    digits = match.group(1)
    return (
        int(digits, 8 if re.fullmatch(r"0[0-7]+", digits) else 0) if not re.fullmatch(r"0\d*[89]\d*", digits) else None
    )


def constants(texts: Iterable[str]) -> dict[str, int]:
    """Macros, constants and enumerators that stand for one integer wherever they are defined."""
    found: dict[str, int | None] = {}
    for text in texts:
        for name, words in definitions(text):
            value = _value(words)
            found[name] = value if found.get(name, value) == value else None
    return {name: value for name, value in found.items() if value is not None}


def _value(words: Words) -> int | None:
    inside = words[1:-1] if words[:1] == ("(",) and words[-1:] == (")",) else words
    return integer(inside[0]) if len(inside) == 1 else None


def unit_constants(unit: Unit) -> dict[str, int]:
    """The constants of all files of a unit; to be asked for by way of `unit.once`."""
    return constants(s.text for s in unit.sources)


def constant(tokens: Sequence[Token], known: Mapping[str, int]) -> int | None:
    """The value of a literal, a named constant, `warpSize`, or of one of these less or plus a literal, halved or
    doubled; brackets around it may stand."""
    words = [t.text for t in stripped(tokens)]
    if words[:2] == ["warp32", "::"]:
        words = words[2:]
    if len(words) == 1:
        return WARP if words[0] in _WARP_SIZES else known.get(words[0], integer(words[0]))
    if len(words) == 3:
        left, right = (WARP if w in _WARP_SIZES else known.get(w, integer(w)) for w in (words[0], words[2]))
        if left is not None and right is not None:
            return _combined(left, words[1], right)
    return None


def _combined(left: int, operator: str, right: int) -> int | None:
    match operator:
        case "-":
            return left - right
        case "+":
            return left + right
        case "*":
            return left * right
        case "/":
            return left // right if right else None
        case "<<":
            return left << right if 0 <= right < 32 else None
    return None


def stripped(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the brackets around an expression and the casts before it."""
    while tokens and tokens[0].text == "(":
        end = closing(tokens, 0)
        inside = tokens[1:end]
        if end == len(tokens) - 1:
            tokens = inside
        elif inside and all(t.kind == NAME for t in inside) and tokens[end + 1].kind in (NAME, NUMBER):
            tokens = tokens[end + 1 :]
        else:
            break
    return tokens


def values(code: Sequence[Token], function: DeviceFunction, known: Mapping[str, int], row: int = 0) -> Values:
    """What the local names of a function hold, by every assignment to them, `x |= y` and `x++` too; names that differ
    hold less. What is stored where a condition on the thread's index leads is made of that index."""
    held = _parameters(code, function)
    stores = _stores(code, function.body)
    later = [(i, code[at].text) for i, at, _ in stores if code[at - 1].kind != NAME or code[at - 1].text == "else"]
    found = Values(held, known, row)
    before: dict[str, Holds] | None = None
    while before != held:  # a loop stores into what its first lines read
        before = dict(held)
        for _, at, right in stores:
            _store(held, code[at].text, holds(right, found))
        for name in _under_conditions(code, function.body, held, later):
            _store(held, name, Holds.DERIVED)
    return found


def made_of_bits(code: Sequence[Token], body: Statement, held: Mapping[str, Holds]) -> frozenset[str]:
    """The names that are given, anywhere, what is made of a thread's index by operations on bits: `(i + t) & 31`."""
    given = ((code[at].text, right) for _, at, right in _stores(code, body))
    return frozenset(
        name for name, right in given if held.get(name) is Holds.DERIVED and any(t.text in BITS for t in right)
    )


def _stores(code: Sequence[Token], body: Statement) -> list[tuple[int, int, Sequence[Token]]]:
    """Of each operator that stores into a name, in order: its index, that of the name, and what it stores."""
    listed = ((i, stored(code, i)) for i in range(body.first, body.last) if code[i].text in STORING)
    return [(i, *given) for i, given in listed if given is not None]


def _store(held: dict[str, Holds], name: str, what: Holds) -> None:
    before = held.get(name)
    held[name] = what if before in (None, what) else min(Holds.DERIVED, max(before or Holds.NOTHING, what))


def stored(code: Sequence[Token], i: int) -> tuple[int, Sequence[Token]] | None:
    """The name that the operator at a place stores into, by its index, and what it stores."""
    operator = code[i].text
    if operator in STEPS:
        at = i - 1 if code[i - 1].kind == NAME else i + 1
        return (at, code[at : at + 1]) if code[at].kind == NAME and _is_whole(code, at) else None
    if operator not in ASSIGNMENTS or code[i - 1].kind != NAME or not _is_whole(code, i - 1):
        return None
    right = _right_side(code, i + 1)
    if operator == "=" or _keeps_lane(operator, right):
        return i - 1, right if operator == "=" else code[i - 1 : i]
    return i - 1, [code[i - 1], code[i]._replace(text=operator[:-1]), *right]


def _is_whole(code: Sequence[Token], at: int) -> bool:
    """Whether a name stands for itself, and for no member or element."""
    return code[at - 1].text not in (".", "->", "]") and code[at + 1].text not in (".", "->", "[", "(")


def _keeps_lane(operator: str, right: Sequence[Token]) -> bool:
    """Whether a sum leaves a thread's index one by which warps part: `i += 256`, `i += blockDim.x`."""
    words = [t.text for t in right]
    step = integer(words[0]) if len(words) == 1 else None
    return operator == "+=" and (words == ["blockDim", ".", "x"] or (step is not None and step % WARP == 0))


def _under_conditions(
    code: Sequence[Token], statement: Statement, held: Mapping[str, Holds], stores: Sequence[tuple[int, str]]
) -> Iterator[str]:
    """The names that are stored into, after their declaration (stores), where not all lanes may come."""
    head = code[statement.head_first : statement.head_last + 1]
    if any(t.text == "threadIdx" or held.get(t.text) for t in head):
        yield from _within(statement, stores)
    else:
        for part in statement.parts:
            yield from _under_conditions(code, part, held, stores)


def _within(statement: Statement, stores: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The names of the stores in the simple statements of one."""
    if statement.kind == "simple":
        first = bisect_left(stores, (statement.first,))
        yield from (name for _, name in stores[first : bisect_left(stores, (statement.last + 1,))])
    for part in statement.parts:
        yield from _within(part, stores)


def _parameters(code: Sequence[Token], function: DeviceFunction) -> dict[str, Holds]:
    """A parameter that is an index into a pointer parameter is taken for the thread's index."""
    pointers = {p.name for p in function.parameters if p.is_pointer}
    plain = {p.name for p in function.parameters if not p.is_pointer}
    held: dict[str, Holds] = {}
    for i in range(function.body.first, function.body.last):
        if code[i].text == "[" and code[i - 1].text in pointers and not function.is_kernel:
            end = closing(code, i)
            alone = end == i + 2
            for name in {t.text for t in code[i + 1 : end]} & plain:
                held[name] = Holds.THREAD if alone else held.get(name, Holds.DERIVED)
    return held


def _right_side(code: Sequence[Token], first: int) -> Sequence[Token]:
    depth, i = 0, first
    while i < len(code):
        text = code[i].text
        if text in TURNS:
            depth += TURNS[text]
            if depth < 0:
                break
        elif depth == 0 and text in (";", ","):
            break
        i += 1
    return code[first:i]


def holds(tokens: Sequence[Token], known: Values) -> Holds:
    """What an expression holds, as far as its tokens tell."""
    tokens = stripped(tokens)
    words = [t.text for t in tokens]
    if words == ["threadIdx", ".", "x"]:
        return holds_x(known)
    if len(words) == 1:
        return known.held.get(words[0], Holds.NOTHING)
    inside = max((known.held.get(w, Holds.NOTHING) for w in words), default=Holds.NOTHING)
    if "threadIdx" not in words and inside is Holds.NOTHING:
        return Holds.NOTHING
    split = _split(tokens, known)
    if split is not None:
        return split
    if known.row and all(_tells_row(words, n, known) for n in range(len(words))):
        return Holds.WARP_INDEX
    if _is_of_warp(tokens, known):
        return Holds.OF_WARP
    linear = (Holds.THREAD, Holds.GLOBAL, Holds.LANE, Holds.WARP_INDEX)[: 4 if known.row else 2]
    if all(w in _LINEAR or known.held.get(w) in linear for w in words):
        return Holds.GLOBAL if "blockIdx" in words or inside is Holds.GLOBAL else Holds.THREAD
    return Holds.DERIVED


def holds_x(known: Values) -> Holds:
    """What `threadIdx.x` is: of rows that are warps, or parts of them, the lane."""
    return Holds.LANE if known.row else Holds.THREAD


def _tells_row(words: Sequence[str], at: int, known: Values) -> bool:
    """Whether a word of an expression is of the number of the row that a thread stands in."""
    if words[at] == "threadIdx":
        return words[at + 2 : at + 3] in (["y"], ["z"])
    is_plain = words[at] in _LINEAR - {"blockIdx"} or integer(words[at]) is not None
    return is_plain or known.held.get(words[at]) is Holds.WARP_INDEX


def tells_lane(tokens: Sequence[Token], known: Values) -> bool:
    """Whether an expression names a lane, or takes one from a thread's index. What a caller hands in as an index is a
    lane by its name alone."""
    for i, token in enumerate(tokens):
        held = known.held.get(token.text)
        if known.row and token.text == "threadIdx" and i + 2 < len(tokens) and tokens[i + 2].text == "x":
            return True
        if held is Holds.LANE or (held is Holds.THREAD and "lane" in token.text.lower()):
            return True
        if token.text in ("&", "%") and 0 < i < len(tokens) - 1:
            right = tokens[i + 1 : closing(tokens, i + 1) + 1] if tokens[i + 1].text == "(" else tokens[i + 1 : i + 2]
            index = tokens[i - 3 : i] if i > 2 and tokens[i - 2].text == "." else tokens[i - 1 : i]
            if not is_by_warp(token.text, constant(right, known.constants)):
                continue
            if holds(index, known) in _parted(known) or (index[0].text == ")" and _names_thread(tokens[:i], known)):
                return True
    return False


def _names_thread(tokens: Sequence[Token], known: Values) -> bool:
    """Whether the bracket that closes last holds a thread's index or lane: `(lane + 1)`."""
    opened = opening(tokens, len(tokens) - 1, ROUND, own_directive=False)
    inside = tokens[opened:] if opened is not None else ()
    named = (*_parted(known), Holds.LANE)
    return any(t.text == "threadIdx" or known.held.get(t.text) in named for t in inside)


def _split(tokens: Sequence[Token], known: Values) -> Holds | None:
    """Lane or warp index: a thread index by 32."""
    for i, token in enumerate(tokens):
        if not i or token.text not in _PARTING:
            continue
        if not is_by_warp(token.text, constant(tokens[i + 1 :], known.constants)):
            continue
        if holds(tokens[:i], known) in _parted(known):
            return Holds.LANE if token.text in ("&", "%") else Holds.WARP_INDEX
    return Holds.LANE if _is_rest(tokens, known) else None


def _is_of_warp(tokens: Sequence[Token], known: Values) -> bool:
    """Whether an expression is made of a warp's index and constants, `w * 32 + 1` or `t >> 5 << 5`, or is a thread's
    index without its lane, `t & ~31`."""
    at = _weakest(tokens) if len(tokens) <= _LONGEST else 0
    if not at:
        return False
    left, right = tokens[:at], tokens[at + 1 :]
    if tokens[at].text == "&":
        return _clears_lanes(right, known) and holds(left, known) in _parted(known)
    is_fixed = [constant(side, known.constants) is not None for side in (right, left)]
    return not all(is_fixed) and all(
        fixed or holds(side, known) in BY_WARP for fixed, side in zip(is_fixed, (right, left), strict=True)
    )


def _weakest(tokens: Sequence[Token]) -> int:
    """The operator that is applied last; 0 where it is none of numbers."""
    depth, found, least = 0, 0, len(_BINDING)
    for i, token in enumerate(tokens):
        depth += TURNS.get(token.text, 0)
        if depth or token.kind in (NAME, NUMBER) or token.text in TURNS or token.text == ".":
            continue
        binds = next((n for n, level in enumerate(_BINDING) if token.text in level), None)
        if binds is None and not (token.text == "~" and found == i - 1):
            return 0
        if binds is not None and binds <= least:
            found, least = i, binds
    return found


def _clears_lanes(mask: Sequence[Token], known: Values) -> bool:
    """`~31`, `-32`, `0xe0`."""
    mask = stripped(mask)
    sign = mask[0].text if mask else ""
    value = constant(mask[1:] if sign in ("~", "-") else mask, known.constants)
    return value is not None and (value == WARP - 1 if sign == "~" else value > 0 and value % WARP == 0)


def _is_rest(tokens: Sequence[Token], known: Values) -> bool:
    """Whether an index loses what its warp's number times 32 is: `tid - warp * 32`, `tid - (warp << 5)`."""
    at = next((i for i, t in enumerate(tokens) if t.text == "-"), 0)
    right = stripped(tokens[at + 1 :])
    turn = next((i for i, t in enumerate(right) if t.text in ("*", "<<")), 0)
    if not at or not turn or holds(tokens[:at], known) not in _parted(known):
        return False
    sides = (right[:turn], right[turn + 1 :])
    times = 5 if right[turn].text == "<<" else WARP
    return any(
        holds(one, known) is Holds.WARP_INDEX and constant(other, known.constants) == times
        for one, other in (sides, sides[::-1])[: 1 if right[turn].text == "<<" else 2]
    )


def _parted(known: Values) -> tuple[Holds, ...]:
    """What lanes and warps are taken from; `threadIdx.x & 31` is the lane of a row, too."""
    return (*_INDICES, Holds.LANE) if known.row else _INDICES


def is_by_warp(operator: str, value: int | None) -> bool:
    """Whether `x operator value` takes x apart into warps of 32 and their lanes."""
    return value is not None and (operator, value) in (("&", 31), ("%", 32), ("/", 32), (">>", 5))
