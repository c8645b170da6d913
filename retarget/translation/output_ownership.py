"""What of the files on disk is the tool's, by the lock of their folder; and the only way in which it writes there.

The lock comes first, with what is about to be written beside what is there; then the outputs; then the lock as it
stays. So whenever a run is ended, the lock knows every output, and whether it is changed.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.errors import OutputError
from retarget.translation import lock as locks
from retarget.translation.emit import Layout, Output, Place, back_up, content_at, replace_whole
from retarget.translation.lock import Lock, RecordedRun, Written, digest, relative, resolved


class Standing(Enum):
    """How a file on disk stands to the output that belongs there."""

    SAME = "same"
    ABSENT = "absent"
    OURS = "ours"  # as the tool wrote it
    EDITED = "edited"  # written by the tool, and changed since
    FOREIGN = "foreign"  # its folder's lock does not name it


class Check(Struct, frozen=True):
    """How outputs stand to what they are made of, by path. stale: absent, or out of date; edited: changed by hand;
    orphaned: nothing makes them any more."""

    stale: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    orphaned: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        return not (self.stale or self.edited or self.orphaned)


class OutputPlan(Struct, frozen=True):
    """What a run does in a folder of outputs. before, after: its lock."""

    folder: str
    layout: Layout
    run: RecordedRun
    before: Lock
    after: Lock
    outputs: tuple[tuple[Output, Standing], ...]

    @property
    def due(self) -> tuple[Output, ...]:
        return tuple(o for o, standing in self.outputs if standing is not Standing.SAME)

    def of(self, *standings: Standing) -> list[str]:
        """The paths of outputs."""
        return [o.path for o, standing in self.outputs if standing in standings]

    def check(self) -> Check:
        """What of it is not as it would be written."""
        stale = [*self.of(Standing.ABSENT, Standing.OURS, Standing.FOREIGN), *self._of_other_inputs()]
        left = dict(orphans(self.before, self.after, self.folder))
        return Check(tuple(stale), (*self.of(Standing.EDITED), *such(left, Standing.EDITED)), such(left, Standing.OURS))

    def _of_other_inputs(self) -> Iterator[str]:
        """The outputs that would stay as they are, and are, as the lock says, not of the inputs that are there."""
        then = {(path, r.inputs.get(o.source)) for r in self.before.runs for path, o in r.outputs.items() if o.source}
        known = {path for path, _ in then}
        for output, standing in self.outputs:
            path = relative(output.path, self.folder)
            now = self.run.inputs.get(relative(output.source, self.folder)) if output.source else None
            if standing is Standing.SAME and path in known and (path, now) not in then:
                yield output.path


class FileChanges(Struct, frozen=True):
    """What a run did to files, by path. removed: outputs that nothing makes any more; left: those of them that were
    changed by hand, and are the user's now; orphaned: outputs of other runs whose inputs are gone."""

    written: Sequence[str]
    removed: Sequence[str] = ()
    left: Sequence[str] = ()
    orphaned: Sequence[str] = ()


def home(layout: Layout, inputs: Iterable[str]) -> str:
    """The folder of the lock: of a tree, its own; of a single file, the one that holds it; else the nearest one around
    all inputs that holds a lock (see `lock_above`), or where there is none, the nearest one around them."""
    if layout.place is Place.TREE:
        return layout.target
    if layout.place is Place.FILE:
        return os.path.dirname(layout.target) or "."
    folders = {os.path.dirname(os.path.abspath(path)) for path in inputs}
    shared = os.path.commonpath([os.path.abspath(layout.root), *folders])
    return os.path.relpath(locks.lock_above(shared) or shared)


def is_ours(path: str, folder: str) -> bool:
    """Whether a file is, unchanged, what the tool wrote to this folder. Raises Damaged."""
    return _is_ours(path, relative(path, folder), locks.read(folder))


def plan(
    found: Iterable[Output],
    layout: Layout,
    folder: str,
    run: RecordedRun,
    named: Iterable[str] = (),
    forgets: bool = False,
) -> OutputPlan:
    """What it would mean to write outputs. folder: of the lock; run: what made them, as seen from there; named: the
    inputs, as given; forgets: a damaged lock is taken for none. Raises Damaged."""
    found = tuple(found)
    before = _read(folder, forgets)
    owned = [o for o in found if layout.place is not Place.IN_PLACE or not o.source]
    run = replace(run, outputs={relative(o.path, folder): _written(o, folder) for o in owned})
    for path in run.outputs:
        if path.split("/")[0] == "..":
            raise OutputError(f"{resolved(path, folder)} lies outside of {folder}, whose {locks.NAME} is to name it")
    after = with_run(before, run, folder, named)
    standings = tuple((o, _standing(o, folder, before, layout)) for o in found)
    return OutputPlan(folder, layout, run, before, after, standings)


def with_run(lock: Lock, run: RecordedRun, folder: str, named: Iterable[str]) -> Lock:
    """A lock after a run. named: its inputs, as given."""
    return lock.with_run(run, frozenset({*(relative(path, folder) for path in named), *_gone(lock, folder, run)}))


def orphans(before: Lock, after: Lock, folder: str) -> Iterator[tuple[str, Standing]]:
    """The outputs that are there and that nothing makes any more: as the tool wrote them (OURS), changed by hand
    (EDITED), or inputs by now (FOREIGN)."""
    inputs = {path for run in after.runs for path in run.inputs}
    for path in sorted(before.outputs - after.outputs):
        place = resolved(path, folder)
        if path in inputs and os.path.lexists(place):
            yield place, Standing.FOREIGN
        elif os.path.lexists(place):
            yield place, Standing.OURS if _is_ours(place, path, before) else Standing.EDITED


def such(outputs: Mapping[str, Standing], standing: Standing) -> tuple[str, ...]:
    """The outputs that stand so."""
    return tuple(place for place, stands in outputs.items() if stands is standing)


def write(
    found: Iterable[Output],
    layout: Layout,
    folder: str,
    run: RecordedRun,
    named: Iterable[str] = (),
    force: bool = False,
) -> FileChanges:
    """Writes what differs from what is there, and removes what nothing makes any more. Nothing is written if one output
    is refused.

    Raises OutputError for a file that is not the tool's, one that was changed by hand, a source that would be
    overwritten, a full disk; Damaged.
    """
    found = tuple(found)
    with _alone(folder, found):
        planned = plan(found, layout, folder, run, named, force)
        for output, standing in planned.outputs:
            _refuse(output, standing, planned, force)
        due = planned.due
        if due:
            known = {relative(o.path, planned.folder) for o in due}
            coming = {path: o for path, o in planned.run.outputs.items() if path in known}
            half = replace(planned.run, tool="", outputs=coming)
            _put_lock(Lock((*planned.before.runs, half)) if coming else planned.before, planned.folder)
        _put(due, planned)
        leftover = list(orphans(planned.before, planned.after, folder))
        removed = [path for path, standing in leftover if standing is Standing.OURS]
        left = [path for path, standing in leftover if standing is not Standing.OURS]
        for path in removed:
            _remove(path, planned.folder)
        with suppress(*(() if due or removed else (OutputError,))):  # a folder that needs nothing need not be writable
            _put_lock(planned.after, planned.folder)
    return FileChanges([o.path for o in due], removed, left, _orphaned(planned.after, planned.folder))


def _written(output: Output, folder: str) -> Written:
    return Written(digest(output.data), relative(output.source, folder) if output.source else "")


def _read(folder: str, forgets: bool) -> Lock:
    try:
        return locks.read(folder)
    except locks.Damaged:
        if forgets:
            return Lock()
        raise


def _gone(lock: Lock, folder: str, run: RecordedRun) -> set[str]:
    """The units whose files are no longer there, of runs that were asked for the same."""
    alike = (r for r in lock.runs if r.options == run.options)
    return {path for r in alike for path in r.units if not os.path.lexists(resolved(path, folder))}


def _orphaned(lock: Lock, folder: str) -> list[str]:
    """The outputs whose inputs are gone."""
    made = {path: o.source for r in lock.runs for path, o in r.outputs.items() if o.source in r.units}
    gone = {source for source in made.values() if not os.path.lexists(resolved(source, folder))}
    return sorted(resolved(path, folder) for path, source in made.items() if source in gone)


def _is_ours(place: str, path: str, lock: Lock) -> bool:
    """Whether a file is, unchanged, what the lock says of it."""
    there = content_at(place)
    return there is not None and digest(there) in {w.digest for w in lock.of(path)}


def _standing(output: Output, folder: str, lock: Lock, layout: Layout) -> Standing:
    there = content_at(output.path)
    if there == output.data:
        return Standing.SAME if output.has_mode else Standing.OURS
    if not os.path.lexists(output.path):
        return Standing.ABSENT
    path = relative(output.path, folder)
    if (layout.place is Place.IN_PLACE and output.source) or _is_ours(output.path, path, lock):
        return Standing.OURS
    return Standing.EDITED if lock.of(path) else Standing.FOREIGN


def _refuse(output: Output, standing: Standing, planned: OutputPlan, force: bool) -> None:
    if standing in (Standing.SAME, Standing.ABSENT) or (planned.layout.place is Place.IN_PLACE and output.source):
        return
    if os.path.isdir(output.path):
        raise OutputError(f"{output.path} is a directory")
    if output.source and os.path.exists(output.path) and os.path.samefile(output.path, output.source):
        raise OutputError(f"{output.path} is the input itself: use --in-place to change it, with a backup")
    if force or standing is Standing.OURS:
        return
    if standing is Standing.EDITED:
        where = f"make the change in {output.source}" if output.source else "move it away"
        raise OutputError(f"{output.path} was changed by hand since retarget wrote it: {where}, or use --force")
    if other := _other_lock(output.path, planned.folder):
        raise OutputError(
            f"{output.path} belongs to another run, which {other} describes: give the same inputs and options as then, "
            "delete that lock, or use --force"
        )
    raise OutputError(f"{output.path} exists and was not written by retarget: move it away, or use --force")


def _other_lock(path: str, folder: str) -> str:
    """The lock of another folder that names a file."""
    place = locks.lock_above(os.path.dirname(path))
    while place is not None:
        if not os.path.samefile(place, folder) and _read(place, True).of(relative(path, place)):
            return os.path.join(os.path.relpath(place), locks.NAME)
        above = os.path.dirname(place)
        place = locks.lock_above(above) if above != place else None
    return ""


def _put(due: Sequence[Output], planned: OutputPlan) -> None:
    for number, output in enumerate(due):
        try:
            if planned.layout.place is Place.IN_PLACE and output.source:
                back_up(Path(output.path))
            output.put()
        except OSError as error:
            if not number and not planned.before.runs:
                with suppress(OSError):
                    os.unlink(os.path.join(planned.folder, locks.NAME))
            done = f"; {number} of {len(due)} files were written" if number else ""
            raise OutputError(f"{output.path}: cannot be written: {error.strerror}{done}") from error


def _put_lock(lock: Lock, folder: str) -> None:
    path, text = Path(folder, locks.NAME), locks.written(lock).encode()
    try:
        if not lock.runs:
            path.unlink(missing_ok=True)
        elif content_at(str(path)) != text:
            replace_whole(path, text)
    except OSError as error:
        raise OutputError(f"{os.path.normpath(path)}: cannot be written: {error.strerror}") from error


def _remove(path: str, folder: str) -> None:
    """Removes an output, and the folders that it leaves empty."""
    with suppress(OSError):
        os.unlink(path)
        above = os.path.dirname(path)
        while os.path.abspath(above) != os.path.abspath(folder):
            os.rmdir(above)
            above = os.path.dirname(above)


@contextmanager
def _alone(folder: str, found: Sequence[Output]) -> Iterator[None]:
    """Lets no other run write to a folder meanwhile, as far as its file system can."""
    try:
        with suppress(FileExistsError):  # of a file, or of a link that leads nowhere: to open it says so
            os.makedirs(folder or ".", exist_ok=True)
        taken = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        named = found[0].path if found else folder
        raise OutputError(f"{named}: cannot be written: {error.strerror}") from error
    try:
        with suppress(OSError):
            fcntl.flock(taken, fcntl.LOCK_EX)
        yield
    finally:
        os.close(taken)
