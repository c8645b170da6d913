"""`k<< <grid, block>> >(a)`: launch brackets that nvcc takes with blanks inside, and clang does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.lexer import Token, tokens


def split_brackets(code: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    """`(start, end, text)` for each bracket of a launch that is written in two tokens; code has no comments."""
    for index in range(len(code) - 1):
        if _opens(code, index):
            yield from _pair(code, index)


def mended(text: str) -> str:
    """The text with such brackets joined, each padded to the length it had: offsets stay."""
    if "<< <" not in text and "< <<" not in text:
        return text
    code = [t for t in tokens(text) if t.kind != "comment"]
    for start, end, bracket in split_brackets(code):
        text = text[:start] + bracket.ljust(end - start) + text[end:]
    return text


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
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if text in (";", "{") or _opens(code, index):
            return
        if depth == 0 and ((text, after) in ((">>", ">"), (">", ">>")) or text == ">>>"):
            yield code[opening].start, code[opening + 1].end, "<<<"
            if text != ">>>":
                yield code[index].start, code[index + 1].end, ">>>"
            return
