"""The folder of a batch: one batch at a time works in it, and every result is on disk before the next program begins.

    FOLDER/manifest.toml          what was found, unless the manifest lies elsewhere
    FOLDER/results.jsonl          one outcome a line, in the order in which programs ended; later lines count
    FOLDER/programs/NAME/hip/     the translation
    FOLDER/programs/NAME/*.json   results of single steps
    FOLDER/programs/NAME/log      what they printed
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from msgspec.structs import replace

import retarget
from retarget.batch.manifest import Described, Manifest, place
from retarget.batch.stage import Outcome, Stage
from retarget.errors import OutputError
from retarget.source.text import digest
from retarget.system import typed_json
from retarget.translation.emit import replace_whole

RESULTS, PROGRAMS, LOCK = "results.jsonl", "programs", "batch.lock"
_SOURCES = (".cu", ".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl", ".inc", ".c", ".cc", ".cpp", ".cxx", ".C", ".tpp")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Raises OutputError where another batch works in the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise OutputError(f"{folder}: another batch works there: wait for it, or give another folder") from None
            yield
    except PermissionError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror}") from None


def key_of(manifest: Manifest, program: Described) -> str:
    """Names what decides a program's results: its sources, its entry, the settings of the batch, this version."""
    own = place(manifest, program)
    settings = replace(manifest, program=(), path="")
    database = [own / program.database] if program.database and (own / program.database).is_file() else []
    texts = [digest(path.read_bytes()) for path in database]
    texts += [f"{path.relative_to(own)}\0{digest(path.read_bytes())}" for path in _texts(own)]
    parts = [_package(), repr(settings), repr(program), str(own), *texts]
    return digest("\0".join(parts).encode("utf-8", "surrogateescape"))[:16]


@cache
def _package() -> str:
    """This version of the tool, by its texts: their times change with an installation."""
    files = sorted(Path(retarget.__file__).parent.rglob("*.py"))
    return digest(b"".join(path.read_bytes() for path in files))


def _texts(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f != PROGRAMS)
        paths = (Path(at) / name for name in sorted(names) if name.endswith(_SOURCES))
        yield from (path for path in paths if os.access(path, os.R_OK))


def outcomes(folder: Path) -> dict[str, Outcome]:
    """The last outcome of each program. A line that a kill cut off is passed over."""
    found: dict[str, Outcome] = {}
    try:
        with (folder / RESULTS).open(encoding="utf-8") as lines:
            for line in lines:
                try:
                    outcome = typed_json.read(Outcome, line)
                except typed_json.Unreadable:
                    continue
                found[outcome.name] = outcome
    except FileNotFoundError:
        pass
    return found


def add(folder: Path, outcome: Outcome) -> None:
    """Keeps an outcome, on disk."""
    path = folder / RESULTS
    with path.open("a+b") as file:
        if file.tell() and _last_byte(path) != b"\n":
            file.write(b"\n")  # behind a line that was cut off
        file.write(typed_json.text(outcome, indent=None).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1)


def known_stage(folder: Path, key: str, step: str) -> Stage | None:
    """The result of a step that was done before with the same key."""
    try:
        return typed_json.read(Stage, (folder / f"{step}-{key}.json").read_text())
    except (OSError, typed_json.Unreadable):
        return None


def keep_stage(folder: Path, key: str, stage: Stage) -> None:
    for old in folder.glob(f"{stage.step}-*.json"):
        old.unlink(missing_ok=True)
    replace_whole(folder / f"{stage.step}-{key}.json", typed_json.text(stage).encode())


def folder_of(folder: Path, name: str) -> Path:
    """What a batch keeps of a program."""
    return folder / PROGRAMS / name
