"""What was measured, kept in an SQLite database: rows are added and never changed, so that a tuning that was killed
goes on, and a choice can be written again with no device.

A tuning is named by the digest of all that its results depend on: the program's text, its flags, the compiler, the
device, the command that runs it. A variant is named by its schedule.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import Any

from msgspec import Struct

from retarget.errors import Error
from retarget.source.text import digest
from retarget.system import exits, typed_json
from retarget.tuning.record import FORMAT, Record

_FORM = 1  # of the tables
_PARTS = (
    "CREATE TABLE sample (tuning TEXT, kernel TEXT, schedule TEXT, ms REAL)",
    "CREATE TABLE fault (tuning TEXT, kernel TEXT, schedule TEXT, why TEXT)",
    "CREATE TABLE choice (tuning TEXT, program TEXT, told TEXT, at REAL)",
    "CREATE INDEX of_tuning ON sample (tuning)",
)
_HEADER = b"SQLite format 3\0"
_PATIENCE = 60.0  # seconds for which another process may hold the database
_AWAY = "move it away; what was measured is lost with it and is measured again, nothing else"
_REMEDIES = {
    sqlite3.SQLITE_BUSY: "end the other program that holds it, or wait",
    sqlite3.SQLITE_LOCKED: "end the other program that holds it, or wait",
    sqlite3.SQLITE_FULL: "make room on the disk, then go on by the same command",
    sqlite3.SQLITE_READONLY: "make the file and its folder writable, or set RETARGET_CACHE_DIR to another folder",
    sqlite3.SQLITE_CANTOPEN: "make the file and its folder writable, or set RETARGET_CACHE_DIR to another folder",
}


class Unusable(Error):
    """The database cannot be used; the message says why, and what to do."""

    code = exits.UNTUNABLE


class Memory(Struct, frozen=True):
    """The database, opened for one tuning."""

    path: Path
    base: sqlite3.Connection
    tuning: str

    def samples(self) -> dict[tuple[str, str], list[float]]:
        """Milliseconds of earlier runs by kernel and schedule. Raises Unusable, as all of these do."""
        found: dict[tuple[str, str], list[float]] = {}
        for kernel, schedule, ms in self._rows("SELECT kernel, schedule, ms FROM sample WHERE tuning = ?"):
            if isinstance(kernel, str) and isinstance(schedule, str) and isinstance(ms, float) and ms >= 0:
                found.setdefault((kernel, schedule), []).append(ms)
        return found

    def faults(self) -> dict[tuple[str, str], str]:
        rows = self._rows("SELECT kernel, schedule, why FROM fault WHERE tuning = ?")
        return {(str(k), str(s)): str(why) for k, s, why in rows}

    def add_samples(self, found: Mapping[tuple[str, str], float]) -> None:
        self._add("INSERT INTO sample VALUES (?, ?, ?, ?)", [(k, s, float(ms)) for (k, s), ms in found.items()])

    def add_fault(self, kernel: str, schedule: str, why: str) -> None:
        self._add("INSERT INTO fault VALUES (?, ?, ?, ?)", [(kernel, schedule, why)])

    def add_record(self, program: str, record: Record) -> None:
        self._add("INSERT INTO choice VALUES (?, ?, ?, ?)", [(program, typed_json.text(record, None), time())])

    def _rows(self, query: str) -> list[Any]:
        with _usable(self.path):
            return self.base.execute(query, (self.tuning,)).fetchall()

    def _add(self, command: str, rows: Sequence[tuple[Any, ...]]) -> None:
        with _usable(self.path), _writing(self.base):
            self.base.executemany(command, [(self.tuning, *row) for row in rows])


@contextmanager
def opened(folder: Path, tuning: str) -> Iterator[Memory]:
    """Opens the database of a cache folder. Raises Unusable."""
    with _connected(folder) as (path, base):
        yield Memory(path, base, tuning)


@contextmanager
def _connected(folder: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    path = folder / "tunings.sqlite"
    folder.mkdir(parents=True, exist_ok=True)
    with _usable(path):
        _refuse_other_files(path)
        base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    try:
        with _usable(path):
            _prepare(path, base)
        yield path, base
    finally:
        base.close()


def _refuse_other_files(path: Path) -> None:
    """SQLite takes what is short enough for an empty database."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(len(_HEADER))
        if head and head != _HEADER:
            raise Unusable(f"{path} is no database: move it away")


def _prepare(path: Path, base: sqlite3.Connection) -> None:
    """Makes the tables in one transaction, with what says that they are there; what an earlier version of ours left
    half made is completed."""
    base.execute("PRAGMA synchronous = NORMAL")  # a power cut may cost the last rows; none waits for the disk
    if _form(base) == _FORM:
        return
    with suppress(sqlite3.OperationalError):  # another one sets it at the same time
        base.execute("PRAGMA journal_mode = WAL")
    with _writing(base):
        if (form := _form(base)) == _FORM:
            return
        parts = {made for (made,) in base.execute("SELECT sql FROM sqlite_master")}
        if form or not parts <= set(_PARTS):
            raise Unusable(f"{path} is of another version or another program's: move it away")
        for part in _PARTS:
            if part not in parts:
                base.execute(part)
        base.execute(f"PRAGMA user_version = {_FORM}")


def _form(base: sqlite3.Connection) -> int:
    (form,) = base.execute("PRAGMA user_version").fetchone()
    return int(form)


@contextmanager
def _writing(base: sqlite3.Connection) -> Iterator[None]:
    """A transaction that is done whole, or not at all."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    finally:
        if base.in_transaction:
            base.execute("ROLLBACK")


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """What SQLite cannot do becomes Unusable, with what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        remedy = _REMEDIES.get(code, _AWAY)
        raise Unusable(f"{path}, where results are kept, cannot be used ({error}): {remedy}") from None


def last_record(folder: Path, program: str, target: str | None = None) -> Record | None:
    """The last tuning of a program (the digest of its text), for a target if one is asked for: then what was measured
    goes before what figures say. None where there was none, or an earlier version of ours kept it in another form.
    Raises Unusable."""
    query = "SELECT told FROM choice WHERE program = ? ORDER BY at DESC, rowid DESC"
    with _connected(folder) as (path, base), _usable(path):
        rows = base.execute(query, (program,)).fetchall()
    try:
        known = [typed_json.read(Record, text) for (text,) in rows if typed_json.read(_Any, text).format == FORMAT]
    except typed_json.Unreadable as error:
        raise Unusable(f"{path}, where results are kept, cannot be read ({error}): {_AWAY}") from None
    if target is None:
        return next(iter(known), None)
    return min((r for r in known if r.target == target), key=lambda r: not r.is_measured, default=None)


class _Any(Struct, frozen=True):
    """A record of whatever version."""

    format: int = 1


def tuning_key(*parts: str) -> str:
    """The digest of what a tuning depends on."""
    return digest("\0".join(parts).encode(errors="surrogateescape"))[:32]


@contextmanager
def alone(folder: Path, device: str) -> Iterator[None]:
    """Keeps other tunings from the device: two at once would time each other. Raises Unusable."""
    taken = f"another tuning runs on {device}: wait for its end, or tune on another device"
    with lock_held(folder / f"tuning-{tuning_key(device)}.lock", taken):
        yield


@contextmanager
def lock_held(path: Path, taken: str) -> Iterator[None]:
    """Holds a lock file. Raises Unusable, which says `taken`, where another process does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unusable(taken) from None
        yield
    finally:
        os.close(lock)
