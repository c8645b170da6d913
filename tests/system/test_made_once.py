"""Work in a copy of this process."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from retarget.system import made_once
from retarget.system.made_once import NotMade, in_child

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a fork is safe on Linux alone")


def test_work_is_done(tmp_path: Path) -> None:
    in_child(lambda: (tmp_path / "a").write_text("a") and None)
    assert (tmp_path / "a").read_text() == "a"


def test_work_that_fails() -> None:
    with pytest.raises(NotMade):
        in_child(lambda: sys.exit("no"))


def test_work_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_once, "_PATIENCE", 0.2)
    started = time.monotonic()
    with pytest.raises(NotMade):
        in_child(lambda: time.sleep(60))
    assert time.monotonic() - started < 30
