"""What the parse of a unit's output gave, remembered by its inputs: a change costs the parse of what it reaches.

A result is kept under the hash of what was asked, and holds while all that clang read for it is as it was: files of
the output by their texts, all others by size and time, and headers that were missing by their absence. Why a unit could
not be checked is part of its result: it holds until what was missing is there.
"""

from __future__ import annotations

import os
import pickle
import re
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from retarget.source.text import Diagnostic, Source, digest
from retarget.system.cache import cache_folder, package_state, stamp
from retarget.system.tidy import tidy_at_times
from retarget.unit.parse.environment import searched

MOST_FILES, MOST_BYTES = 8000, 1 << 28
_NAME = re.compile(r"(?:\\[ #]|\$\$|[^\s\\]|\\(?![\n ]))+")  # in a rule of make, as clang writes it
_ESCAPED = re.compile(r"\\([ #])|\$(\$)")

State = str | tuple[int, ...] | None  # a digest of the output's, a stamp of another file's


class _StoredParse(Struct, frozen=True):
    found: tuple[Diagnostic, ...]
    why_not: str
    read: tuple[tuple[str, State], ...]


def key(asked: str, compiler: Path) -> str:
    """Names the result of a parse. asked: all that decides it beside the files that are read."""
    parts = [package_state(), os.getcwd(), asked, str(compiler), str(stamp(str(compiler))), repr(searched())]
    return digest("\0".join(parts).encode("utf-8", "surrogateescape"))[:40]


def recall(name: str, emitted: Mapping[str, Source]) -> tuple[tuple[Diagnostic, ...], str] | None:
    """What the parse of this name found, where it would read the same, and why that is not all; empty where it is.
    emitted: texts of the output, by path."""
    try:
        kept = pickle.loads(zlib.decompress(_place(name).read_bytes()))
    except Exception:  # whatever a damaged file makes of itself: the unit is parsed anew
        return None
    is_same = isinstance(kept, _StoredParse) and all(_state(path, emitted) == then for path, then in kept.read)
    return (kept.found, kept.why_not) if is_same else None


def remember(
    name: str, found: Iterable[Diagnostic], why_not: str, read: Iterable[str], emitted: Mapping[str, Source]
) -> None:
    """Keeps what a parse found; a folder that cannot be written costs only the time of the next run. read: the files
    that it rests on, those among them that are not there too."""
    kept = _StoredParse(tuple(found), why_not, tuple((path, _state(path, emitted)) for path in read))
    place = _place(name)
    scratch = place.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(zlib.compress(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL), 1))
        os.replace(scratch, place)


def keep_small() -> None:
    """Drops the oldest results beyond what is kept."""
    tidy_at_times(cache_folder() / "parses", MOST_FILES, MOST_BYTES)


def dependencies(rule: str) -> list[str]:
    r"""The files that a rule of make lists behind its target, absolute.

    >>> dependencies("unit: /a/b\\ c.h \\\n  /d$$.h\n")
    ['/a/b c.h', '/d$.h']
    """
    names = _NAME.findall(rule.partition(":")[2])
    return [os.path.abspath(_ESCAPED.sub(lambda m: m[1] or m[2], name)) for name in names]


def _place(name: str) -> Path:
    return cache_folder() / "parses" / name


def _state(path: str, emitted: Mapping[str, Source]) -> State:
    if path in emitted:
        return emitted[path].digest
    found = stamp(path)
    return tuple(found) if found else None
