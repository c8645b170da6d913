"""Completion in real shells: what stands on the line after Tab."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import sys
import time
from pathlib import Path

import pytest

from retarget.system import exits
from tests.command_line import retarget

SHELLS = {
    "bash": ("bash", "--norc", "--noprofile", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}
STARTS = {
    "bash": 'PS1="$ "; eval "$(retarget completion bash)"',
    "zsh": 'PS1="$ "; autoload -Uz compinit; compinit -u -d .zcompdump; eval "$(retarget completion zsh)"',
    "fish": "retarget completion fish | source",
}
TYPED = [
    ("retarget sca", "retarget scan"),
    ("retarget tune --to nvi", "retarget tune --to nvidia"),
    ("retarget foo.cu --buil", "retarget foo.cu --build"),
    ("retarget foo", "retarget foo.cu"),
    ("retarget batch --base", "retarget batch --baseline"),
]


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        self.child, self.terminal = pty.fork()
        if self.child == 0:  # pragma: no cover
            os.chdir(folder)
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            kept = {k: v for k, v in os.environ.items() if k.startswith("RETARGET_")}
            home = {"HOME": str(folder), "PATH": path, "TERM": "xterm", "COLUMNS": "200"}
            os.execvpe(SHELLS[name][0], SHELLS[name], {**kept, **home})

    def says(self, typed: str, wanted: str, limit: float = 30) -> str:
        """What the terminal shows until it shows what is wanted, or time is up."""
        os.write(self.terminal, typed.encode())
        shown, end = "", time.monotonic() + limit
        while wanted not in shown and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.1)[0]:
                shown += re.sub(r"\x1b\[[\d;?]*[A-Za-z]|\x07|\x1b[=>]", "", os.read(self.terminal, 4096).decode(errors="replace"))
        return shown

    def close(self) -> None:
        os.close(self.terminal)
        os.waitpid(self.child, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHELLS)
def test_a_shell_completes(name: str, tmp_path: Path, memory: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"no {name}")
    (tmp_path / "foo.cu").touch()
    shell = Shell(name, tmp_path)
    try:
        shell.says(f"{STARTS[name]}; echo rea''dy\n", "ready")
        for typed, wanted in TYPED:
            shown = shell.says(f"{typed}\t", wanted.removeprefix("retarget "))
            assert wanted in shown.replace("\r", ""), shown
            shell.says("\x15", "")  # empties the line
    finally:
        shell.close()


def test_an_unknown_shell_is_refused() -> None:
    told = retarget("completion", "csh")
    assert told.code == exits.USAGE and "bash" in told.err
