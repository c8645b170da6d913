"""Whether the threads of a block that stand in a row along x are lanes of one warp.

They are where the launch says so: the block has 32 of them, or a divisor of 32. Where no launch is seen to say, the
function does: `threadIdx.y` picks rows of 32 elements, by an array's extent or by a factor.

    __shared__ float s[8][32];   s[threadIdx.y][threadIdx.x]
    float* row = dynamic + 32 * threadIdx.y;
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retarget.analysis.lane_values import WARP, constant
from retarget.analysis.statements import DeviceFunction, closing
from retarget.source.lexer import Token


def row_of(function: DeviceFunction, code: Sequence[Token], known: Mapping[str, int], width: int | None) -> int:
    """How many threads of a row are lanes of one warp; 0 where they may be others'. width: threads along x in all
    launches; 0 where these do not agree, None where none is seen to say."""
    first, last = function.name, function.body.last
    outer = {i for i in range(first, last) if code[i].text in ("y", "z") and code[i - 2].text == "threadIdx"}
    if width is not None and width > 1:
        return width if WARP % width == 0 and (outer or width < WARP) else 0
    return WARP if width is None and outer and _counts_by_warp(code, first, last, outer, known) else 0


def _counts_by_warp(code: Sequence[Token], first: int, last: int, outer: set[int], known: Mapping[str, int]) -> bool:
    names = {code[i - 4].text for i in outer if code[i - 3].text == "="} | {"y", "z"}
    return any(_is_row(code, i, known) or _is_scaled(code, i, names, known) for i in range(first, last))


def _is_row(code: Sequence[Token], at: int, known: Mapping[str, int]) -> bool:
    """Whether a bracket holds the last extent of an array of arrays, which is a warp's."""
    if code[at].text != "[" or code[at - 1].text not in ("]", ")"):
        return False
    end = closing(code, at)
    return code[end + 1].text not in ("[", ".") and constant(code[at + 1 : end], known) == WARP


def _is_scaled(code: Sequence[Token], at: int, names: set[str], known: Mapping[str, int]) -> bool:
    """Whether an operator makes warps of what `threadIdx.y` holds."""
    if code[at].text != "*" or not any(constant(code[n : n + 1], known) == WARP for n in (at - 1, at + 1)):
        return False
    return bool({code[at - 1].text, code[at + 1].text, code[at + 3].text} & names)
