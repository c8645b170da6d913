"""Runs a program that was built for the host."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from retarget.system import exits


class Conditions(Struct, frozen=True):
    """How a program runs: the width of its waves, the seed of a random order of threads and blocks, checks, a file
    for the trace of launches, and a limit in seconds."""

    wave: int = 32
    seed: int | None = None
    check: bool = False
    trace: Path | None = None
    limit: float | None = None
    variant: int = 0  # of every kernel that has some; 0: the original

    def environment(self) -> dict[str, str]:
        """The variables that tell the host runtime."""
        given = {"RETARGET_WAVE": str(self.wave), "RETARGET_CHECK": "1" if self.check else "0"}
        if self.seed is not None:
            given["RETARGET_SHUFFLE"] = str(self.seed)
        if self.trace is not None:
            given["RETARGET_TRACE"] = str(self.trace)
        if self.variant:
            given["RETARGET_VARIANT"] = str(self.variant)
        ours = ("RETARGET_SHUFFLE", "RETARGET_TRACE", "RETARGET_VARIANT")
        inherited = {k: v for k, v in os.environ.items() if k not in ours}
        return inherited | given


class RunResult(Struct, frozen=True):
    """What a run gave. `hung`: the limit ended it."""

    code: int
    stdout: bytes
    stderr: bytes
    hung: bool = False


def is_captured() -> bool:
    """Whether `retarget capture` runs this process, and with it the program."""
    return "RETARGET_CAPTURE" in os.environ


def passed_through(executable: str, words: Sequence[str], conditions: Conditions) -> int:
    """Runs with the terminal's own streams; `words` are the name that the program sees and its arguments.

    Returns the exit code; of a signal, 128 and its number, as shells do.
    """
    child = subprocess.Popen(words, executable=executable, env=conditions.environment())
    return _code(*_waited(child, conditions.limit))


def captured(executable: str, words: Sequence[str], conditions: Conditions, folder: str | None = None) -> RunResult:
    """Runs as passed_through and keeps both streams, in a folder of its own if one is given."""
    child = subprocess.Popen(
        words, executable=executable, env=conditions.environment(), cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        stdout, stderr = child.communicate(timeout=conditions.limit)
        return RunResult(_code(child.returncode, False), stdout, stderr)
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGALRM)  # the runtime tells where it is
        try:
            stdout, stderr = child.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            child.kill()
            stdout, stderr = child.communicate()
        return RunResult(exits.HUNG, stdout, stderr, hung=True)


def _waited(child: subprocess.Popen[bytes], limit: float | None) -> tuple[int, bool]:
    try:
        return child.wait(limit), False
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGALRM)
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        return exits.HUNG, True


def _code(code: int, hung: bool) -> int:
    if hung:
        return exits.HUNG
    return 128 - code if code < 0 else code
