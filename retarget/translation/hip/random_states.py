"""random-state: states of cuRAND's generators where no constructor may run.

    __shared__ curandState at[32];    -->  raw memory and a reference to it (see shared-objects)
    __device__ curandState all[64];        an error, as is a union that has one

cuRAND's states are plain structures, hipRAND's have constructors: memory of the device begins without them. Names of a
state, classes that hold one, and the parameters of templates count, in programs that name a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.source.brackets import BRACES, closing_angle, enclosing
from retarget.source.lexer import NAME, Token
from retarget.source.recent import mentioned
from retarget.translation.file import File, Finding, users_code
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule
from retarget.unit import Unit

RULE = "random-state"
_STATE = re.compile(r"(?:cu|hip)randState(?:XORWOW|MRG32k3a|Philox4_32_10|(?:Scrambled)?Sobol(?:32|64))?(?:_t)?")
_CLASSES = ("struct", "class", "union")
_ENDS = (";", "{", "}", ")")
_LONGEST = 40  # tokens ahead of the brace of a class
_may_name = mentioned(re.compile(r"\b(?:cu|hip)randState"))


@rule(RULE)
def random_states(file: File) -> Iterator[Finding]:
    types = file.unit.once(_types)
    for index, token in enumerate(file.code if types and file.is_cuda else ()):
        if token.text not in types or token.directive or file.skipped(token.start):
            continue
        if file.at(index - 1) == "__device__" and _declares(file, index) and file.at(index + 2) in (";", "["):
            why = f"hipRAND's states have constructors, and '{file.at(index + 1)}' is memory of the device: allocate it"
            yield file.error(RULE, file.span(index + 1), f"{why} with cudaMalloc")
        elif _declares(file, index) and _opens_union(file, index):
            why = "hipRAND's states have constructors: a union that holds one has none: hold it apart"
            yield file.error(RULE, file.span(index), why)
    for name in (i for i in _shared(file, types) if file.is_cuda and not file.skipped(file.code[i].start)):
        why = "hipRAND's states have constructors, which cannot run in shared memory: declare this one alone"
        yield file.error(RULE, file.span(name), why)


def shared_states(file: File) -> Iterator[int]:
    """Indices of the names of variables in shared memory that are, or may be, states."""
    types = file.unit.once(_types)
    yield from _shared(file, types | frozenset(_parameters(file.code)) if types else types)


def _shared(file: File, types: frozenset[str]) -> Iterator[int]:
    for index in (i for i, t in enumerate(file.code if types else ()) if t.text in types and not t.directive):
        name = index + 1
        if file.at(name) == "<":
            name = (closing_angle(file.code, name) or index) + 1
        first = head(file, name) if _is_name(file, name) else None
        words = [file.at(i) for i in range(first, index)] if first is not None else []
        if "__shared__" in words and "extern" not in words:
            yield name


def _declares(file: File, index: int) -> bool:
    return _is_name(file, index + 1) and file.at(index + 2) in (";", "[", ",", "=", "{")


def _is_name(file: File, index: int) -> bool:
    return index < len(file.code) and file.code[index].kind == NAME


def _opens_union(file: File, index: int) -> bool:
    """Whether the innermost brace around a place is a union's."""
    brace = next(enclosing(file.code, index, BRACES), None)
    return brace is not None and "union" in (file.at(brace - 1), file.at(brace - 2))


def _types(unit: Unit) -> frozenset[str]:
    """The names of states, of their aliases, and of classes that hold one; none where the program names no state."""
    codes = [users_code(s.text) for s in unit.sources] if any(_may_name(s.text) for s in unit.sources) else []
    found = frozenset(t.text for code in codes for t in code if _STATE.fullmatch(t.text))
    while found:
        more = found | {name for code in codes for name in _made_of(code, found)}
        if more == found:
            break
        found = more
    return found


def _made_of(code: Sequence[Token], types: frozenset[str]) -> Iterator[str]:
    """Aliases of types, and classes with members of them."""
    words = [t.text for t in code]
    opened: list[str] = []  # the class that each brace opens, empty where none
    for at, word in enumerate(words):
        if word == "{":
            ahead = range(at - 1, max(at - _LONGEST, -1), -1)
            before = next((i for i in ahead if words[i] in (*_CLASSES, *_ENDS)), None)
            is_class = before is not None and words[before] in _CLASSES
            opened.append(words[before + 1] if before is not None and is_class else "")
        elif word == "}" and opened:
            opened.pop()
        elif word in types and at + 2 < len(words) and not code[at].directive:
            if "typedef" in words[max(at - 2, 0) : at] and words[at + 2] == ";":
                yield words[at + 1]
            elif words[at + 1] == ";" and "=" in words[max(at - 3, 0) : at] and "using" in words[max(at - 6, 0) : at]:
                yield words[words.index("using", max(at - 6, 0)) + 1]
            elif opened and opened[-1] and code[at + 1].kind == NAME and words[at + 2] in (";", "[", ","):
                yield opened[-1]


def _parameters(code: Sequence[Token]) -> Iterator[str]:
    """Type parameters of templates."""
    for at in range(len(code) - 2):
        if code[at].text in ("typename", "class") and code[at + 2].text in (",", ">", "="):
            yield code[at + 1].text
