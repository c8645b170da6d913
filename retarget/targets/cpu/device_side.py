"""Conditions on the device side of the compilation: one compilation serves host and device here.

    #ifdef __CUDA_ARCH__        in a device function      -->  #if 1
    #if __CUDA_ARCH__ >= 600    in a device function      -->  #if 700 >= 600
    #ifdef __CUDA_ARCH__        in a function of both     -->  the function gets both bodies
    #if __CUDA_ARCH__ >= 600    around functions, macros  -->  #if 700 >= 600
    #ifdef __CUDA_ARCH__        around device functions   -->  #if 1

Legal where no function of the host lies in the branches: code of the device may be called from anywhere here, and what
a GPU can do is no question of the host's. Elsewhere outside of functions the host's branch is taken.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator

from retarget.source.conditionals import Branch, Conditional, conditionals
from retarget.source.text import Edit
from retarget.targets.cpu.tokens import Code

_NAMES = frozenset(["__CUDA_ARCH__", "RETARGET_CUDA_ARCH", "__HIP_DEVICE_COMPILE__"])
_CONDITIONS = ("if", "ifdef", "ifndef", "elif")
_BEFORE_BODY = (")", "const", "noexcept")


def device_branches(code: Code, host_body: Callable[[str], str]) -> Iterator[Edit]:
    """host_body: lowers what the host has of a function of both sides."""
    if not any(t.text in _NAMES for t in code.code):
        return
    copied: set[int] = set()
    outside = set(_decided_by_the_device(code))
    for i, token in enumerate(code.code):
        if token.text not in _NAMES:
            continue
        if token.directive not in _CONDITIONS:
            if token.directive in ("", "define") and code.at(i - 1) != "define":
                yield code.replace(token.start, token.end, _value(token.text))
            continue
        body = code.function(i)
        if body is None:
            if i in outside:
                yield _holds(code, i)
            continue
        sides = code.head(body[0])
        if not sides & {"__device__", "__global__"}:
            continue
        yield _holds(code, i)
        if "__host__" in sides and body[0] not in copied:
            copied.add(body[0])
            yield from _both(code, *body, host_body)


def _value(name: str) -> str:
    return "1" if name == "__HIP_DEVICE_COMPILE__" else "700"


def _holds(code: Code, i: int) -> Edit:
    token = code.code[i]
    if token.directive in ("ifdef", "ifndef"):
        return code.replace(code.code[i - 1].start, token.end, "if 1" if token.directive == "ifdef" else "if 0")
    if code.at(i - 1) == "defined":
        return code.replace(code.code[i - 1].start, token.end, "1")
    if code.at(i - 1) == "(" and code.at(i - 2) == "defined":
        return code.replace(code.code[i - 2].start, code.code[i + 1].end, "1")
    return code.replace(token.start, token.end, _value(token.text))


def _decided_by_the_device(code: Code) -> Iterator[int]:
    """The names in conditions outside of functions that the device answers."""
    starts = [t.start for t in code.code]
    for outermost in conditionals(code.source.text):
        for conditional in outermost.all():
            asked = [bisect_left(starts, at) for b in conditional.branches for name, at in b.words if name in _NAMES]
            if asked and _is_the_devices(code, starts, conditional, asked):
                yield from asked


def _is_the_devices(code: Code, starts: list[int], conditional: Conditional, asked: list[int]) -> bool:
    heads = [head for b in conditional.branches for head in _functions(code, starts, b)]
    if any("__host__" in head or not head & {"__device__", "__global__"} for head in heads):
        return False
    return bool(heads) or any(_asks_for_the_value(code, i) for i in asked)


def _asks_for_the_value(code: Code, i: int) -> bool:
    is_asked_whether = code.at(i - 1) == "defined" or (code.at(i - 1) == "(" and code.at(i - 2) == "defined")
    return code.code[i].directive in ("if", "elif") and not is_asked_whether


def _functions(code: Code, starts: list[int], branch: Branch) -> Iterator[frozenset[str]]:
    """The words before each function that a branch defines."""
    i, last = (bisect_left(starts, at) for at in (branch.line_end, branch.end))
    while i < last:
        if not code.code[i].directive and code.at(i) == "{" and code.at(i - 1) in _BEFORE_BODY:
            yield code.head(i)
            i = code.closing(i) or last
        i += 1


def _both(code: Code, opening: int, closing: int, host_body: Callable[[str], str]) -> Iterator[Edit]:
    """A function of both sides becomes `{ if (on the device) { body } else { body } }`."""
    text = code.source.text
    body = text[code.code[opening].end : code.code[closing].start]
    first, last = (_line(text, code.code[i].start) for i in (opening, closing))
    name = os.path.abspath(code.source.path)
    yield code.insert(code.code[opening].end, " if (::retarget_host::on_device()) {")
    yield code.insert(
        code.code[closing].start, f'}} else {{\n#line {first} "{name}"\n{host_body(body)}\n#line {last} "{name}"\n}}'
    )


def _line(text: str, offset: int) -> int:
    """The line of the user's file: counted from the last `#line` before."""
    marks = list(re.finditer(r"^#line (\d+)[^\n]*\n", text[:offset], re.M))
    start, line = (marks[-1].end(), int(marks[-1][1])) if marks else (0, 1)
    return line + text.count("\n", start, offset)
