"""Functions of the device's that nothing in a program of one unit uses.

Rules: it is no member of a class. Its name stands nowhere in the unit but at its declarations, and in functions that
nothing uses either. A name that macros may paste counts as used, and so does what another unit can call: in relocatable
code all but inline and static functions and templates, and all functions of a unit without kernels, which others may
include.
"""

from __future__ import annotations

from msgspec.structs import replace

from retarget.analysis.macros import macros
from retarget.source.flags import UNIT_ENDINGS
from retarget.source.lexer import NAME
from retarget.source.text import Source
from retarget.translation.file import File
from retarget.translation.hip.declarations import head, named_ahead
from retarget.translation.hip.host_calls import is_of_class, may_be_left_out

_IN_TYPES = frozenset({"*", "&", "<", ">"})
_STATEMENTS = frozenset("return co_return co_yield throw else do goto new case".split())
_CALLED = frozenset({"operator", "begin", "end", "get", "swap"})  # without their names, or by libraries


def is_in_unused_function(file: File, offset: int) -> bool:
    """Whether a place lies in the body of one."""
    unit = file.unit
    if not unit.parsed or not unit.root.endswith(UNIT_ENDINGS) or not any(k.is_definition for k in unit.kernels):
        return False
    name = _function_around(file, file.index_at(offset))
    return name is not None and _is_unused(file, name, frozenset())


def _function_around(file: File, index: int) -> int | None:
    """The index of the name of the device function around an index."""
    offset, spans = file.code[index].start, file.unit.device_spans
    starts = [s.start for s in spans if s.path == file.source.path and s.start <= offset < s.end]
    depth, found = 0, None
    for at in range(index - 1, file.index_at(min(starts)) - 1, -1) if starts else ():
        if file.code[at].directive or file.skipped(file.code[at].start):
            continue
        depth += {"}": 1, "{": -1}.get(file.at(at), 0)
        if depth < 0:
            depth, name = 0, named_ahead(file, at)
            found = found if name is None else name
    return found


def _is_unused(file: File, name: int, seen: frozenset[str]) -> bool:
    word, start = file.at(name), head(file, name)
    if start is None or not _is_plain(file, start, name) or word in _CALLED or not _is_the_units(file, start, name):
        return False
    if word in seen:
        return True
    if any(_may_paste(source, word) for source in file.unit.sources):
        return False
    others = (replace(file, source=s) for s in file.unit.sources if word in s.text)
    return all(_is_idle(other, at, seen | {word}) for other in others for at in other.named(word))


def _is_idle(file: File, at: int, seen: frozenset[str]) -> bool:
    """Whether a name at an index is that of a declaration, or stands in a function that nothing uses."""
    around = _function_around(file, at)
    if around is not None:
        return _is_unused(file, around, seen)
    closing = file.closing(at + 1) if file.at(at + 1) == "(" else None
    start = head(file, at)
    is_declared = closing is not None and file.at(closing + 1) in ("{", ";")
    return is_declared and start is not None and _is_plain(file, start, at)


def _is_plain(file: File, start: int, name: int) -> bool:
    """Whether nothing but words and a type stand in front of a declaration's name, outside of classes."""
    between = file.code[start:name]
    words = ((t.kind == NAME and t.text not in _STATEMENTS) or t.text in _IN_TYPES for t in between)
    return name > start and all(words) and not any(t.directive for t in between)


def _is_the_units(file: File, start: int, name: int) -> bool:
    """Whether no other unit can call the function of a definition, nor the header of a library, and it is no kernel."""
    words = {file.at(i) for i in range(start, name)}
    if "__global__" in words or not file.on_device(file.code[name].start) or is_of_class(file, start):
        return False
    return not file.flags.relocatable or may_be_left_out(file, start, words)


def _may_paste(source: Source, word: str) -> bool:
    """Whether a macro of a text may make a word of pieces."""
    if "##" not in source.text:
        return False
    for macro in (m for listed in macros(source.text).values() for m in listed):
        parts = [t.text for t in macro.body]
        for at in (i for i, text in enumerate(parts) if text == "##" and 0 < i < len(parts) - 1):
            left, right = parts[at - 1], parts[at + 1]
            given = {*(macro.parameters or ()), "__VA_ARGS__"}
            if (left in given or word.startswith(left)) and (right in given or word.endswith(right)):
                return True
    return False
