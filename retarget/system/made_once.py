"""Files that are made once and kept: precompiled headers, libraries, what programs answer."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from retarget.system.tidy import tidy

_PATIENCE = 120.0  # seconds for a copy of this process, and for another process that makes the same
_PERIOD, _PAUSE = 0.002, 0.02  # seconds between two looks at either
_LOCK = "making"  # in each folder


class NotMade(Exception):
    """What makes a file could not."""


def in_child(work: Callable[[], None]) -> None:
    """Does work in a copy of this process, which it may bring down, without a word. Raises NotMade where it fails, or
    does not end: a lock that another thread held at the fork stays held in the copy."""
    if sys.platform != "linux":  # elsewhere, libraries do not bear a fork
        work()
        return
    child = os.fork()
    if not child:
        done = 1
        with suppress(BaseException):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            work()
            done = 0
        os._exit(done)
    if _status(child):
        raise NotMade


def _status(child: int) -> int:
    """Of a process when it ended; it is killed after a while."""
    limit = time.monotonic() + _PATIENCE
    while time.monotonic() < limit:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(_PERIOD)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def is_intact(place: Path) -> bool:
    """Whether a file holds what `made_once` made, where that is to be checked. A process looks once."""
    try:
        found = place.stat()
        return _is_intact(place, found.st_ino, found.st_size)
    except OSError:
        return False


@cache
def _is_intact(place: Path, *_: int) -> bool:
    return _sum_of(place).read_text() == _sum(place)


def _sum(path: Path) -> str:
    """Tells damage, at a millisecond for some MB."""
    return f"{zlib.crc32(path.read_bytes()):08x}"


def _sum_of(place: Path) -> Path:
    return place.with_suffix(f"{place.suffix}.sum")


def made_once(
    place: Path, make: Callable[[Path], None], most: tuple[int, int] | None = None, is_checked: bool = False
) -> Path | None:
    """The file at a place; where it is absent, `make(path)` makes it elsewhere, and it is moved there whole. None where
    `make` raises NotMade, or the file cannot be written. Of several processes, one makes it, and the others wait for
    it. most: how many files, and bytes, its folder keeps. is_checked: a file that is damaged counts as absent."""
    try:
        if _is_used(place, is_checked):
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        with _alone(place):
            if _is_used(place, is_checked):  # by now
                return place
            with tempfile.TemporaryDirectory(dir=place.parent) as folder:
                make(Path(folder) / "made")
                if is_checked:
                    Path(folder, "sum").write_text(_sum(Path(folder, "made")))
                    os.replace(Path(folder, "sum"), _sum_of(place))
                os.replace(Path(folder) / "made", place)
    except (OSError, NotMade):
        return place if _is_there(place, is_checked) else None
    if most:
        with suppress(OSError):
            tidy(place.parent, *most)
    return place


def _is_there(place: Path, is_checked: bool) -> bool:
    return place.is_file() and (not is_checked or is_intact(place))


def _is_used(place: Path, is_checked: bool) -> bool:
    """Whether it is there; what is used stays."""
    if not _is_there(place, is_checked):
        return False
    os.utime(place)
    return True


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Keeps other processes from making the same file meanwhile, as far as its file system can, and for a while: one
    that was stopped holds up nobody for ever. A lock on one byte of a file that all of its folder share; a copy of this
    process does not hold it."""
    limit = time.monotonic() + _PATIENCE
    with open(place.parent / _LOCK, "a") as lock:
        while time.monotonic() < limit:
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, zlib.crc32(place.name.encode()))
                break
            except (BlockingIOError, PermissionError):  # another one holds it
                time.sleep(_PAUSE)
            except OSError:
                break
        yield
