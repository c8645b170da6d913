"""Translations as `retarget.lock` holds them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from retarget.api.inputs import Inputs
from retarget.source.flags import Flags
from retarget.system.identity import cuda_version, tool
from retarget.system.regular import read_bytes
from retarget.system.toolchain import find_headers
from retarget.translation.emit import Layout, Place
from retarget.translation.lock import FileSchedules, RecordedRun, TextOptions, UnitFlags, digest, portable, relative
from retarget.translation.merge import Program


def recorded(
    target: str,
    layout: Layout,
    inputs: Inputs,
    settings: TextOptions,
    program: Program,
    configurations: Mapping[str, tuple[Flags, ...]],
    folder: str,
) -> RecordedRun:
    """A translation, as the lock of this folder holds it; its outputs are not in it yet."""
    asked = options(target, layout, inputs, settings, folder)
    if layout.place is Place.IN_PLACE:
        return asked
    units = {u.root: configurations[u.root] for u in program.units}
    flags, named = flags_by_name(units, folder)
    return replace(
        asked,
        tool=tool(),
        cuda=cuda(inputs),
        failed=program.failed,
        flags=flags,
        units=named,
        inputs={relative(path, folder): digest(data) for path, data in _read(program, inputs).items()},
    )


def _read(program: Program, inputs: Inputs) -> dict[str, bytes]:
    """The user's files that a translation read, and those of a tree that it copies."""
    others = {path: read_bytes(path) for path in (*inputs.maps, *(p for p in inputs.copied if not os.path.islink(p)))}
    return others | {path: source.data for path, source in program.sources.items()}


def options(target: str, layout: Layout, inputs: Inputs, settings: TextOptions, folder: str) -> RecordedRun:
    """What was asked for."""
    own = replace(
        settings,
        headers=portable(settings.headers, folder) if settings.headers else None,
        maps=tuple(portable(path, folder) for path in inputs.maps),
        cuda_path=portable(inputs.cuda_path, folder) if inputs.cuda_path else None,
        schedules=(*inputs.schedules, *settings.schedules),
        by_file=() if inputs.schedules or settings.schedules else _by_file(inputs, folder),
    )
    file = relative(layout.target, folder) if layout.place is Place.FILE else ""
    whole = inputs.whole and replace(inputs.whole, folders=tuple(relative(f, folder) for f in inputs.whole.folders))
    return RecordedRun(target, layout.place.value, relative(layout.root, folder), file, whole, settings=own)


def _by_file(inputs: Inputs, folder: str) -> tuple[FileSchedules, ...]:
    listed = (f for f in inputs.for_files if f.schedules)
    placed = ((portable(f.files.folder, folder) if f.files.text else "", f) for f in listed)
    return tuple(FileSchedules(place, f.files.text, f.schedules) for place, f in placed)


def flags_by_name(
    units: Mapping[str, tuple[Flags, ...]], folder: str
) -> tuple[dict[str, UnitFlags], dict[str, tuple[str, ...]]]:
    """The flags of units, those that are alike under one name, and by unit these names."""
    flags: dict[str, UnitFlags] = {}
    named: dict[str, tuple[str, ...]] = {}
    for path, listed in units.items():
        own = (UnitFlags.of(f, folder) for f in listed)
        alike = {digest(repr(f).encode("utf-8", "surrogateescape"))[:8]: f for f in own}
        flags |= alike
        named[relative(path, folder)] = tuple(alike)
    return flags, named


def cuda(inputs: Inputs) -> str:
    """The version of CUDA's headers that a parse sees."""
    return cuda_version(find_headers(Path(inputs.cuda_path) if inputs.cuda_path else None).cuda)
