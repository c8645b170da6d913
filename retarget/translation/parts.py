"""The support headers of ours that a translated program may need: read, inlined, listed with what they include."""

from __future__ import annotations

import re
from functools import cache

from retarget.system.toolchain import templates

BEGIN, END = "// >>> retarget_hip/", "// <<< retarget_hip/"  # around a part within a file
FOLDER = "retarget_hip"
_DEFINED = re.compile(r"^[^#/\n]*?\b(\w*[A-Za-z0-9])\([^;{}]*\)(?: const)? \{", re.M)
_INCLUDE = re.compile(r'^#include "(\w+)\.h"\n', re.M)


@cache
def text(part: str) -> str:
    """The text of a part; raises OSError where there is none of that name."""
    path = templates() / "hip" / f"{part}.h"
    return (path if path.is_file() else templates() / "cuda" / f"{part}.h").read_text()


def closure(part: str) -> tuple[str, ...]:
    """A part and those that it includes, each after those that it needs."""
    needed = [p for name in _INCLUDE.findall(text(part)) for p in closure(name)]
    return tuple(dict.fromkeys([*needed, part]))


@cache
def functions(part: str) -> frozenset[str]:
    """Names of the functions that a part and those that it needs define: a macro of such a name would change them."""
    return frozenset(name for p in closure(part) for name in _DEFINED.findall(text(p)))


def included(part: str, folder: str) -> str:
    """An include of a part that lies in `folder`, as seen from the including file."""
    return f'#include "{folder}/{part}.h"\n'


def inlined(part: str, already: set[str]) -> str:
    """The text of a part and of those that it needs, less those in `already`, between marks by which a later
    run knows it."""
    written = [p for p in closure(part) if p not in already]
    already.update(written)
    return "".join(f"{BEGIN}{p}.h\n{_INCLUDE.sub('', text(p))}{END}{p}.h\n" for p in written)
