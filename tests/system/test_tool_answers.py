"""What tools say of themselves is asked once for each state of their file; scripts and failures are asked each time."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from retarget.system import tool_answers
from retarget.system.tool_answers import answer


@pytest.fixture(autouse=True)
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that were run."""
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    found: list[str] = []
    run = tool_answers._run

    def spied(words: tuple[str, ...], text: str) -> str | None:
        found.append(words[0])
        return run(words, text)

    monkeypatch.setattr(tool_answers, "_run", spied)
    return found


def again(*words: str, text: str = "") -> str | None:
    """As another process asks."""
    tool_answers._answer.cache_clear()
    return answer(words, text)


def test_a_program_is_asked_once_for_each_state_and_question(tmp_path: Path, asked: list[str]) -> None:
    tool = shutil.copy(shutil.which("cat") or "", tmp_path / "tool")
    assert [again(tool, text="one"), again(tool, text="one"), again(tool, text="two")] == ["one", "one", "two"]
    assert len(asked) == 2
    os.utime(tool, (1, 1))
    assert again(tool, text="one") == "one"
    assert len(asked) == 3


def test_what_it_finds_by_is_part_of_the_question(tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    tool = shutil.copy(shutil.which("env") or "", tmp_path / "tool")
    monkeypatch.setenv("CPATH", "/first")
    assert "CPATH=/first\n" in (again(tool) or "")
    monkeypatch.setenv("CPATH", "/second")
    assert "CPATH=/second\n" in (again(tool) or "")


def test_scripts_and_failures_are_asked_each_time(tmp_path: Path, asked: list[str]) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\ncat\n")
    script.chmod(0o755)
    assert [again(str(script), text="a"), again(str(script), text="a")] == ["a", "a"]
    false = shutil.which("false") or ""
    assert [again(false), again(false)] == [None, None]
    assert len(asked) == 4


def test_a_folder_that_cannot_be_written_costs_the_next_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "file"))
    assert again(shutil.which("cat") or "", text="said") == "said"


def test_a_tool_that_does_not_start_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="absent"):
        again(str(tmp_path / "absent"))
