"""Ranks in cooperative groups, as indices of threads.

    auto tile = cg::tiled_partition<32>(block);

    tile.thread_rank()       is  (threadIdx.x & 31)
    tile.meta_group_rank()   is  (threadIdx.x / 32)
    block.thread_rank()      is  (threadIdx.x)

Rules: the last declaration in front of a use says what a name is: a tile, by the constant number of its lanes, or all
threads of a block. Blocks count as rows along x, which neighbours in a warp are but for rows shorter than it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retarget.analysis.lane_values import WARP, constant
from retarget.analysis.local_names import NO_TYPES
from retarget.analysis.statements import closing
from retarget.source import lexer
from retarget.source.brackets import closing_angle
from retarget.source.lexer import NAME, Token

RANKS = frozenset({"thread_rank", "meta_group_rank"})
_BLOCKS = frozenset({"this_thread_block", "thread_block"})
_TILES = frozenset({"tiled_partition", "thread_block_tile"})
_QUALIFIERS = frozenset({"const", "&", "&&"})


def ranks(code: Sequence[Token], known: Mapping[str, int]) -> dict[int, tuple[Sequence[Token], int]]:
    """By the token that a use begins with: what it stands for, and the token behind it."""
    found: dict[int, tuple[Sequence[Token], int]] = {}
    lanes: dict[str, int] = {}  # by a group's name; 0: all threads of a block
    declared = -1
    for at, token in enumerate(code):
        if token.text in _BLOCKS or token.text in _TILES:
            size, end = (0, at + 1) if token.text in _BLOCKS else _lanes(code, at, known)
            declared = _declared(code, at, end)
            if size is not None and declared >= 0:
                lanes[code[declared].text] = size
        elif token.text in lanes and at != declared and code[at - 1].kind == NAME and code[at - 1].text not in NO_TYPES:
            del lanes[token.text]  # another type's
        elif token.text in RANKS and [t.text for t in code[at + 1 : at + 3]] == ["(", ")"]:
            first = _group(code, at)
            size = lanes.get(code[first].text) if first is not None else None
            if first is not None and code[first].text in _BLOCKS:
                size = 0
            if first is not None and size is not None:
                found[_qualified(code, first)] = _index(token.text, size), at + 3
    return found


def _lanes(code: Sequence[Token], at: int, known: Mapping[str, int]) -> tuple[int | None, int]:
    """The lanes of a tile, by its template's argument or a call's last one, and the token behind them."""
    behind = code[at + 1].text if at + 1 < len(code) else ""
    if behind == "<":
        close = closing_angle(code, at + 1)
        end = next((i for i in range(at + 2, close or at) if code[i].text == ","), close)
        return (constant(code[at + 2 : end], known), close + 1) if close is not None else (None, at + 1)
    if behind == "(":
        end = closing(code, at + 1)
        comma = next((i for i in range(end - 1, at, -1) if code[i].text == ","), end)
        return constant(code[comma + 1 : end], known), end + 1
    return None, at + 1


def _declared(code: Sequence[Token], at: int, end: int) -> int:
    """The name that a group's type, or what makes one, declares: `thread_block_tile<32> t`, `auto t = ...`; -1 where
    none is."""
    after = end
    while after < len(code) and code[after].text in _QUALIFIERS:
        after += 1
    if after < len(code) and code[after].kind == NAME:
        return after
    before = _qualified(code, at) - 1
    return before - 1 if before > 0 and code[before].text == "=" and code[before - 1].kind == NAME else -1


def _group(code: Sequence[Token], at: int) -> int | None:
    """The name whose member stands at a place: of `tile.thread_rank`, or `this_thread_block().thread_rank`."""
    if code[at - 1].text not in (".", "->", "::"):
        return None
    if code[at - 2].text == ")" and code[at - 3].text == "(":
        return at - 4 if code[at - 4].text in _BLOCKS else None
    return at - 2 if code[at - 2].kind == NAME else None


def _qualified(code: Sequence[Token], at: int) -> int:
    """The first token of a name with the scopes in front of it."""
    while at > 1 and code[at - 1].text == "::" and code[at - 2].kind == NAME:
        at -= 2
    return at


def _index(what: str, lanes: int) -> Sequence[Token]:
    if not 0 < lanes <= WARP:
        return lexer.code("(threadIdx.x)")
    return lexer.code(f"(threadIdx.x & {lanes - 1})" if what == "thread_rank" else f"(threadIdx.x / {lanes})")
