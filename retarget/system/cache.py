"""Remembers finished runs, so that unchanged input answers at once.

A run is keyed by its command line, folder, and the state of the package; it holds as long as every file and
folder that it looked at has the size and time of then. Nothing heavy is imported here: this is the warm path.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

MOST_FILES, MOST_BYTES = 1000, 64 << 20


@dataclass(frozen=True)
class RememberedRun:
    """What a run printed, its exit code, and the files and folders it depends on with their stamps."""

    stdout: str
    stderr: str
    code: int
    stamps: dict[str, list[int] | None]


def cache_folder() -> Path:
    """`$RETARGET_CACHE_DIR`, else the user's cache folder (XDG base directory specification)."""
    chosen = os.environ.get("RETARGET_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "retarget"


def stamp(path: str) -> list[int] | None:
    """Size and time of last change in nanoseconds; None where there is no such file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns]


def key(arguments: Sequence[str]) -> str:
    """Names a run: arguments, our own variables of the environment, working folder, state of this package's files."""
    shown = [os.environ.get(name, "") for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")]
    shown += [str(bool(stream and stream.isatty())) for stream in (sys.stdout, sys.stderr)]
    own = sorted(f"{n}={v}" for n, v in os.environ.items() if n.startswith("RETARGET_") and n != "RETARGET_CACHE_DIR")
    asked = [*arguments, "", *own, os.getcwd(), sys.prefix, package_state(), *shown]
    return hashlib.sha256("\0".join(asked).encode(errors="surrogateescape")).hexdigest()[:32]


@cache
def package_state() -> str:
    """The time of the last change to the package and the texts that it emits, in nanoseconds."""
    package = Path(__file__).parents[1]
    places = (package, package.parent / "templates")
    files = (entry for place in places for folder, _, _ in os.walk(place) for entry in os.scandir(folder))
    return str(max(entry.stat().st_mtime_ns for entry in files if "__pycache__" not in entry.path))


def recall(name: str, folder: Path) -> RememberedRun | None:
    """The run of this name, if all that it depends on is as it was."""
    try:
        stored = json.loads((folder / "runs" / name).read_bytes())
        run = RememberedRun(**stored)
        unchanged = all(stamp(path) == then for path, then in run.stamps.items())
    except (OSError, ValueError, TypeError, AttributeError):
        return None
    return run if unchanged else None


def remember(name: str, folder: Path, run: RememberedRun) -> None:
    """Keeps a run among the newest; a folder that cannot be written costs only the speed of the next one."""
    from retarget.system.tidy import tidy_at_times  # noqa: PLC0415  (for speed: the warm path needs none of it)

    path = folder / "runs" / name
    scratch = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_text(json.dumps(asdict(run)))
        os.replace(scratch, path)
    except OSError:
        with suppress(OSError):
            scratch.unlink()
        return
    tidy_at_times(path.parent, MOST_FILES, MOST_BYTES)


def stamps(
    files: Iterable[str], read: Mapping[str, bytes], alone: Iterable[str] = ()
) -> dict[str, list[int] | None] | None:
    """Stamps of files and of the folders that hold them: a header that appears in one changes what is reached. alone:
    files without their folders.

    None where a file no longer holds what was `read` of it: its stamp would vouch for a text that nobody translated.
    """
    listed = list(files)
    folders = {os.path.dirname(os.path.abspath(path)) for path in listed}
    found = {path: stamp(path) for path in [*listed, *sorted(folders), *alone]}
    return found if all(_holds(path, data) for path, data in read.items()) else None


def _holds(path: str, data: bytes) -> bool:
    try:
        return Path(path).read_bytes() == data
    except OSError:
        return False
