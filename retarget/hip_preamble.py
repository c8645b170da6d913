"""HIP's runtime header, precompiled: parsed once for each compiler, standard and side, and kept."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from retarget.runs import cache_folder, stamp
from retarget.text import digest
from retarget.tidy import tidy

MOST_FILES, MOST_BYTES = 24, 1 << 29  # some 10 MB each
_TEXT = "#include <hip/hip_runtime.h>\n"
TIME_LIMIT = 120.0  # seconds


def precompiled(command: Sequence[str], headers: Path) -> Path | None:
    """The precompiled header for a command line of clang that parses one side; None where it cannot be made.

    headers: the folder that holds hip/; a change of its version makes another one.
    """
    state = [*command, str(stamp(command[0])), str(stamp(str(headers / "hip/hip_version.h")))]
    place = cache_folder() / "hip-preamble" / f"{digest(chr(0).join(state).encode())[:20]}.pch"
    return place if place.is_file() else _made(command, place)


def _made(command: Sequence[str], place: Path) -> Path | None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            source, made = place.with_suffix(".h"), Path(folder) / "pch"
            scratch = Path(folder) / "text"
            scratch.write_text(_TEXT)
            os.replace(scratch, source)
            words = [*command, "-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang", str(made), str(source)]
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT, check=False)
            if done.returncode:
                return None
            os.replace(made, place)
    except (OSError, subprocess.TimeoutExpired):
        return None
    with suppress(OSError):
        tidy(place.parent, MOST_FILES, MOST_BYTES)
    return place
