"""HIP's runtime header, precompiled: parsed once for each compiler, standard and side, and kept."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from retarget.source.text import digest
from retarget.system.cache import cache_folder, stamp
from retarget.system.made_once import NotMade, made_once

MOST_FILES, MOST_BYTES = 24, 1 << 29  # some 10 MB each
SOURCE = Path(__file__).with_suffix(".h")  # clang asks for it whenever what it made of it is used
TIME_LIMIT = 120.0  # seconds
_ONCE = "-fpch-instantiate-templates"  # what the headers themselves use, and not in each parse


def precompiled(command: Sequence[str], headers: Path) -> Path | None:
    """The precompiled header for a command line of clang that parses one side; None where it cannot be made.

    headers: the folder that holds hip/; a change of its version makes another one.
    """
    files = (str(SOURCE), command[0], str(headers / "hip/hip_version.h"))
    state = [*command, _ONCE, *files, *(str(stamp(file)) for file in files)]
    place = cache_folder() / "hip-preamble" / f"{digest(chr(0).join(state).encode())[:20]}.pch"

    return made_once(place, partial(precompile, command), (MOST_FILES, MOST_BYTES), is_checked=True)


def precompile(command: Sequence[str], path: Path) -> None:
    """Precompiles the header by a command line of clang that parses one side. Raises NotMade."""
    words = [*command, _ONCE, "-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang", str(path), str(SOURCE)]
    try:
        subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT, check=True)
    except subprocess.SubprocessError as error:
        raise NotMade from error
