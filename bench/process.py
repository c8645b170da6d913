"""Runs a command as a process of its own and says what it cost."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLING = 0.05  # seconds between two looks at the memory


@dataclass(frozen=True)
class Cost:
    """Wall and processor time in seconds (user and system, all processes); peak memory of all processes together
    in MB, shared pages counted once; the exit code."""

    wall: float
    cpu: float
    memory: float
    code: int


def cost(command: Sequence[str], folder: Path, environment: Mapping[str, str], messages: Path) -> Cost:
    """Runs a command to its end; what it prints goes to the file `messages`."""
    with messages.open("wb") as out:
        started = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
        memory = _Memory(process.pid)
        memory.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    memory.stop()
    peak = max(memory.peak, usage.ru_maxrss / 1000)  # a short process may end unseen
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak, process.returncode)


class _Memory(threading.Thread):
    """Samples the proportional set size of the processes of a session, in MB."""

    def __init__(self, session: int) -> None:
        super().__init__(daemon=True)
        self.session, self.peak, self.ended = session, 0.0, threading.Event()

    def run(self) -> None:
        while not self.ended.wait(SAMPLING):
            self.peak = max(self.peak, sum(map(_proportional, self._members())))

    def stop(self) -> None:
        self.ended.set()
        self.join()

    def _members(self) -> list[int]:
        found = []
        for pid in (int(name) for name in os.listdir("/proc") if name.isdigit()):
            try:
                if os.getsid(pid) == self.session:
                    found.append(pid)
            except OSError:
                continue
        return found


def _proportional(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    line = next((line for line in text.splitlines() if line.startswith("Pss:")), "Pss: 0 kB")
    return int(line.split()[1]) * 1.024 / 1000
