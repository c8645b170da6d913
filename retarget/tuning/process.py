"""A command that is run to its end, or to a limit; all that it started ends with it, and with us."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic

from msgspec import Struct

from retarget.errors import Error
from retarget.system import exits
from retarget.system.process_group import end_group, started


class Ended(Struct, frozen=True):
    """How a process ended. code: of a signal 128 and its number."""

    code: int
    stdout: bytes
    stderr: bytes
    hung: bool
    seconds: float


class CannotStart(Error):
    """A command cannot be run; the message says why."""

    code = exits.UNTUNABLE


# Reads a process group's number, then a word. Where the word does not come, we were killed, and so is the group.
_GUARD = 'read -r group && { read -r _ || kill -s KILL -- "-$group"; }'


def ended(
    words: Sequence[str],
    folder: str,
    environment: Mapping[str, str],
    limit: float | None,
    given: bytes = b"",
    executable: str | None = None,
) -> Ended:
    """Runs a command on what is given as its standard input. Raises CannotStart."""
    with tempfile.TemporaryFile() as source, _guard() as guard:
        source.write(given)
        source.seek(0)
        began = monotonic()
        try:
            with started(
                words, 0, executable=executable, cwd=folder, env=environment, stdin=source,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            ) as child:  # fmt: skip
                _tell(guard, f"{child.pid}\n")
                try:
                    stdout, stderr = child.communicate(timeout=limit)
                    hung = False
                except subprocess.TimeoutExpired:
                    end_group(child, 0)
                    stdout, stderr = child.communicate()
                    hung = True
                seconds = monotonic() - began
        except OSError as error:
            raise CannotStart(f"`{shlex.join(words)}` cannot be run: {error.strerror}") from None
        finally:
            _tell(guard, "done\n")
    code = exits.HUNG if hung else child.returncode if child.returncode >= 0 else 128 - child.returncode
    return Ended(code, stdout, stderr, hung, seconds)


def _guard() -> subprocess.Popen[bytes]:
    """Ends a process group when we are killed: in a session of its own, so that no signal meets both."""
    return subprocess.Popen(
        ("/bin/sh", "-c", _GUARD), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip


def _tell(guard: subprocess.Popen[bytes], text: str) -> None:
    assert guard.stdin is not None, "it is a pipe"
    with suppress(OSError):  # someone ended it
        os.write(guard.stdin.fileno(), text.encode())


def standard_input(source: int = 0) -> bytes:
    """What is left of our standard input where it is a file, for each run; it may be the shell's script too, so that
    nothing of it is used up. Else nothing: a pipe may never end."""
    try:
        if not stat.S_ISREG(os.fstat(source).st_mode):
            return b""
        at = os.lseek(source, 0, os.SEEK_CUR)
        return os.pread(source, max(0, os.fstat(source).st_size - at), at)
    except OSError:  # it is closed, or not for reading
        return b""


def last_words(*streams: bytes) -> str:
    """The last line of the first stream that has one."""
    for stream in streams:
        if lines := stream.decode(errors="replace").strip().splitlines():
            return lines[-1].strip()
    return ""
