"""The command as a user runs it: in this process, in a fork of it, or in a new interpreter.

A fork has what is imported here, and is as far from the test as any process: its own folder, environment, streams.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple
from unittest.mock import patch

from retarget.cli import main
from retarget.source import reach

TIME_LIMIT = 300.0  # seconds
SLOW = ("schedule.explore", "targets.amd.jobs", "cli.on_host", "cli.tune_kernel", "schedule.scheduling", "cli.tune")  # to import
_WATCHED = f"exec(open({str(Path(__file__).with_name('compiler_calls.py'))!r}).read())"
ENTRY = [sys.executable, "-c", f"{_WATCHED}\nfrom retarget.cli.main import main; main()"]


class Told(NamedTuple):
    """What a run gave: its exit code and what it printed."""

    code: int
    out: str
    err: str


def retarget(*words: str | Path) -> Told:
    """Runs a command line in this process, in the working folder."""
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", ["retarget", *map(str, words)]), redirect_stdout(out), redirect_stderr(err):
        try:
            main.main()
        except SystemExit as stop:
            return Told(int(stop.code or 0), out.getvalue(), err.getvalue())
    raise AssertionError("the command did not exit")


def forked(
    *words: str | Path,
    cwd: Path | str = ".",
    env: Mapping[str, str] | None = None,
    stdin: IO[Any] | None = None,  # none: nothing to read
) -> Told:
    """Runs a command line in a fork of this process."""
    return _forked(words, cwd, env, stdin, False)


def all_forked(commands: Sequence[Sequence[str | Path]]) -> list[Told]:
    """Runs command lines in turn in one fork of this process: what they have in common is read once."""
    lines = [json.dumps(list(map(str, words))) for words in commands]
    told = _forked(lines, ".", None, None, True)
    assert told.code == 0, told.out + told.err
    return [Told(*each) for each in json.loads(told.out)]


def _forked(
    words: Sequence[str | Path], cwd: Path | str, env: Mapping[str, str] | None, stdin: IO[Any] | None, are_lines: bool
) -> Told:
    for name in SLOW:
        import_module(f"retarget.{name}")
    with open(os.devnull) as nothing, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given = list(map(str, words)), str(cwd), dict(env or os.environ), (stdin or nothing, out, err), are_lines
        process = multiprocessing.get_context("fork").Process(target=_in_fork, args=given)
        process.start()
        process.join(TIME_LIMIT)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(given[0], TIME_LIMIT)
        told = [stream.seek(0) or stream.read().decode() for stream in (out, err)]
        return Told(process.exitcode, *told)


def _in_fork(
    words: list[str], folder: str, environment: dict[str, str], streams: tuple[IO[Any], ...], are_lines: bool
) -> None:
    """are_lines: whether each word is a whole command line, as JSON; what they told is written as JSON."""
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    reach.forget()
    if are_lines:
        print(json.dumps([retarget(*json.loads(line)) for line in words]), flush=True)
        return
    sys.argv = ["retarget", *words]
    main.main()


def spawned(*words: str | Path, **options: object) -> Told:
    """Runs a command line in a new interpreter; `options` are those of subprocess.run."""
    done = subprocess.run([*ENTRY, *map(str, words)], capture_output=True, text=True, timeout=TIME_LIMIT, **options)  # type: ignore[call-overload]
    return Told(done.returncode, done.stdout, done.stderr)
