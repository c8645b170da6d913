"""Processes that work on items: what is lost, what is raised, and what is left behind at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from retarget.system.workers import Manner, WorkerProcesses, worked

pytestmark = pytest.mark.usefixtures("processes")


def done(item: str) -> str:
    if item == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if item.startswith("raises"):
        raise ValueError(item)
    return item.upper()


def test_a_process_that_ends_costs_its_item_alone() -> None:
    told: list[str] = []
    items = ["a", "dies", "b", "dies", "c"]
    assert worked(done, items, 2, lambda item: f"lost {item}", told.append) == ["A", "lost dies", "B", "lost dies", "C"]
    assert sorted(told) == sorted(items)


def test_what_the_first_of_them_raises_passes_through() -> None:
    with pytest.raises(ValueError, match="raises 1"):
        worked(done, ["a", "raises 1", "raises 2", "b"], 2, str, lambda _: None)


def test_items_are_handed_over_at_any_time() -> None:
    with WorkerProcesses(done, 2, str, Manner.BESIDE) as workers:
        found = dict[int, str]()
        for items in (["a", "b"], ["c"], []):
            numbers = workers.hand(items)
            while any(n not in found for n in numbers):
                found |= workers.finished()
        assert found == {0: "A", 1: "B", 2: "C"} and workers.finished(0) == {}


def slow(place: str) -> str:
    (Path(place) / str(os.getpid())).touch()
    subprocess.run(["sleep", "60"], check=True)
    return ""


def test_the_end_ends_what_still_runs_and_what_that_has_started(tmp_path: Path) -> None:
    begun = time.monotonic()
    with WorkerProcesses(slow, 2, str, Manner.BESIDE) as workers:
        workers.hand([str(tmp_path)] * 4)
        pids: list[int] = []
        while len(pids) < 4:
            assert workers.finished(0.01) == {}
            started = [int(p.name) for p in tmp_path.iterdir()]
            pids = [*started, *(c for pid in started for c in _children(pid))]
    assert time.monotonic() - begun < 30 and len([*tmp_path.iterdir()]) == 2
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []


def _children(pid: int) -> list[int]:
    return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


ENDS = """
import faulthandler, sys, time
from retarget.system.workers import Manner, WorkerProcesses
faulthandler.dump_traceback_later(60, exit=True)
for at in range(8):
    workers = WorkerProcesses(lambda item: b"x" * 2_000_000, 3, lambda item: b"", [Manner.ALONE, Manner.BESIDE][at % 2])
    workers.hand(range(100))
    workers.finished()
    time.sleep(at * 0.002)
    workers.end()
"""


def test_the_end_amid_results_that_are_handed_over() -> None:
    """A process that ended then would leave half a result, or a lock that others wait for. Nothing is said of it."""
    done = subprocess.run([sys.executable, "-c", ENDS], check=True, capture_output=True, text=True)
    assert not done.stderr, done.stderr


KILLED = """
import os, subprocess, sys, time
from retarget.system.workers import Manner, WorkerProcesses
def slow(item):
    sleep = subprocess.Popen(["sleep", "60"])
    print(os.getpid(), sleep.pid, flush=True)
    sleep.wait()
WorkerProcesses(slow, 3, str, Manner[sys.argv[1]]).hand([1])
time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.parametrize("manner", ["ALONE", "BESIDE"])
def test_workers_end_with_a_parent_that_is_killed(manner: str) -> None:
    """Those at work, those that wait for it, and what they have started."""
    with subprocess.Popen([sys.executable, "-c", KILLED, manner], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        busy = [int(pid) for pid in parent.stdout.readline().split()]
        workers = _children(parent.pid)
        assert len(busy) == 2 and len(workers) == 3
        parent.kill()
        end = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in {*busy, *workers}) and time.monotonic() < end:
            time.sleep(0.05)
        assert [pid for pid in {*busy, *workers} if Path(f"/proc/{pid}").exists()] == []
