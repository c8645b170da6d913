"""Work in a copy of this process."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from retarget.system import made_once as module
from retarget.system.made_once import NotMade, in_child, made_once

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a fork is safe on Linux alone")


def test_work_is_done(tmp_path: Path) -> None:
    in_child(lambda: (tmp_path / "a").write_text("a") and None)
    assert (tmp_path / "a").read_text() == "a"


def test_work_that_fails() -> None:
    with pytest.raises(NotMade):
        in_child(lambda: sys.exit("no"))


def test_work_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.2)
    started = time.monotonic()
    with pytest.raises(NotMade):
        in_child(lambda: time.sleep(60))
    assert time.monotonic() - started < 30


def test_of_several_processes_one_makes_a_file(tmp_path: Path) -> None:
    (tmp_path / "log").touch()
    places = [tmp_path / "kept" / name for name in "aabaab"]
    with ProcessPoolExecutor(len(places), get_context("fork")) as pool:
        assert [*pool.map(partial(_logged, tmp_path / "log"), places)] == places
    assert sorted((tmp_path / "log").read_text().split()) == ["a", "b"]


def _logged(log: Path, place: Path) -> Path | None:
    def make(path: Path) -> None:
        time.sleep(0.2)  # all have begun by then
        with log.open("a") as file:
            file.write(f"{place.name}\n")
        path.write_text(str(os.getpid()))

    return made_once(place, make)


def test_what_one_process_cannot_make_the_next_one_tries(tmp_path: Path) -> None:
    def fail(_: Path) -> None:
        raise NotMade

    assert made_once(tmp_path / "a", fail) is None
    assert made_once(tmp_path / "a", lambda path: path.write_text("a") and None) == tmp_path / "a"


def test_a_process_that_was_stopped_holds_up_nobody_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = os.fork()
    if not child:
        made_once(tmp_path / "a", lambda _: os.kill(os.getpid(), signal.SIGSTOP))
        os._exit(0)
    try:
        os.waitpid(child, os.WUNTRACED)
        monkeypatch.setattr(module, "_PATIENCE", 0.2)
        assert made_once(tmp_path / "a", lambda path: path.write_text("a") and None) == tmp_path / "a"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
