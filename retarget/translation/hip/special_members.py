"""special-members: constructors and destructors of the device's, of objects that functions of both sides hold.

    __device__ ~V() { delete[] p; }   -->  __host__ __device__ ~V() {
                                           #ifdef __CUDA_ARCH__
                                            delete[] p;
                                           #endif
                                           }

nvcc lets a constructor of both sides make and destroy members of such classes. On the host it keeps initialisers and
leaves out the bodies.

Legal where clang rules out the use by a function of both sides. All members of that name, of classes of that name, get
the host's: no other function of the host may call one. What clang complains of is written before anything is
translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.analysis.macros import expanding
from retarget.source.brackets import BRACES, enclosing, opening_angle
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import behind_initialisers, head
from retarget.translation.rule import rule
from retarget.unit import Unit

RULE = "special-members"
_USED = re.compile(r"reference to __device__ function '(~?)(\w+)\W?.*' in __host__ __device__ function")
_BEHIND = frozenset({"noexcept", "override", "final"})


@rule(RULE)
def special_members(file: File) -> Iterator[Edit]:
    for tilde, name in file.unit.once(_used):
        for index in file.named(name):
            first = index - 1 if tilde else index
            if file.at(index + 1) == "(" and file.at(first) == (tilde or name) and _is_member(file, first, name):
                yield from _for_both(file, first, index)


def _used(unit: Unit) -> tuple[tuple[str, str], ...]:
    said = (m for d in unit.diagnostics if d.rule == "parse" for m in (d.message, *(r.message for r in d.related)))
    found = (match.groups() for match in map(_USED.match, said) if match)
    return tuple(dict.fromkeys((tilde, name) for tilde, name in found))


def _is_member(file: File, first: int, name: str) -> bool:
    """Whether a special member is declared at an index: in its class, or behind the name of that."""
    if file.at(first - 1) == "::":
        at = first - 2
        at = (opening_angle(file.code, at) or 0) - 1 if file.at(at) == ">" else at
        return file.at(at) == name
    brace = next(enclosing(file.code, first, BRACES), None)
    while brace is not None and brace > 0 and file.at(brace - 1) not in (";", "{", "}", ")"):
        brace -= 1
        if file.at(brace) in ("struct", "class") and name in (file.at(brace + 1), file.at(brace + 2)):
            return True
    return False


def _for_both(file: File, first: int, name: int) -> Iterator[Edit]:
    start, closing = head(file, first), file.closing(name + 1)
    if start is None or closing is None or file.code[first].directive:
        return
    words = {file.at(i) for i in range(start, first)}
    if not words & expanding(file.unit, "__device__") or words & expanding(file.unit, "__host__"):
        return
    yield Edit(file.source.span(file.code[start].start, file.code[start].start), "__host__ ", RULE)
    at = closing + 1
    while file.at(at) in _BEHIND:
        at += 1
    body = behind_initialisers(file, at)
    end = file.closing(body) if file.at(body) == "{" else None
    if end is not None and end > body + 1:
        yield from _on_device(file, body, end)


def _on_device(file: File, body: int, end: int) -> Iterator[Edit]:
    """A body that the host's pass leaves out."""
    text, inside, outside = file.source.text, file.code[body].end, file.code[end].start
    last = text.rfind("\n", inside, outside) + 1
    opens = "\n#ifdef __CUDA_ARCH__" + ("" if text[inside : inside + 1] in "\r\n" else "\n")
    yield Edit(file.source.span(inside, inside), opens, RULE)
    if last and not text[last:outside].strip():
        yield Edit(file.source.span(last, last), "#endif\n", RULE)
    else:
        yield Edit(file.source.span(outside, outside), "\n#endif\n", RULE)
