"""One run of the program that is tuned, in processes of its own: what it gave, and what its launches took."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from retarget.tuning.launch_records import Launches, failures, read_launches
from retarget.tuning.process import CannotStart, ended, last_words


class RunCommand(Struct, frozen=True):
    """How the program is run. executable: where the first word is only the name that the program sees; outputs: files
    that it writes, to be compared; check: a shell command that judges a run by its exit code, or nothing; check_limit:
    its seconds; given: the standard input of each run."""

    words: tuple[str, ...]
    folder: str
    executable: str | None = None
    environment: Mapping[str, str] | None = None
    outputs: tuple[str, ...] = ()
    check: str = ""
    check_limit: float | None = None
    given: bytes = b""


class Trial(Struct, frozen=True):
    """A run. code: of a signal 128 and its number; files: the contents of the outputs, an absent one None; outputs:
    their names; objection: what the user's check finds wrong; check_seconds: how long that took;
    failures: the runtime's words on launches that failed, by kernel."""

    variants: Mapping[str, tuple[int, ...]]
    code: int
    stdout: bytes
    stderr: bytes
    hung: bool
    files: tuple[bytes | None, ...]
    launches: tuple[Launches, ...]
    seconds: float
    outputs: tuple[str, ...] = ()
    objection: str = ""
    check_seconds: float = 0.0
    failures: Mapping[str, str] = field(default_factory=dict)


class Rehearsal(Struct, frozen=True):
    """Variants of each kernel to rehearse in front of its launches, and for how many seconds of a run at most."""

    variants: Mapping[str, tuple[int, ...]]
    seconds: float


def run(
    command: RunCommand,
    variants: Mapping[str, tuple[int, ...]],
    limit: float | None,
    rehearsal: Rehearsal | None = None,
) -> Trial:
    """Runs the program with a variant (0: the original) of each kernel, or with several that take turns. Raises
    CannotStart."""
    folder = Path(command.folder)
    with tempfile.TemporaryDirectory(prefix="retarget-") as scratch:
        told = Path(scratch) / "launches"
        ours = {"RETARGET_VARIANT": _spelled(variants), "RETARGET_LAUNCHES": str(told), "RETARGET_TIMES": "1"}
        if rehearsal:
            ours["RETARGET_REHEARSAL"] = _spelled(rehearsal.variants)
            ours["RETARGET_REHEARSAL_SECONDS"] = f"{rehearsal.seconds:.3f}"
        environment = {**os.environ, **(command.environment or {}), **ours}
        for name in command.outputs:  # what an earlier run left must not pass for this one's
            (folder / name).unlink(missing_ok=True)
        done = ended(command.words, command.folder, environment, limit, command.given, command.executable)
        # each process of the program tells its own
        texts = [p.read_text(errors="replace") for p in sorted(told.parent.glob("launches.*"))]
    files = tuple(_contents(folder / name) for name in command.outputs)
    objection, seconds = _objection(command, done.stdout) if command.check and not done.hung else ("", 0.0)
    return Trial(
        dict(variants), done.code, done.stdout, done.stderr, done.hung, files, read_launches(*texts), done.seconds,
        command.outputs, objection, seconds, failures(*texts),
    )  # fmt: skip


_NOT_RUN = (126, 127)  # of a shell, for what is no program, or is not there


def _objection(command: RunCommand, output: bytes) -> tuple[str, float]:
    """What the user's check says against a run, or nothing, and how long it took."""
    done = ended(("/bin/sh", "-c", command.check), command.folder, os.environ, command.check_limit, output)
    words = last_words(done.stderr, done.stdout)
    if done.code in _NOT_RUN:
        raise CannotStart(
            f"the check `{command.check}` cannot be run: {words or f'it ends with {done.code}'}; "
            f"--check takes a command of the shell, which is run in {command.folder}"
        )
    if done.hung:
        return f"the check did not end within {command.check_limit:.0f} s", done.seconds
    if done.code:
        return "the check found fault with its results" + (f": {words}" if words else ""), done.seconds
    return "", done.seconds


def _spelled(variants: Mapping[str, tuple[int, ...]]) -> str:
    return ",".join(f"{k}={'+'.join(map(str, vs))}" for k, vs in variants.items())


def _contents(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
