"""Outputs checked by their lock alone: where all that a run rests on is as it was, its outputs are what they were."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from retarget.api.recording import cuda, flags_by_name, options
from retarget.api.translating import Task
from retarget.source.open_directives import has_open_directives
from retarget.source.reach import reached
from retarget.source.text import Severity, Source
from retarget.system.identity import tool
from retarget.translation import lock as locks
from retarget.translation.copies import copies
from retarget.translation.emit import STDOUT, Output, Place, content_at, links
from retarget.translation.lock import Lock, RecordedRun, digest, relative, resolved
from retarget.translation.output_ownership import Check, Standing, orphans, such, with_run
from retarget.translation.walk import configurations_of, roots_of


def unchanged(task: Task) -> Check | None:
    """How outputs stand to their lock, where the same units, flags, options and versions made it, and found no error;
    else None. An output whose input is not as it was read is out of date. Headers that are not the user's are not
    looked at; where only a translation shows which of the user's files count, None. Raises Damaged, InputError,
    OutputError."""
    raises = any(level.severity is Severity.ERROR for level in task.levels)
    if task.in_place or task.output == STDOUT or raises:
        return None
    folder = task.home
    lock = locks.read(folder)
    asked = options(task.target.name, task.layout, task.inputs, task.settings, folder)
    alike = [r for r in lock.runs if _is_alike(r, asked) and not r.failed and r.tool == tool()]
    if not alike or alike[0].cuda != cuda(task.inputs):
        return None
    request = task.request()
    roots, configurations = roots_of(request), configurations_of(request)
    units = {relative(r.path, folder): r for r in roots}
    run = next((r for r in alike if r.units.keys() == units.keys()), None)
    if run is None or flags_by_name({r.path: configurations[r.path] for r in roots}, folder) != (run.flags, run.units):
        return None
    sources = [s for r in roots for own in configurations[r.path] for s in reached(r, own)]
    if any(has_open_directives(s.text) for s in sources) or not _is_same_tree(task, sources, run):
        return None
    changed = _changed(sources, run, folder)
    if changed and not any(o.source in changed for o in run.outputs.values()):
        return None  # a table of names, say, or a header that hides another
    return _by_digests(run, changed, lock, folder, task.inputs.inputs())


def _is_alike(run: RecordedRun, asked: RecordedRun) -> bool:
    """Whether options are the same, as far as a text depends on them: without schedules, a parse changes none."""
    own = run.settings
    if not own.schedules and not own.by_file and not asked.settings.parse:
        run = replace(run, settings=replace(own, parse=asked.settings.parse))
    return run.options == asked.options


def _is_same_tree(task: Task, sources: Collection[Source], run: RecordedRun) -> bool:
    """Whether a tree has the links that a run found, and a whole one the files, whatever they hold, and those who may
    execute what is copied. sources: the files that units reach, by whichever links."""
    folder, layout, copied = task.home, task.layout, task.inputs.copied
    if layout.place is not Place.TREE:
        return True
    read = (*(s.path for s in sources), *task.inputs.maps, *(p for p in copied if not os.path.islink(p)))
    files = {relative(p, folder): p for p in read}
    if task.inputs.whole and files.keys() != run.inputs.keys():
        return False
    made = {path: o for path, o in run.outputs.items() if o.source in files}
    places = [Output(resolved(path, folder), "", files[o.source]) for path, o in made.items()]
    linked = links({(alias, s.path) for s in sources for alias in s.aliases}, places, layout)
    linked += copies(copied, (*places, *linked), layout)
    now = {relative(o.path, folder): (digest(o.data), o.source and relative(o.source, folder)) for o in linked}
    parts = relative(layout.parts_folder(), folder)
    others = {path: o for path, o in run.outputs.items() if path not in made and os.path.dirname(path) != parts}
    there = ((resolved(path, folder), o) for path, o in made.items() if o.digest == run.inputs.get(o.source))
    return now == {path: (o.digest, o.source) for path, o in others.items()} and all(
        _is_alike_executable(path, files[o.source]) for path, o in there if task.inputs.whole and os.path.exists(path)
    )


def _is_alike_executable(one: str, other: str) -> bool:
    return os.access(one, os.X_OK) == os.access(other, os.X_OK)


def _changed(sources: Iterable[Source], run: RecordedRun, folder: str) -> set[str]:
    """What is not as the run read it, of these files and of what it read besides."""
    found: dict[str, str | None] = {relative(s.path, folder): digest(s.data) for s in sources}
    others = ((path, content_at(resolved(path, folder))) for path in run.inputs.keys() - found.keys())
    found |= {path: None if there is None else digest(there) for path, there in others}
    return {path for path, there in found.items() if run.inputs.get(path) != there}


def _by_digests(run: RecordedRun, changed: Collection[str], lock: Lock, folder: str, named: Iterable[str]) -> Check:
    places = {path: resolved(path, folder) for path in run.outputs}
    standings = {place: _standing(path, place, lock, run.outputs[path].digest) for path, place in places.items()}
    made_of = {place for path, place in places.items() if run.outputs[path].source in changed}
    standings |= {p: Standing.OURS for p in made_of if standings[p] is Standing.SAME}
    stale = (place for place, standing in standings.items() if standing in (Standing.ABSENT, Standing.OURS))
    left = dict(orphans(lock, with_run(lock, run, folder, named), folder))
    edited = (*such(standings, Standing.EDITED), *such(left, Standing.EDITED))
    return Check(tuple(stale), edited, such(left, Standing.OURS))


def _standing(path: str, place: str, lock: Lock, wanted: str) -> Standing:
    there = content_at(place)
    if there is None:
        return Standing.EDITED if os.path.lexists(place) else Standing.ABSENT
    if (found := digest(there)) == wanted:
        return Standing.SAME
    return Standing.OURS if found in {w.digest for w in lock.of(path)} else Standing.EDITED
