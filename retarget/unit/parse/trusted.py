"""The functions of a unit that use nothing of some headers: those that clang reads without them; and what clang says of
one with all of its headers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from clang import cindex
from msgspec.structs import replace

from retarget.source.flags import Flags
from retarget.source.nvcc_view import shown
from retarget.source.reach import reached
from retarget.source.text import Diagnostic, Source, Span
from retarget.system.toolchain import Headers
from retarget.unit.parse.complaints import complaints
from retarget.unit.parse.faults import Faults
from retarget.unit.parse.kinds import children
from retarget.unit.parse.opening import opened
from retarget.unit.parse.places import Places
from retarget.unit.parse.precompiled import DEVICE, mode_of


def trusted(
    root: Source, flags: Flags, headers: Headers, cache: Path | None, emptied: Iterable[str], folder: Path, device: bool
) -> tuple[Span, ...]:
    """The extents of the functions that no error of clang's concerns, for the host or the device. Raises ParseError.

    emptied: the headers, as they are included, in whose place clang finds empty files in `folder`, which is ours.
    """
    for name in emptied:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    bare = dataclasses.replace(flags, include=(str(folder), *flags.include))
    texts, places, unit = _read(root, flags, bare, headers, cache, device)
    users = [c for c in children(unit.cursor) if places.is_users(c.location)]
    _, errors = complaints(unit, places)
    found = Faults(places.span, places.at, lambda path: texts[path].text if path in texts else Source.read(path).text)
    spans = tuple(found.untouched(users, errors))
    places.forget()
    return spans


def errors_of(root: Source, flags: Flags, headers: Headers, cache: Path | None, device: bool) -> tuple[Diagnostic, ...]:
    """The errors of clang's for the host or the device. Raises ParseError."""
    _, places, unit = _read(root, flags, flags, headers, cache, device)
    _, errors = complaints(unit, places)
    places.forget()
    return tuple(error for error, _ in errors)


def _read(
    root: Source, flags: Flags, used: Flags, headers: Headers, cache: Path | None, device: bool
) -> tuple[dict[str, Source], Places, cindex.TranslationUnit]:
    sources = reached(root, flags)
    mode = replace(mode_of(flags.language_of(root.path), sources, used, several=False), bundle=False)
    mode = replace(mode, side=DEVICE) if device else mode
    texts = {s.path: s for s in sources}
    mends = tuple((s.path, shown(s.text).encode("latin-1")) for s in sources if shown(s.text) is not s.text)
    return texts, Places(root, flags, headers, texts), opened(root, used, headers, mode, cache, mends)
