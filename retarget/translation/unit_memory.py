"""What a unit gave, remembered by its inputs: a changed file costs the units that reach it, and no others.

A result is kept under the hash of all that decides it: the texts that the unit reaches, its flags, the options, the
package itself. Headers that are not the user's count by their size and time, and a header that was missing, or that
directives ask for without an include, by its absence. Texts are not kept: they are at hand when a result is looked up.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from msgspec import Struct, structs

from retarget.source.flags import Flags
from retarget.source.open_directives import asked_for, composes_directives
from retarget.source.project import below
from retarget.source.reach import read_now
from retarget.source.text import Source, digest
from retarget.system.cache import package_state, stamp
from retarget.system.tidy import tidy_at_times
from retarget.translation.merge import UnitResult
from retarget.unit import Unit
from retarget.unit.parse.environment import searched

MOST_FILES, MOST_BYTES = 8000, 1 << 30
_LAST = ("/usr/include", "/usr/local/include")


class _StoredResult(Struct, frozen=True):
    """A result without its texts: `sources` are paths, digests and aliases; `others` the stamps of foreign headers,
    None for those that were missing."""

    result: UnitResult
    sources: tuple[tuple[str, str, frozenset[str]], ...]
    others: tuple[tuple[str, tuple[int, ...] | None], ...]


def key(asked: str, root: Source, flags: Flags, sources: Iterable[Source]) -> str:
    """Names the result of a unit. asked: what else decides it, as text."""
    texts = [f"{s.path}\0{s.digest}\0{sorted(s.aliases)}" for s in sources]
    parts = [package_state(), os.getcwd(), asked, root.path, repr(flags), repr(searched()), *texts]
    return digest("\0".join(parts).encode("utf-8", "surrogateescape"))[:40]


def recall(name: str, cache: Path, sources: Sequence[Source]) -> UnitResult | None:
    """The result of this name, where the headers that it rests on are as they were."""
    try:
        kept = pickle.loads(zlib.decompress(_place(name, cache).read_bytes()))
    except Exception:  # whatever a damaged file makes of itself: the unit is translated anew
        return None
    if not isinstance(kept, _StoredResult) or any(_stamp(path) != then for path, then in kept.others):
        return None
    known = {s.path: s for s in sources}
    found: list[Source] = []
    for path, text, aliases in kept.sources:
        source = known.get(path) or read_now(path)
        if source is None or source.digest != text:
            return None
        found.append(source if source.aliases == aliases else replace(source, aliases=aliases))
    return structs.replace(kept.result, unit=replace(kept.result.unit, sources=tuple(found)))


def remember(name: str, cache: Path, result: UnitResult, flags: Flags) -> None:
    """Keeps a result; a folder that cannot be written costs only the time of the next run."""
    unit = result.unit
    sources = tuple((s.path, s.digest, s.aliases) for s in unit.sources)
    others = {path: _stamp(path) for path in unit.foreign_files}
    others |= dict.fromkeys(_absent(unit.missing, flags))
    others |= {path: _stamp(path) for path in _open_places(unit, flags)}
    kept = _StoredResult(structs.replace(result, unit=replace(unit, sources=())), sources, tuple(others.items()))
    place = _place(name, cache)
    scratch = place.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(zlib.compress(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL), 1))
        os.replace(scratch, place)


def keep_small(cache: Path) -> None:
    """Drops the oldest results beyond what is kept."""
    tidy_at_times(cache / "units", MOST_FILES, MOST_BYTES)


def _place(name: str, cache: Path) -> Path:
    return cache / "units" / name


def _stamp(path: str) -> tuple[int, ...] | None:
    found = stamp(path)
    return tuple(found) if found else None


def _absent(names: Iterable[str], flags: Flags) -> Iterable[str]:
    """Where headers that were missing would be found."""
    paths = (os.path.join(folder, name) for name in names for folder in _folders(flags))
    return (path for path in paths if _stamp(path) is None)


def _open_places(unit: Unit, flags: Flags) -> Iterator[str]:
    """Where a file would count that no directive includes by its name: one asked for, or one of a name by which a
    composed directive may have found another."""
    composing = frozenset(s.path for s in unit.sources if composes_directives(s.text))
    sought = _folders(flags)
    found = {n for s in unit.sources for folder in sought if (n := below(s.path, folder))} if composing else set()
    for source in unit.sources:
        names = {name for name in asked_for(source.text) if name}.union(found if source.path in composing else ())
        folders = (os.path.dirname(source.path), *sought) if names else ()
        yield from (os.path.join(folder, name) for folder in folders for name in names)


def _folders(flags: Flags) -> tuple[str, ...]:
    return (*flags.quote, *flags.include, *flags.system, *_LAST)
