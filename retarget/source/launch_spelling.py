"""What nvcc took of kernels and clang does not: `k<< <grid, block>> >(a)`, launch brackets with blanks inside,
`k<<<{11, 1}, {64}>>>(a)`, extents in braces, and `__global__ __device__ void k()`, a kernel with a second attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from retarget.source import brackets, lexer
from retarget.source.brackets import turn
from retarget.source.late_alignments import with_early_alignments
from retarget.source.lexer import Token

_SIDES = ("__device__", "__host__")
_BRACES = re.compile(r"<<<[^;{]*\{")
_PAIR = re.compile(r"__global__\s+__(device|host)__|__(device|host)__\s+__global__")


def closing_bracket(code: Sequence[Token], opening: int) -> int | None:
    """The index of the `>>>` of a launch; one that ends arguments of templates, as in `<<<size<A<B<1>>>(), 64>>>`, is
    none. code has no comments.

    >>> closing_bracket(lexer.code("k<<<size<A<B<1>>>(),64>>>(a)"), 1)
    14
    """
    angles = [0]  # that are open, in each bracket
    for index in range(opening + 1, len(code)):
        text = code[index].text
        if text in ("(", "[", "{"):
            angles.append(0)
        elif text in (")", "]", "}"):
            angles.pop()
            if not angles:
                return None
        elif text == ">>>" and len(angles) == 1 and angles[0] < len(text):
            return index
        elif text == ";" and len(angles) == 1:
            return None
        elif text in ("<", ">", ">>", ">>>"):
            angles[-1] = max(0, angles[-1] + 1 if text == "<" else angles[-1] - len(text))
    return None


def split_brackets(code: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    """`(start, end, text)` for each bracket of a launch that is written in two tokens; code has no comments."""
    for index, (one, other) in enumerate(pairwise(code)):
        if "<<" in (one.text, other.text) and _opens(code, index):
            yield from _pair(code, index)


def second_attributes(code: Sequence[Token]) -> Iterator[Token]:
    """The `__device__` or `__host__` beside each `__global__`; code has no comments."""
    for index, token in enumerate(code):
        if token.text == "__global__":
            yield from (t for t in (*code[max(index - 1, 0) : index], *code[index + 1 : index + 2]) if t.text in _SIDES)


def mended(text: str) -> str:
    """The text with such brackets joined and without such attributes, padded to the length it had: offsets stay. And
    with alignments where clang wants them."""
    text = with_early_alignments(text)
    if not any(split in text for split in ("<< <", "< <<")) and not _PAIR.search(text):
        return text
    code = lexer.code(text)
    for token in second_attributes(code):
        text = text[: token.start] + " " * len(token.text) + text[token.end :]
    for start, end, bracket in split_brackets(code):
        text = text[:start] + bracket.ljust(end - start) + text[end:]
    return text


def readable(text: str) -> str:
    """The same for a parse alone: with round brackets for braces too, of which it then sees the last extent."""
    text = mended(text)
    if _BRACES.search(text):
        for start, end in _braced(lexer.code(text)):
            text = f"{text[:start]}({text[start + 1 : end - 1]}){text[end:]}"
    return text


def _braced(code: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The places of the arguments of launches that stand in braces, outside of macros; code has no comments."""
    for index, token in enumerate(code):
        if token.text != "<<<" or token.directive:
            continue
        end = closing_bracket(code, index)
        if end is None:
            continue
        depth, opened = 0, -1
        for before, inner in zip(code[index:end], code[index + 1 : end], strict=False):
            if inner.text == "{" and not depth and before.text in ("<<<", ","):
                opened = inner.start
            depth += turn(inner.text)
            if inner.text == "}" and not depth and opened >= 0:
                yield opened, inner.end
                opened = -1


def _opens(code: Sequence[Token], index: int) -> bool:
    if (code[index].text, code[index + 1].text) not in (("<<", "<"), ("<", "<<")) or not index:
        return False
    # `operator<< <T>(...)` is the one other place where the two can meet
    before = code[index - 1].text
    return before != "operator" and (before.isidentifier() or before in (">", ")"))


def _pair(code: Sequence[Token], opening: int) -> Iterator[tuple[int, int, str]]:
    depth = 0
    for index in range(opening + 2, len(code) - 1):
        text, after = code[index].text, code[index + 1].text
        depth += turn(text)
        if text in (";", "{") or _opens(code, index):
            return
        if depth == 0 and ((text, after) in ((">>", ">"), (">", ">>")) or text == ">>>"):
            yield code[opening].start, code[opening + 1].end, "<<<"
            if text != ">>>":
                yield code[index].start, code[index + 1].end, ">>>"
            return


def second(launch: str) -> str:
    """The second of the arguments between `<<<` and `>>>`; the whole text where nothing separates them."""
    listed = arguments(launch)
    return listed[1] if len(listed) > 1 else launch


def arguments(launch: str) -> list[str]:
    """The arguments between `<<<` and `>>>`."""
    code = lexer.code(launch)
    opening = next((i for i, t in enumerate(code) if t.text == "<<<"), len(code) - 1)
    closing = closing_bracket(code, opening)
    if closing is None:
        return [""]
    around = [opening, *brackets.separators(code, opening + 1, closing), closing]
    return [launch[code[before].end : code[behind].start] for before, behind in pairwise(around)]
