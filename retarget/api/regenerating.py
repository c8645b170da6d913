"""Outputs written anew from what their lock says: the same units, flags and options, with the texts that are there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.api.checking import unchanged
from retarget.api.configuration import configuration_of
from retarget.api.inputs import Inputs, PatternOptions
from retarget.api.translating import Progress, Result, Task, translated
from retarget.api.whole_tree import expanded
from retarget.source.database import DatabaseEntry
from retarget.source.file_patterns import FilePattern
from retarget.targets.registry import target_of
from retarget.translation import lock as locks
from retarget.translation import output_ownership
from retarget.translation.emit import Layout, Place, content_at
from retarget.translation.lock import Lock, RecordedRun, digest, resolved
from retarget.translation.output_ownership import Check, FileChanges


class _Recorded(Inputs, frozen=True, dict=True):
    """A program whose units have the flags that a lock names."""

    recorded: tuple[DatabaseEntry, ...] = field(default=())

    @cached_property
    def commands(self) -> tuple[DatabaseEntry, ...]:
        return self.recorded


class Checked(Struct, frozen=True):
    """A run of a lock, compared with what is there. result: its translation, where the lock alone did not answer."""

    found: Check
    result: Result | None = None


class Regenerated(Struct, frozen=True):
    """A run of a lock, written anew. result: None where nothing was to be done, or all of its inputs are gone."""

    outcome: FileChanges
    result: Result | None = None


def check(folder: str, jobs: int, looks_closer: Callable[[Check], bool], progress: Progress) -> Iterator[Checked]:
    """Each run of a folder's lock. looks_closer: whether a run is translated though the lock has answered. Raises
    Damaged, InputError, MissingTool."""
    lock = locks.read(folder)
    for run in lock.runs:
        if run.place == Place.IN_PLACE.value or not (task := _task(run, folder, jobs)).inputs.files:
            yield Checked(_without_inputs(run, lock, folder))
            continue
        found = unchanged(task)
        if found is None or looks_closer(found):
            result = translated(task, progress=progress)
            yield Checked(result.plan().check(), result)
        else:
            yield Checked(found)


def regenerate(folder: str, jobs: int, force: bool, progress: Progress) -> Iterator[Regenerated]:
    """The same, written. Raises OutputError too."""
    for run in locks.read(folder).runs:
        if run.place == Place.IN_PLACE.value:
            continue
        task = _task(run, folder, jobs)
        if not task.inputs.files:
            nothing = replace(run, units={}, inputs={}, outputs={})
            yield Regenerated(output_ownership.write((), Layout(Place.TREE, ".", folder), folder, nothing, (), force))
        elif (found := unchanged(task)) is not None and found.is_clean:
            yield Regenerated(FileChanges(()))
        else:
            result = translated(task, progress=progress)
            yield Regenerated(result.carry_out(force), result)


def named_files(folder: str) -> Iterator[str]:
    """The inputs and outputs of a folder's lock, as seen from the working folder. Raises Damaged."""
    for run in locks.read(folder).runs:
        yield from (os.path.normpath(resolved(path, folder)) for path in (*run.inputs, *run.outputs))


def _task(run: RecordedRun, folder: str, jobs: int) -> Task:
    """What was asked for, of the units that are still there."""
    units = {path: resolved(path, folder) for path in run.units}
    there = {path: place for path, place in units.items() if os.path.lexists(place)}
    commands = tuple(
        DatabaseEntry(os.path.abspath(place), run.flags[name].flags(folder))
        for path, place in there.items()
        for name in run.units[path]
    )
    own = run.settings
    lock = os.path.join(folder, locks.NAME)
    patterns = (FilePattern(f.folder and os.path.abspath(resolved(f.folder, folder)), f.match) for f in own.by_file)
    by_file = zip(patterns, own.by_file, strict=True)
    for_files = (PatternOptions(p, schedules=f.schedules, origin=lock) for p, f in by_file)
    inputs = _Recorded(
        files=tuple(there.values()),
        maps=tuple(resolved(path, folder) for path in own.maps),
        cuda_path=resolved(own.cuda_path, folder) if own.cuda_path else None,
        root=resolved(run.root, folder),
        jobs=jobs,
        schedules=own.schedules,
        for_files=tuple(for_files),
        recorded=commands,
    )
    if run.whole:
        folders = tuple(place for f in run.whole.folders if os.path.isdir(place := resolved(f, folder)))
        inputs = expanded(replace(inputs, files=folders), folder, run.whole.include, run.whole.exclude)
    headers = resolved(own.headers, folder) if own.headers else None
    settings = replace(own, headers=headers, maps=(), cuda_path=None, schedules=(), by_file=())
    outputs = {Place.TREE.value: os.path.join(folder, ""), Place.FILE.value: resolved(run.file, folder)}
    levels = configuration_of(inputs).configuration.levels() if there else ()
    return Task(inputs, target_of(run.to), settings, outputs.get(run.place), levels=levels, kept_in=folder)


def _without_inputs(run: RecordedRun, lock: Lock, folder: str) -> Check:
    """A run whose units are gone makes nothing any more; one in place is known by its support headers."""
    places = {resolved(path, folder): o.digest for path, o in run.outputs.items()}
    there = {place: digest(data) for place in places if (data := content_at(place)) is not None}
    edited = [place for place, found in there.items() if found != places[place]]
    if run.place == Place.IN_PLACE.value:
        return Check(edited=tuple(edited))
    others = {resolved(path, folder) for r in lock.runs if r is not run for path in (*r.outputs, *r.inputs)}
    left = [place for place in there if place not in others]
    return Check(edited=tuple(p for p in left if p in edited), orphaned=tuple(p for p in left if p not in edited))
