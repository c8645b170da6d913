"""Compilers that write to their place themselves, and an interruption: their processes end, and half an output goes.

    whole(("g++", "-c", "a.cpp", "-o", "a.o"), ("a.o",))    Ctrl-C: neither g++ nor cc1plus is left, nor a.o
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress

from retarget.system.process_group import started

_PATIENCE = 2.0  # seconds that a compiler has to clear away what it wrote


def whole(
    command: Sequence[str], outputs: Sequence[str], environment: Mapping[str, str] | None = None, *,
    takes_output: bool, takes_messages: bool = True,
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Runs a command to its end. An interruption ends all that it started, and removes those of the outputs that were
    written to. takes_output, takes_messages: into the result, else it prints them. Raises OSError where it cannot be
    started."""
    before = [_state(path) for path in outputs]
    out, err = (subprocess.PIPE if is_taken else None for is_taken in (takes_output, takes_messages))
    try:
        with started(
            command, _PATIENCE, stdout=out, stderr=err, text=True, errors="surrogateescape", env=environment
        ) as process:
            said, told = process.communicate()
    except BaseException:
        for path, state in zip(outputs, before, strict=True):
            if _state(path) != state:
                with suppress(OSError):
                    os.unlink(path)
        raise
    return subprocess.CompletedProcess(command, process.returncode, said, told)


def _state(path: str) -> tuple[int, int, int] | None:
    """Of a regular file; none of what is absent, or a device."""
    if not os.path.isfile(path):
        return None
    found = os.stat(path)
    return found.st_ino, found.st_size, found.st_mtime_ns
