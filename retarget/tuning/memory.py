"""What was measured, kept in an SQLite database: rows are added and never changed, so that a tuning that was killed
goes on, and a choice can be written again with no device.

A tuning is named by the digest of all that its results depend on: the program's text, its flags, the compiler, the
device, the command that runs it. A variant is named by its schedule.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import time
from typing import Any

from retarget.text import digest
from retarget.tuning.choice import Choice

BY_FIGURES = "figures"  # under `by`: how a choice was made, where no run was
_UNREADABLE = "what is kept of this program cannot be read: `retarget tune` it again"
_FORM = 1  # of the tables
_TABLES = """
CREATE TABLE IF NOT EXISTS sample (tuning TEXT, kernel TEXT, schedule TEXT, ms REAL);
CREATE TABLE IF NOT EXISTS fault (tuning TEXT, kernel TEXT, schedule TEXT, why TEXT);
CREATE TABLE IF NOT EXISTS choice (tuning TEXT, program TEXT, told TEXT, at REAL);
CREATE INDEX IF NOT EXISTS of_tuning ON sample (tuning);
"""


class Unusable(Exception):
    """The database cannot be used; the message says why, and what to do."""


@dataclass(frozen=True)
class Memory:
    """The database, opened for one tuning."""

    base: sqlite3.Connection
    tuning: str

    def samples(self) -> dict[tuple[str, str], list[float]]:
        """Milliseconds of earlier runs by kernel and schedule."""
        found: dict[tuple[str, str], list[float]] = {}
        rows = self.base.execute("SELECT kernel, schedule, ms FROM sample WHERE tuning = ?", (self.tuning,))
        for kernel, schedule, ms in rows:
            if isinstance(kernel, str) and isinstance(schedule, str) and isinstance(ms, float) and ms >= 0:
                found.setdefault((kernel, schedule), []).append(ms)
        return found

    def faults(self) -> dict[tuple[str, str], str]:
        rows = self.base.execute("SELECT kernel, schedule, why FROM fault WHERE tuning = ?", (self.tuning,))
        return {(str(k), str(s)): str(why) for k, s, why in rows}

    def add_samples(self, found: Mapping[tuple[str, str], float]) -> None:
        with self.base:
            rows = [(self.tuning, k, s, float(ms)) for (k, s), ms in found.items()]
            self.base.executemany("INSERT INTO sample (tuning, kernel, schedule, ms) VALUES (?, ?, ?, ?)", rows)

    def add_fault(self, kernel: str, schedule: str, why: str) -> None:
        with self.base:
            self.base.execute("INSERT INTO fault VALUES (?, ?, ?, ?)", (self.tuning, kernel, schedule, why))

    def add_choices(self, program: str, told: Mapping[str, Any]) -> None:
        with self.base:
            row = (self.tuning, program, json.dumps(told), time())
            self.base.execute("INSERT INTO choice VALUES (?, ?, ?, ?)", row)


@contextmanager
def opened(folder: Path, tuning: str) -> Iterator[Memory]:
    """Opens the database of a cache folder. Raises Unusable."""
    base = _connected(folder)
    try:
        yield Memory(base, tuning)
    finally:
        base.close()


def _connected(folder: Path) -> sqlite3.Connection:
    path = folder / "tunings.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and (head := path.read_bytes()[:16]) and head != b"SQLite format 3\0":
            raise Unusable(f"{path} is no database: move it away")  # SQLite takes what is short enough for an empty one
        base = sqlite3.connect(path, timeout=60)
        (form,) = base.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if form not in (0, _FORM) or (form == 0 and tables):
            base.close()
            raise Unusable(f"{path} is of another version or another program's: move it away")
        base.execute("PRAGMA journal_mode = WAL")
        base.executescript(_TABLES)
        base.execute(f"PRAGMA user_version = {_FORM}")
        return base
    except sqlite3.DatabaseError as error:
        raise Unusable(f"{path} cannot be used ({error}): move it away, and its results are measured again") from None


def last_choices(folder: Path, program: str, target: str | None = None) -> Mapping[str, Any] | None:
    """What was chosen last for a program (the digest of its text), for a target if one is asked for: then what was
    measured goes before what figures say. None where nothing was chosen. Raises Unusable."""
    base = _connected(folder)
    try:
        rows = base.execute("SELECT told FROM choice WHERE program = ? ORDER BY at DESC, rowid DESC", (program,))
        known = [told for row in rows if isinstance(told := json.loads(row[0]), dict)]
        if target is None:
            return next(iter(known), None)
        return min(
            (t for t in known if t.get("target") == target), key=lambda t: t.get("by") == BY_FIGURES, default=None
        )
    except (sqlite3.DatabaseError, ValueError) as error:
        raise Unusable(f"{folder}/tunings.sqlite cannot be read ({error}): move it away") from None
    finally:
        base.close()


def plain(choice: Choice) -> dict[str, Any]:
    return asdict(choice) | {"gain": round(choice.gain, 4)}


@dataclass(frozen=True)
class Kept:
    """What is written of a choice. schedule: empty for the original."""

    kernel: str
    schedule: str
    reason: str


def kept(told: Mapping[str, Any]) -> tuple[Kept, ...]:
    """The choices of a tuning, however they were made. Raises Unusable for what nothing of ours wrote."""
    rows = told.get("choices")
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise Unusable(_UNREADABLE)
    return tuple(_kept(row) for row in rows)


def _kept(row: Mapping[str, Any]) -> Kept:
    kernel, schedule, reason = (row.get(name) for name in ("kernel", "schedule", "reason"))
    if isinstance(kernel, str) and isinstance(schedule, str) and isinstance(reason, str):
        return Kept(kernel, schedule, reason)
    raise Unusable(_UNREADABLE)


def named(*parts: str) -> str:
    """The digest of what a tuning depends on."""
    return digest("\0".join(parts).encode(errors="surrogateescape"))[:32]


@contextmanager
def alone(folder: Path, device: str) -> Iterator[None]:
    """Keeps other tunings from the device: two at once would time each other. Raises Unusable."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / f"tuning-{named(device)}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Unusable(f"another tuning runs on {device}: wait for its end, or tune on another device") from None
    finally:
        os.close(lock)
