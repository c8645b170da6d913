"""Processes with all that they start: what an interrupt ends, whenever it comes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from select import select

import pytest

from retarget.system.process_group import started

# Interrupts itself while Popen starts the command, whose process sleeps with the pipe's end open.
_INTERRUPTED = """\
import os, signal, subprocess, sys
from retarget.system.process_group import started

def late(self, *given):
    begun(self, *given)
    os.kill(os.getpid(), signal.SIGINT)

begun, subprocess.Popen._execute_child = subprocess.Popen._execute_child, late
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored where tests run
try:
    with started(("sh", "-c", "sleep 60 & wait"), 0, pass_fds=[int(sys.argv[1])]):
        print("began", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_an_interrupt_while_it_starts_ends_it() -> None:
    near, far = os.pipe()
    done = subprocess.run(
        (sys.executable, "-c", _INTERRUPTED, str(far)),
        pass_fds=[far],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    os.close(far)
    assert done.stdout == "interrupted\n"
    assert select([near], [], [], 20)[0], "what it started is still there"
    assert os.read(near, 1) == b""
    os.close(near)


def test_what_it_started_may_outlive_it(tmp_path: Path) -> None:
    command = ("sh", "-c", "(sleep 0.2; echo late >there) &")
    with started(command, 0, cwd=tmp_path) as process:
        assert process.wait(20) == 0
    until = time.monotonic() + 20
    while not (tmp_path / "there").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert (tmp_path / "there").exists()


def test_handlers_are_as_before() -> None:
    before = [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    with pytest.raises(FileNotFoundError), started(("/none",), 0):
        pass
    assert [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before
