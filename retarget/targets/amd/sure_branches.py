"""Conditionals of which the output takes the branches that the CUDA compilation took, whatever HIP's headers hold: all
that they ask is `__cplusplus`, and whether names are defined that CUDA's side lacks there, and that no file which is
read as HIP defines; but for the guard of a header, that the header itself does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from retarget.source.conditionals import Branch, conditionals
from retarget.source.text import Source
from retarget.system.cache import stamp
from retarget.unit import Unit

_SAME = frozenset({"__cplusplus"})
_BLANK = rb"(?:\s|\\|/\*.*?\*/)"
_DEFINED = re.compile(rb"(?:#|%:|\?\?=)" + _BLANK + rb"*(?:define|undef)" + _BLANK + rb"+(\w+)", re.DOTALL)
# Compilers define names such as `__HIP__`, `FP_FAST_FMA` and `linux`, and no guard of a header.
_MAY_BE_A_COMPILERS = re.compile(r"(?:_|FP_|HIP_|CUDA_|linux$|unix$|i386$)(?!\w*_(?:H|HH|HPP|HXX|CUH|INL)_*$)")


def are_sure(unit: Unit, emitted: Mapping[str, Source], originals: Mapping[str, str], read: Iterable[str]) -> bool:
    """Whether all conditionals of a unit's files are. emitted: texts of the output, by path; originals: the user's file
    of each; read: the files that clang reads for the output."""
    asked: dict[str, str] = {}  # names, and the output whose guard they are
    for path, original in originals.items():
        if original not in unit.seen:
            continue
        words = {word for c in conditionals(emitted[path].text) for one in c.all() for word in one.names}
        for name, is_guard in _conditions(unit, unit.by_path[original]):
            if name not in words or asked.setdefault(name, path if is_guard else "") != (path if is_guard else ""):
                return False
    if any(map(_MAY_BE_A_COMPILERS.match, asked)):
        return False
    return not any(_defines(path, asked, emitted) for path in {*read, *emitted})


def _conditions(unit: Unit, source: Source) -> Iterator[tuple[str, bool]]:
    """The names that are asked for, and whether each is a guard; an empty name where anything else is asked."""
    for conditional in (c for outermost in conditionals(source.text) for c in outermost.all()):
        for branch in conditional.branches:
            names = {name for name, _ in branch.words} - _SAME
            if not names:
                continue
            is_taken = not unit.is_skipped(source.path, branch.line_end)
            is_undefined = (branch.word, is_taken) in (("ifndef", True), ("ifdef", False))
            yield (names.pop(), _is_guard(source, branch)) if is_undefined and len(names) == 1 else ("", False)


def _is_guard(source: Source, branch: Branch) -> bool:
    """Whether the first thing in a branch is the definition of the name that it asks for."""
    first = _DEFINED.match(source.text[branch.line_end : branch.end].lstrip().encode("latin-1"))
    return branch.word == "ifndef" and first is not None and first[1].decode() == branch.words[0][0]


def _defines(path: str, asked: Mapping[str, str], emitted: Mapping[str, Source]) -> bool:
    """Whether a file defines one of the names, more than once where it is its own guard."""
    if path not in emitted:
        state = stamp(path)
        return state is None or not _names(path, str(state)).isdisjoint(asked)
    defined = [name.decode() for name in _DEFINED.findall(emitted[path].text.encode("latin-1"))]
    return any(defined.count(name) > (guard == path) for name, guard in asked.items())


@lru_cache(maxsize=4096)
def _names(path: str, _: str) -> frozenset[str]:
    """What a file defines in the state of a stamp; HIP's headers are read for each unit."""
    return frozenset(name.decode() for name in _DEFINED.findall(Path(path).read_bytes()))
