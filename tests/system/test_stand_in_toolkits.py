"""Programs behind a toolkit of ours that stands first on the path."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.system.stand_in_toolkits import OURS, behind


def test_a_stand_in_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("ours", "theirs"):
        program = tmp_path / folder / "bin" / "g++"
        program.parent.mkdir(parents=True)
        program.touch(0o755)
    (tmp_path / "ours/include").mkdir()
    (tmp_path / "ours/include" / OURS).touch()
    monkeypatch.setenv("PATH", f"{tmp_path}/ours/bin:{tmp_path}/theirs/bin")
    assert behind("g++") == f"{tmp_path}/theirs/bin/g++"
    assert behind("gcc") is None
