"""What a compiler says of itself (its release, its macros, its folders), remembered while its file stays as it is:
asking costs 20 to 50 ms, several times a command.

Not remembered: what fails, since the user may be about to mend it, and what scripts say, which may stand before
another tool each time.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from retarget.system.cache import cache_folder, stamp
from retarget.system.made_once import is_intact, made_once

TIME_LIMIT = 30.0  # seconds
_MOST = (200, 4 << 20)  # files, bytes
_PROGRAM = b"\x7fELF"
_CHANGING = ("PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "COMPILER_PATH", "GCC_EXEC_PREFIX", "CPATH", "C_INCLUDE_PATH",
             "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS")  # fmt: skip


def answer(words: Sequence[str | Path], text: str = "") -> str | None:
    """What a command prints, given a text as its input; None where it fails or takes longer than TIME_LIMIT. Raises
    OSError where it does not start."""
    environment = tuple(os.environ.get(name, "") for name in _CHANGING)
    return _answer(tuple(map(str, words)), text, environment, str(cache_folder()))


@cache
def _answer(words: tuple[str, ...], text: str, environment: tuple[str, ...], folder: str) -> str | None:
    program = os.path.realpath(words[0])
    with open(program, "rb") as file:
        if file.read(len(_PROGRAM)) != _PROGRAM:
            return _run(words, text)
    asked = json.dumps([words, text, environment, program, stamp(program)])
    place = Path(folder) / "tools" / hashlib.sha256(asked.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    if is_intact(place):
        return place.read_text()
    said = _run(words, text)
    if said is not None:
        made_once(place, partial(_write, said), _MOST, is_checked=True)
    return said


def _write(said: str, path: Path) -> None:
    path.write_text(said)


def _run(words: Sequence[str], text: str) -> str | None:
    try:
        done = subprocess.run(
            words, input=text, capture_output=True, text=True, errors="replace", timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode else done.stdout
