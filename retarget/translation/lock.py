"""`retarget.lock`: what was written to a folder, of which inputs, and how. It stands at the root of the outputs and is
committed with them, so that every clone of them knows what it may write over, and can write it anew.

Paths are relative to its folder, with `/`. It has one entry a line, in order, for merges; no times, and nothing of the
machine. Digests are the first half of SHA-256.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import fields, replace

from retarget.errors import OutputError
from retarget.source import text
from retarget.source.flags import Flags, ProjectFlags
from retarget.source.project import placed
from retarget.system import typed_json
from retarget.system.regular import read_bytes

NAME = "retarget.lock"
FORMAT = 1
IN_PLACE = "in-place"  # as `emit.Place` calls it
_ABOUT = "what retarget wrote here, and of what; commit it with these files"


class Damaged(OutputError):
    """A lock that cannot be read."""


class Written(Struct, frozen=True):
    """An output. source: the input that it comes from; empty for a support header or a link."""

    digest: str
    source: str = ""


@dataclass(frozen=True)
class UnitFlags(ProjectFlags):
    """The flags of a unit as a lock has them."""

    @classmethod
    def of(cls, flags: Flags, folder: str) -> UnitFlags:
        """As they are seen from the lock's folder."""
        given = {f.name: getattr(flags, f.name) for f in dataclasses.fields(cls)}
        return cls(**given | {name: tuple(portable(p, folder) for p in given[name]) for name in _PATHS})

    def flags(self, folder: str) -> Flags:
        """As they are seen from the working folder."""
        given = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        return Flags(**given | {name: tuple(resolved(p, folder) for p in given[name]) for name in _PATHS})


_PATHS = ("include", "quote", "system", "forced")


class FileSchedules(Struct, frozen=True):
    """Schedules of the kernels in the files of a pattern, as seen from a folder."""

    folder: str
    match: str
    schedules: tuple[str, ...]


class TextOptions(Struct, frozen=True):
    """Options that change a text. architectures: as `--arch` takes them; headers: of `--hip-include`; parse: as asked;
    schedules, else those of by_file: as configured; reasons: by kernel, why it has its schedule."""

    architectures: str = "gfx90a"
    launch_bounds: bool = True
    project_hip: bool = False
    headers: str | None = None
    parse: bool | None = None
    maps: tuple[str, ...] = ()
    cuda_path: str | None = None
    schedules: tuple[str, ...] = ()
    by_file: tuple[FileSchedules, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)


class Whole(Struct, frozen=True):
    """Folders that were translated as whole trees; include, exclude: patterns of their files."""

    folders: tuple[str, ...]
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class RecordedRun(Struct, frozen=True):
    """A program that was translated as a whole.

    to: its target; place: see `emit.Place`; file: the output where that is one file; root: files outside of it stay as
    they are; whole: of whole trees, whose other files are copied. tool, cuda: what made it; tool is empty where the run
    is not all that its outputs come from. failed: whether errors were found. flags: by a name of their own; units: by
    path, the names of their flags; inputs: the digest of every file of the user's that was read.
    """

    to: str
    place: str
    root: str = ""
    file: str = ""
    whole: Whole | None = None
    tool: str = ""
    cuda: str = ""
    failed: bool = False
    settings: TextOptions = field(default_factory=TextOptions)
    flags: Mapping[str, UnitFlags] = field(default_factory=dict)
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, Written] = field(default_factory=dict)

    @property
    def options(self) -> RecordedRun:
        """What was asked for, of whichever units."""
        return RecordedRun(self.to, self.place, self.root, self.file, self.whole, settings=self.settings)

    def without(self, units: Collection[str]) -> RecordedRun | None:
        """Less some units, which others translate, or nobody does; None where that is all of them."""
        gone = set(units) & set(self.units)
        if not gone:
            return self
        kept = {path: names for path, names in self.units.items() if path not in gone}
        outputs = {path: o for path, o in self.outputs.items() if o.source not in gone}
        return replace(self, tool="", units=kept, outputs=outputs) if kept else None


class Lock(Struct, frozen=True):
    """The runs that wrote to a folder; each unit of a tree belongs to one of them."""

    runs: tuple[RecordedRun, ...] = ()

    def of(self, path: str) -> tuple[Written, ...]:
        """What is known of an output."""
        return tuple(r.outputs[path] for r in self.runs if path in r.outputs)

    @property
    def outputs(self) -> frozenset[str]:
        return frozenset(path for r in self.runs for path in r.outputs)

    def with_run(self, run: RecordedRun, claimed: frozenset[str] = frozenset()) -> Lock:
        """With a run, which takes from others the units whose outputs it writes. claimed: units for which it speaks
        too: those named in it, and those whose files are gone; the runs that were asked for the same lose them."""
        if run.place == IN_PLACE:  # it knows the headers of its own units alone
            earlier = next((r for r in self.runs if r.options == run.options), run)
            run = replace(run, outputs={**earlier.outputs, **run.outputs})
        kept = [r for other in self.runs if (r := _beside(other, run, claimed)) is not None]
        return Lock(tuple(sorted([*kept, run] if run.outputs else kept, key=_order)))


def _beside(other: RecordedRun, run: RecordedRun, claimed: frozenset[str]) -> RecordedRun | None:
    """What a run leaves of another one."""
    is_alike = other.options == run.options
    if other.place == IN_PLACE:
        return None if is_alike else other
    taken = {o.source for path, o in other.outputs.items() if path in run.outputs}
    return other.without(taken | claimed if is_alike else taken)


def _order(run: RecordedRun) -> tuple[str, ...]:
    return run.place, run.file, *sorted(run.units)[:1], run.to


def read(folder: str) -> Lock:
    """The lock of a folder; an empty one where there is none. Raises Damaged."""
    path = os.path.join(folder, NAME)
    try:
        data = read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return Lock()
    except OSError as error:
        raise Damaged(f"{path}: cannot be read: {error.strerror}") from None
    return parsed(data.decode("utf-8", "surrogateescape"), path)


def parsed(given: str, path: str) -> Lock:
    """The lock that a text describes. Raises Damaged with the remedy."""
    if "\n<<<<<<< " in f"\n{given}":
        raise Damaged(f"{path} holds the conflict of a merge", "take one side of it, then run retarget with --force")
    remedy = f"restore it, as with `git checkout -- {path}`, or let a run with --force write it anew"
    try:
        stored = json.loads(given)
        if isinstance(stored, dict) and isinstance(stored.get("format"), int) and stored["format"] > FORMAT:
            raise Damaged(f"{path} is of a newer retarget", "update retarget")
        lock = typed_json.read(Lock, json.dumps({"runs": stored["runs"]}))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Damaged(f"{path} is damaged ({error})", remedy) from None
    for output in sorted(lock.outputs):
        if os.path.isabs(output) or output.split("/")[0] == "..":
            raise Damaged(f"{path} is damaged ({output} does not lie in its folder)", remedy)
    return lock


def written(lock: Lock) -> str:
    """The text of a lock."""
    listed = ",\n".join(f"  {{{_lines(_without_defaults(run), 3)}}}" for run in lock.runs)
    return f'{{\n "about": {json.dumps(_ABOUT)},\n "format": {FORMAT},\n "runs": [\n{listed}\n ]\n}}\n'


def _lines(given: Mapping[str, Any], depth: int) -> str:
    """The entries of a table, one a line; `depth` spaces stand in front of each."""
    space, listed = " " * depth, []
    for name, value in given.items():
        is_table = isinstance(value, dict) and depth < _DEEPEST
        spelled = f"{{{_lines(dict(sorted(value.items())), depth + 1)}}}" if is_table else json.dumps(value)
        listed.append(f"{space}{json.dumps(name)}: {spelled}")
    return "\n" + ",\n".join(listed) + f"\n{' ' * (depth - 1)}"


_DEEPEST = 4  # of what has a line for each entry


def _without_defaults(value: Any) -> Any:
    """What differs from the defaults, as JSON has it."""
    if isinstance(value, Mapping):
        return {name: _without_defaults(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_without_defaults(each) for each in value]
    if not isinstance(value, Struct | ProjectFlags):
        return value
    return {name: _without_defaults(each) for name, each in _stated(value)}


def _stated(value: Struct | ProjectFlags) -> Iterator[tuple[str, Any]]:
    for f in fields(value) if isinstance(value, Struct) else dataclasses.fields(value):
        default = f.default_factory() if callable(f.default_factory) else f.default
        if (each := getattr(value, f.name)) != default:
            yield f.name, each


def relative(path: str, folder: str) -> str:
    """A path as seen from the lock's folder."""
    return os.path.relpath(path, folder).replace(os.sep, "/")


def resolved(path: str, folder: str) -> str:
    """A path of a lock in this folder, as seen from the working folder."""
    return placed(os.path.join(folder, path))


def portable(path: str, folder: str) -> str:
    """The same; but a path that has nothing in common with the folder, such as /opt/mpi/include, as it is."""
    found, here = os.path.abspath(path), os.path.abspath(folder)
    return found if os.path.commonpath([found, here]) == "/" != here else relative(found, here)


def digest(data: bytes) -> str:
    """The digest of what a file holds."""
    return text.digest(data)[:32]


def lock_above(folder: str) -> str | None:
    """The nearest folder that holds a lock: this one, or one around it in the same git repository."""
    start = Path(os.path.abspath(folder))
    around = (start, *start.parents)
    top = next((number for number, p in enumerate(around) if (p / ".git").exists()), 0)
    return next((str(p) for p in around[: top + 1] if (p / NAME).is_file()), None)
