"""A text as nvcc of CUDA 11.8 reads it, for a parse by clang: offsets stay.

    #if defined(__CUDA_ARCH__)        #if defined(__CUDA_ARCH__)
    #ifdef __clang__             -->  #ifdef __CUDA__
    #if CUB_VERSION >= 200000    -->  #if 101501      >= 200000

In code for a device, `__clang__` asks whether clang compiles CUDA. nvcc is not clang, and none but clang,
in CUDA alone, defines `__CUDA__`. Elsewhere `__clang__` asks for the host's compiler, which clang may be. Libraries
that are headers alone come with the newest CUDA, and the output answers that it is 11.8 (templates/hip/arch.h).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from retarget.source.conditionals import Branch, Conditional, conditionals
from retarget.source.launch_spelling import readable
from retarget.source.lexer import COMMENT, NUMBER, Token, tokens

CLANG, CLANG_OF_CUDA = "__clang__", "__CUDA__"
_DEVICE = "__CUDA_ARCH__"
_VERSIONS = re.compile(r"\b(?:(?:CUB|THRUST)_(?:(?:MAJOR_|MINOR_|SUBMINOR_)?VERSION)|CCCL_(?:\w+_)?VERSION)\b")
_ANSWERS = {"": "101501", "MAJOR_": "1", "MINOR_": "15", "SUBMINOR_": "1"}
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:(?:el)?if(?:n?def)?|define)\b(?:[^\n\\]|\\[^\n]|\\\r?\n)*", re.M)
_NAMED = re.compile(r"#[ \t]*define[ \t]+\Z")
_ASKED = re.compile(r"(?:\bdefined[ \t]*\(?[ \t]*|#[ \t]*(?:el)?ifn?def[ \t]+)\Z")


def shown(text: str) -> str:
    """What a parse is shown in place of a text; the text itself where that is the same."""
    for start in asks_for_clang(text):
        text = text[:start] + CLANG_OF_CUDA.ljust(len(CLANG)) + text[start + len(CLANG) :]
    return readable(_DIRECTIVE.sub(_answered, text) if _VERSIONS.search(text) else text)


def _answered(directive: re.Match[str]) -> str:
    """A condition, or a macro, with the versions of libraries that are headers alone.

    >>> _DIRECTIVE.sub(_answered, "#if defined(CUB_VERSION) && CUB_VERSION > 1 || CCCL_VERSION")
    '#if defined(CUB_VERSION) && 101501      > 1 || CCCL_VERSIO_'
    """
    line = directive[0]

    def answer(name: re.Match[str]) -> str:
        library, _, part = name[0].removesuffix("VERSION").partition("_")
        if _NAMED.search(line, 0, name.start()):
            return name[0]
        if library == "CCCL":  # which CUDA 11.8 has not
            return f"{name[0][:-1]}_"
        return name[0] if _ASKED.search(line, 0, name.start()) else _ANSWERS[part].ljust(len(name[0]))

    return _VERSIONS.sub(answer, line)


@lru_cache(maxsize=512)
def asks_for_clang(text: str) -> tuple[int, ...]:
    """Where conditions ask whether clang compiles CUDA: those that only a compilation for a device comes to.

    >>> asks_for_clang("#if !defined(__CUDA_ARCH__)\\n#elif defined(__clang__)\\n#endif\\n#ifdef __clang__\\n#endif\\n")
    (42,)
    """
    if CLANG not in text or _DEVICE not in text:
        return ()
    return tuple(_places(text, conditionals(text), is_devices=False))


def _places(text: str, listed: Sequence[Conditional], is_devices: bool) -> Iterator[int]:
    for conditional in listed:
        is_open = not is_devices  # to the host
        for branch in conditional.branches:
            on_host = _on_host(text, branch)
            is_for_device = not is_open or on_host is False
            if is_for_device:
                yield from (at for name, at in branch.words if name == CLANG)
            yield from _places(text, branch.inner, is_for_device)
            is_open = is_open and on_host is not True


def _on_host(text: str, branch: Branch) -> bool | None:
    """What a condition answers the host; None where that is not known."""
    names = [name for name, _ in branch.words]
    if branch.word in ("ifdef", "elifdef", "ifndef", "elifndef"):
        return branch.word.endswith("ndef") if names[:1] == [_DEVICE] else None
    if branch.word == "else":
        return True
    code = [t for t in tokens(text[branch.start : branch.line_end]) if t.kind != COMMENT]
    return _either(code[2:], "||")


def _either(code: Sequence[Token], operator: str) -> bool | None:
    """A condition of parts between `||`, or between `&&`."""
    parts = _parts(code, operator)
    if len(parts) == 1:
        return _either(code, "&&") if operator == "||" else _one(code)
    answers = [_either(part, "&&") if operator == "||" else _one(part) for part in parts]
    decides = operator == "||"
    return decides if decides in answers else None if None in answers else not decides


def _parts(code: Sequence[Token], operator: str) -> list[Sequence[Token]]:
    found, depth, first = [], 0, 0
    for at, token in enumerate(code):
        depth += (token.text == "(") - (token.text == ")")
        if token.text == operator and not depth:
            found.append(code[first:at])
            first = at + 1
    return [*found, code[first:]]


def _one(code: Sequence[Token]) -> bool | None:
    words = [t.text for t in code]
    if words[:1] == ["!"]:
        answer = _one(code[1:])
        return None if answer is None else not answer
    if words in ([_DEVICE], ["defined", _DEVICE], ["defined", "(", _DEVICE, ")"]):
        return False
    if len(code) == 3 and words[0] == _DEVICE and words[1] in (">=", ">") and code[2].kind == NUMBER:
        return False if words[2].strip("0uUlL") or words[1] == ">" else None
    if words[:1] == ["("] and words[-1:] == [")"] and not _closes_early(code):
        return _either(code[1:-1], "||")
    return None


def _closes_early(code: Sequence[Token]) -> bool:
    depth = 0
    for token in code[:-1]:
        depth += (token.text == "(") - (token.text == ")")
        if not depth:
            return True
    return False


__all__ = ["CLANG", "CLANG_OF_CUDA", "asks_for_clang", "shown"]
