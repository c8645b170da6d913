"""Texts that schedules made, of which results were compared with the original's: what `verify` or a tuning has seen.

A text is named by the digest of all files of the program and of the macros that it is compiled with; an empty file of
that name, for each target, says that its results were the original's.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from retarget.source.flags import Flags
from retarget.source.text import Source, digest
from retarget.system.tidy import tidy_at_times

HOST = "cpu"  # where `verify` runs programs
MOST_FILES, MOST_BYTES = 8000, 8000


def texts_key(texts: Iterable[Source], flags: Iterable[Flags]) -> str:
    """The name of a text."""
    macros = {repr((f.define, f.undefine, f.std, f.forced)) for f in flags}
    parts = [*sorted({s.digest for s in texts}), *sorted(macros)]
    return digest("\0".join(parts).encode(errors="surrogateescape"))[:40]


def remember(name: str, target: str, cache: Path) -> None:
    """A folder that cannot be written costs a note in later runs."""
    place = _place(name, target, cache)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
        tidy_at_times(place.parent, MOST_FILES, MOST_BYTES)


def is_known(name: str, target: str, cache: Path) -> bool:
    """Whether it ran on the host, or on the target."""
    return any(path.is_file() for path in places(name, target, cache))


def places(name: str, target: str, cache: Path) -> tuple[Path, ...]:
    """The files that say so."""
    return tuple(_place(name, t, cache) for t in dict.fromkeys((HOST, target)))


def _place(name: str, target: str, cache: Path) -> Path:
    return cache / "proved" / f"{name}-{target}"


def command(words: Iterable[str], is_replaced: bool = False) -> str:
    """What compares the results of a program with those of its original. words: what is translated, with its schedules;
    is_replaced: whether the outputs stand in the place of the inputs."""
    where = ", on the originals (*.orig)" if is_replaced else ""
    return f"{shlex.join(['retarget', 'verify', *words])}{where}"
