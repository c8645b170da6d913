"""One run of the program that is tuned, in a process of its own: what it gave, and what its launches took."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from retarget import exits
from retarget.tuning.launches import Launches, read_launches


@dataclass(frozen=True)
class Command:
    """How the program is run. executable: where the first word is only the name that the program sees; outputs: files
    that it writes, to be compared; check: a shell command that judges a run by its exit code, or nothing."""

    words: tuple[str, ...]
    folder: str
    executable: str | None = None
    environment: Mapping[str, str] | None = None
    outputs: tuple[str, ...] = ()
    check: str = ""


@dataclass(frozen=True)
class Trial:
    """A run. code: of a signal 128 and its number; files: the contents of the outputs, an absent one None; checked:
    false where the user's command found fault."""

    variants: Mapping[str, tuple[int, ...]]
    code: int
    stdout: bytes
    stderr: bytes
    hung: bool
    files: tuple[bytes | None, ...]
    launches: tuple[Launches, ...]
    seconds: float
    checked: bool = True


@dataclass(frozen=True)
class Rehearsal:
    """Variants of each kernel to rehearse in front of its launches, and for how many seconds of a run at most."""

    variants: Mapping[str, tuple[int, ...]]
    seconds: float


def run(
    command: Command,
    variants: Mapping[str, tuple[int, ...]],
    limit: float | None,
    rehearsal: Rehearsal | None = None,
) -> Trial:
    """Runs the program with a variant (0: the original) of each kernel, or with several that take turns. Raises
    CannotStart."""
    with tempfile.TemporaryDirectory(prefix="retarget-") as scratch:
        told = Path(scratch) / "launches"
        ours = {"RETARGET_VARIANT": _spelled(variants), "RETARGET_LAUNCHES": str(told), "RETARGET_TIMES": "1"}
        if rehearsal:
            ours["RETARGET_REHEARSAL"] = _spelled(rehearsal.variants)
            ours["RETARGET_REHEARSAL_SECONDS"] = f"{rehearsal.seconds:.3f}"
        environment = {**os.environ, **(command.environment or {}), **ours}
        for name in command.outputs:  # what an earlier run left must not pass for this one's
            (Path(command.folder) / name).unlink(missing_ok=True)
        started = monotonic()
        code, stdout, stderr, hung = _ended(command, environment, limit)
        seconds = monotonic() - started
        launches = read_launches(told.read_text()) if told.exists() else ()
    files = tuple(_contents(Path(command.folder) / name) for name in command.outputs)
    checked = True
    if command.check:
        judge = Command(("/bin/sh", "-c", command.check), command.folder)
        checked = _ended(judge, os.environ, limit, stdout)[0] == 0
    return Trial(dict(variants), code, stdout, stderr, hung, files, launches, seconds, checked)


def _spelled(variants: Mapping[str, tuple[int, ...]]) -> str:
    return ",".join(f"{k}={'+'.join(map(str, vs))}" for k, vs in variants.items())


class CannotStart(Exception):
    """The program cannot be run; the message says why."""


def _ended(
    command: Command, environment: Mapping[str, str], limit: float | None, given: bytes = b""
) -> tuple[int, bytes, bytes, bool]:
    """Runs to the end, or to the limit: then all that the program started ends with it."""
    try:
        child = subprocess.Popen(
            command.words, executable=command.executable, cwd=command.folder, env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        raise CannotStart(f"`{shlex.join(command.words)}` cannot be run: {error.strerror}") from None
    try:
        stdout, stderr = child.communicate(given, timeout=limit)
        return (child.returncode if child.returncode >= 0 else 128 - child.returncode), stdout, stderr, False
    except subprocess.TimeoutExpired:
        _kill(child)
        stdout, stderr = child.communicate()
        return exits.HUNG, stdout, stderr, True
    except BaseException:
        _kill(child)
        child.wait()
        raise


def _kill(child: subprocess.Popen[bytes]) -> None:
    if child.returncode is None:  # else its number may be another's by now
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


def _contents(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
