"""What surrounds a tuning: files of the user's that its runs write, its standard input, and its options."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from retarget.errors import Error
from retarget.system import exits
from retarget.tuning.aside import set_aside
from retarget.tuning.measurements import Unusable
from retarget.tuning.process import standard_input
from tests.command_line import forked


def test_files_come_back_however_a_tuning_ends(tmp_path: Path) -> None:
    mine, absent = tmp_path / "mine", tmp_path / "absent"
    mine.write_text("mine")
    with suppress(KeyboardInterrupt), set_aside([mine, absent], tmp_path / "locks", print):
        assert not mine.exists()
        mine.write_text("theirs")
        raise KeyboardInterrupt
    assert mine.read_text() == "mine"
    with pytest.raises(Error, match="is a folder"), set_aside([mine, tmp_path], tmp_path / "locks", print):
        pass
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("now", [None, "kept", "newer"])
def test_what_was_written_since_a_tuning_was_killed_stays(now: str | None, tmp_path: Path) -> None:
    path, kept = tmp_path / "o.txt", tmp_path / "o.txt.retarget-kept"
    for turn in (1, 2):
        kept.write_text("kept")
        if now:
            path.write_text(now)
        told: list[str] = []
        with set_aside([path], tmp_path / "locks", told.append):
            path.write_text("theirs")
        assert path.read_text() == (now or "kept")
        assert not kept.exists()
        assert len(told) == 1
        other = tmp_path / f"o.txt.retarget-kept-{turn}"
        assert other.exists() == (now == "newer") == (other.name in told[0])
        if now == "newer":
            assert other.read_text() == "kept"
        path.unlink()


def test_two_tunings_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "o.txt"
    with set_aside([path], tmp_path / "locks", print):
        path.write_text("theirs")
        with pytest.raises(Unusable, match="another tuning compares"), set_aside([path], tmp_path / "locks", print):
            pass
        assert path.read_text() == "theirs"


def test_a_file_is_taken_for_the_input_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes(b"one\ntwo\n")
    with path.open("rb", buffering=0) as file:
        assert standard_input(file.fileno()) == b"one\ntwo\n"
        file.seek(4)
        assert standard_input(file.fileno()) == b"two\n"
        assert file.tell() == 4  # a script that the shell reads from there goes on
    reading, writing = os.pipe()
    assert standard_input(reading) == b""  # it might never end
    os.close(reading), os.close(writing)
    assert standard_input(reading) == b""


def test_a_build_without_a_command_to_run_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("__global__ void k() {}\n")
    environment = os.environ | {"RETARGET_CACHE_DIR": str(tmp_path / "cache")}
    told = forked("tune", "a.cu", "--to", "nvidia", "--build-command", "make", cwd=tmp_path, env=environment)
    assert (told.code, "give the command that runs the program behind --" in told.err) == (exits.USAGE, True), told.err
