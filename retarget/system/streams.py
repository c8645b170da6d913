"""The standard output and error: where they cannot be written, a run ends with a message and a code of its own."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from retarget.system import exits


class Unwritable(Exception):
    """One of them takes no more; `error` says why."""

    def __init__(self, error: OSError | None = None) -> None:
        super().__init__(error)
        self.error = error


def put(stream: TextIO | None, text: str, flush: bool = True) -> None:
    """Writes a text. Raises Unwritable, also where a text is for a stream that is closed."""
    if stream is None:
        if text:
            raise Unwritable
        return
    try:
        stream.write(text)
        if flush:
            stream.flush()
    except OSError as error:
        raise Unwritable(error) from None


def given_up(unwritable: Unwritable) -> int:
    """Says why, where that is no reader that has read enough; returns the exit code. Nothing is written any more."""
    error = unwritable.error
    why = error.strerror if error else "it is closed"
    if not isinstance(error, BrokenPipeError):
        with suppress(OSError, Unwritable):
            put(sys.stderr, f"retarget: error: the standard output cannot be written: {why}\n")
    with suppress(OSError):  # what is still held for them would be written at the end of the interpreter
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return exits.PIPE if isinstance(error, BrokenPipeError) else exits.OUTPUT
