"""The command as a user runs it: in this process for speed, or in one of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from retarget import cli, commands

ENTRY = [sys.executable, "-c", "from retarget.cli import main; main()"]


class Told(NamedTuple):
    """What a run gave: its exit code and what it printed."""

    code: int
    out: str
    err: str


def retarget(*words: str | Path) -> Told:
    """Runs a command line in this process, in the working folder."""
    commands.depends.clear()
    commands.texts_read.clear()
    commands.behind_dashes = []
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", ["retarget", *map(str, words)]), redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as stop:
            return Told(int(stop.code or 0), out.getvalue(), err.getvalue())
    raise AssertionError("the command did not exit")


def spawned(*words: str | Path, **options: object) -> Told:
    """Runs a command line in a process of its own; `options` are those of subprocess.run."""
    done = subprocess.run([*ENTRY, *map(str, words)], capture_output=True, text=True, timeout=300, **options)  # type: ignore[call-overload]
    return Told(done.returncode, done.stdout, done.stderr)
