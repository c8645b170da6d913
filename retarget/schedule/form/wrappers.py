"""Objects that only give the address of dynamic shared memory, replaced by a declaration of the kernel's own, in a text
that only the coarsened kernel is made of.

    template <class T> struct SharedMemory {
        __device__ operator T*() { extern __shared__ int pool[]; return (T*)pool; }
    };
                                                extern __shared__ uint4 shared_pool[];
    T* s = SharedMemory<T>();           -->     T* s = reinterpret_cast<T*>(shared_pool);

Legal: nothing stands in the class, nor in any specialisation of it, but functions that do this; and the kernel names it
for pointers alone that are initialised with such an object, or by way of one. All dynamic shared memory of a block
begins at one address, whatever its name and type are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from retarget.schedule.refusal import RULE
from retarget.source.brackets import BRACES, closing
from retarget.source.lexer import NAME, Token, code
from retarget.source.text import Edit, Source, Span
from retarget.unit import Unit
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_CLASS = re.compile(r"@S[TP]?(?:>[^@]*)?@(\w+)(?:>[^@]*)?@F")
_ACCESS = frozenset({"public", "private", "protected", ":", ";"})


def unwrapping(unit: Unit, kernel: Function, fresh: Callable[[str], str]) -> tuple[Edit, ...]:
    """Edits of the unit's text that declare such memory in a kernel; none where it has no such object."""
    source = unit.by_path[kernel.span.path]
    body = [t for t in code(source.text) if kernel.body.span.start <= t.start < kernel.body.span.end]
    named = {t.text for t in body if t.kind == NAME}
    made: list[Edit] = []
    name = fresh("shared_pool")
    for wrapper in sorted(_wrappers(unit) & named):
        found = _replaced(kernel, source, body, wrapper, name)
        if found is None:
            return ()
        made += found
    if made:
        opening = kernel.body.span.start + 1
        made.insert(0, Edit(source.span(opening, opening), f"\n    extern __shared__ uint4 {name}[];", RULE))
    return tuple(made)


# Classes


def _wrappers(unit: Unit) -> set[str]:
    """The classes that do nothing else."""
    members: dict[str, list[Function]] = {}
    for function in unit.functions:
        match = _CLASS.search(function.usr) if function.is_member else None
        if match:
            members.setdefault(match[1], []).append(function)
    return {n for n, listed in members.items() if all(map(_gives_memory, listed)) and _is_bare(n, listed, unit)}


def _gives_memory(function: Function) -> bool:
    """Whether a function declares dynamic shared memory, returns its address, and does nothing else."""
    parts = [p for p in function.body.parts if p.kind is not Kind.EMPTY]
    if len(parts) != 2 or parts[0].kind is not Kind.DECLARE or parts[1].kind is not Kind.RETURN:
        return False
    declared, given = parts[0].parts, parts[1].parts
    if len(declared) != 1 or len(given) != 1 or given[0].kind is not Kind.NAME or function.parameters:
        return False
    variable = function.variables.get(declared[0].variable)
    is_dynamic = variable is not None and variable.storage is Storage.DYNAMIC
    return is_dynamic and given[0].variable == declared[0].variable


def _is_bare(name: str, members: Sequence[Function], unit: Unit) -> bool:
    """Whether nothing stands in the definitions of a class but these functions."""
    spans, inside = {m.span for m in members}, set[Span]()
    for source in unit.sources:
        listed = code(source.text)
        for at, token in enumerate(listed[:-1]):
            if token.text not in ("struct", "class") or listed[at + 1].text != name or token.directive:
                continue
            body = _braces(listed, at + 2)
            if body is None:
                continue
            own = {s for s in spans if s.path == source.path and _holds(body, s)}
            within = (t for t in listed if body[0] < t.start < body[1])
            if any(t.text not in _ACCESS for t in within if not any(s.start <= t.start < s.end for s in own)):
                return False
            inside |= own
    return inside == spans


def _braces(listed: Sequence[Token], at: int) -> tuple[int, int] | None:
    """The braces of a class's definition, whose name stands in front; None where it has bases, or is none."""
    angles = 0
    while at < len(listed) and (angles or listed[at].text != "{"):
        angles += {"<": 1, "<<": 2, ">": -1, ">>": -2}.get(listed[at].text, 0)
        if listed[at].text in (";", ":", "(", ")") and not angles:
            return None
        at += 1
    end = closing(listed, at, BRACES, own_directive=False) if at < len(listed) else None
    return None if end is None else (listed[at].start, listed[end].start)


def _holds(body: tuple[int, int], span: Span) -> bool:
    return body[0] < span.start and span.end <= body[1]


# Uses


def _replaced(kernel: Function, source: Source, body: Sequence[Token], wrapper: str, name: str) -> list[Edit] | None:
    """Edits of a class's uses in a kernel; None where it is used otherwise."""
    made: list[Edit] = []
    objects: set[str] = set()
    seen = 0  # names of the class, and of objects, that are accounted for
    for node, variable in _declared(kernel):
        text = source.text[variable.name_start + len(variable.name) : node.span.end].rstrip().removesuffix(";").strip()
        named = [t.text for t in code(text) if t.kind == NAME]
        head = [t.text for t in code(source.text[node.span.start : variable.name_start])]
        if head[:1] == [wrapper] and text in ("", "()", "{}") and "*" not in head and "&" not in head:
            objects.add(variable.name)
            made.append(Edit(source.span(node.span.start, _end(node, source)), "", RULE))
            seen += 2
        elif text.startswith("=") and named and (named[0] == wrapper or named[0] in objects):
            if not _is_given(text[1:].strip(), wrapper, objects) or not _is_pointer(variable):
                return None
            start = variable.name_start + len(variable.name)
            end = start + len(source.text[start : node.span.end].rstrip().removesuffix(";"))
            made.append(Edit(source.span(start, end), f" = reinterpret_cast<{variable.type}>({name})", RULE))
            seen += 1
    used = sum(t.text == wrapper or t.text in objects for t in body if t.kind == NAME)
    return made if used == seen else None


def _declared(kernel: Function) -> Iterator[tuple[Node, Variable]]:
    """The variables that the kernel's own statements declare, each alone."""
    for node in kernel.body.parts:
        if node.kind is Kind.DECLARE and len(node.parts) == 1 and node.parts[0].variable in kernel.variables:
            yield node, kernel.variables[node.parts[0].variable]


def _is_given(value: str, wrapper: str, objects: set[str]) -> bool:
    """Whether a value is `Wrapper<...>()`, an object of the class, or what a method without arguments gives of one."""
    words = [t.text for t in code(value)]
    if words[0] in objects:
        return len(words) == 1 or (len(words) == 5 and words[1] == "." and words[3:] == ["(", ")"])
    is_made = words[-2:] in (["(", ")"], ["{", "}"])
    return words[0] == wrapper and is_made and not {"(", "{", "?", ","} & set(words[1:-2])


def _is_pointer(variable: Variable) -> bool:
    return variable.is_pointer and "auto" not in variable.type.split()


def _end(node: Node, source: Source) -> int:
    end = node.span.end
    return end if source.text[end - 1] == ";" else source.text.index(";", end) + 1
