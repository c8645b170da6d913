"""The compile database of a build that writes none: Bear sees which compilers the build runs, and with which words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from retarget.errors import Error, MissingTool, OutputError
from retarget.source.database import read_database
from retarget.source.flags import FlagError
from retarget.system.remedies import install_command
from retarget.translation.emit import replace_whole

_OVERLAY = "-ivfsoverlay"  # with which our stand-in for nvcc calls the compiler of the target
Entry = dict[str, Any]


class Intercepted(Struct, frozen=True):
    """What a build compiled. build: its exit code; units: entries that it gave the database; kept: those of before."""

    build: int
    units: int
    kept: int


def intercept(words: Sequence[str], output: str, environment: Mapping[str, str], toolkit: Path | None) -> Intercepted:
    """Runs a build, and adds what it compiles to a database. toolkit: the folder of the programs that stand for CUDA's
    there. Nothing is written where it compiles nothing.

    Raises MissingTool without Bear; OutputError where something else is at `output`; Error where the build does not
    start.
    """
    bear = shutil.which("bear")
    if bear is None:
        raise MissingTool("Bear is missing, which sees the compilers of a build", install_command("bear"))
    if shutil.which(words[0], path=environment.get("PATH")) is None:
        raise Error(f"{words[0]}: no such command")
    before = _before(output)
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        made = os.path.join(folder, "seen.json")
        done = subprocess.run([bear, "--output", made, "--", *words], env=dict(environment), check=False)
        seen = json.loads(Path(made).read_text()) if os.path.exists(made) else []
    entries = [_by_name_of_build(e, toolkit) for e in _asked_for(seen, toolkit)]
    own = {_key(e) for e in entries}
    kept = [e for e in before if _key(e) not in own and os.path.exists(_file(e))]
    if entries:
        text = json.dumps([*kept, *entries], indent=1, ensure_ascii=False)
        replace_whole(Path(output), f"{text}\n".encode("utf-8", "surrogateescape"))
    return Intercepted(done.returncode, len(entries), len(kept))


def _before(output: str) -> list[Entry]:
    if os.path.isdir(output):
        raise OutputError(f"{output} is a directory: name a file")
    if not os.path.lexists(output):
        return []
    try:
        read_database(Path(output))
    except FlagError as error:
        raise OutputError(f"{output} is there: {error}", "move it away") from None
    found: list[Entry] = json.loads(Path(output).read_text(errors="surrogateescape"))
    return found


def _asked_for(seen: Iterable[Entry], toolkit: Path | None) -> list[Entry]:
    """Less the compilations that our own programs start on the way."""
    seen = list(seen)
    by_ours = {_file(e) for e in seen if _is_ours(e, toolkit)}
    return [e for e in seen if _is_ours(e, toolkit) or not (_OVERLAY in e["arguments"] and _file(e) in by_ours)]


def _is_ours(entry: Entry, toolkit: Path | None) -> bool:
    return toolkit is not None and Path(entry["arguments"][0]).parent == toolkit / "bin"


def _by_name_of_build(entry: Entry, toolkit: Path | None) -> Entry:
    """A program of ours by the name that the build has for it."""
    first, *others = entry["arguments"]
    return {**entry, "arguments": [os.path.basename(first), *others]} if _is_ours(entry, toolkit) else entry


def _file(entry: Entry) -> str:
    return os.path.join(entry["directory"], entry["file"])


def _key(entry: Entry) -> tuple[str, str]:
    return _file(entry), os.path.join(entry["directory"], entry.get("output", ""))
