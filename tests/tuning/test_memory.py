"""The database of tunings: opened by several at once, left half made, damaged, full, held by another."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from pathlib import Path

import pytest

from retarget.system import exits
from retarget.tuning import measurements
from retarget.tuning.measurements import Unusable, alone, last_record, opened
from retarget.tuning.record import Record
from tests import databases
from tests.caches import with_builds_of
from tests.command_line import forked
from tests.compilers import needs_host_compiler

_SPAWNING = multiprocessing.get_context("spawn")
RECORD = Record("figures", "gfx942" * 40, "amd", "gfx942", "clang", 0, ())
TABLES = """
CREATE TABLE sample (tuning TEXT, kernel TEXT, schedule TEXT, ms REAL);
CREATE TABLE fault (tuning TEXT, kernel TEXT, schedule TEXT, why TEXT);
CREATE TABLE choice (tuning TEXT, program TEXT, told TEXT, at REAL);
"""


def path_of(folder: Path) -> Path:
    return folder / "tunings.sqlite"


def test_a_database_can_be_opened_by_several_at_once_for_the_first_time(tmp_path: Path) -> None:
    folders = [tmp_path / str(n) for n in range(12)]
    barrier, told = _SPAWNING.Barrier(4), _SPAWNING.Queue()
    openers = [_SPAWNING.Process(target=databases.open_at_once, args=(folders, barrier, told)) for _ in range(4)]
    for opener in openers:
        opener.start()
    found = [told.get(timeout=120) for _ in range(4 * len(folders))]
    for opener in openers:
        opener.join(60)
    assert not [problem for problem in found if problem]


def test_no_sample_of_several_writers_is_lost(tmp_path: Path) -> None:
    writers = [_SPAWNING.Process(target=databases.write, args=(tmp_path, who, 40)) for who in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [w.exitcode for w in writers] == [0, 0, 0]
    with opened(tmp_path, "t") as known:
        samples = known.samples()
        assert len(known.faults()) == 120
    assert all(samples["k", f"{who}"] == [float(n) for n in range(40)] for who in range(3))
    assert sorted(samples["j", ""]) == [0.0] * 40 + [1.0] * 40 + [2.0] * 40


def test_a_database_that_was_left_half_made_is_completed(tmp_path: Path) -> None:
    base = sqlite3.connect(path_of(tmp_path))
    base.executescript(TABLES + "INSERT INTO sample VALUES ('t', 'k', '', 1.5);")  # and no version
    base.close()
    with opened(tmp_path, "t") as known:
        assert known.samples() == {("k", ""): [1.5]}
        known.add_samples({("k", ""): 2.5})


def test_a_database_of_before_is_read(tmp_path: Path) -> None:
    base = sqlite3.connect(path_of(tmp_path))
    base.execute("PRAGMA journal_mode = WAL")
    base.executescript(TABLES + "CREATE INDEX of_tuning ON sample (tuning); PRAGMA user_version = 1;"
                       "INSERT INTO choice VALUES ('t', 'program', '{\"choices\": []}', 1.0);")  # fmt: skip
    base.close()
    assert last_record(tmp_path, "program") is None, "kept in another form"


def test_only_the_first_bytes_of_a_file_are_looked_at(tmp_path: Path) -> None:
    with path_of(tmp_path).open("wb") as file:
        file.truncate(1 << 40)  # more than fits into memory
    with pytest.raises(Unusable, match="is no database: move it away"), opened(tmp_path, "t"):
        pass


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    path_of(tmp_path).mkdir()
    with pytest.raises(Unusable, match=r"tunings\.sqlite, .*unable to open"), opened(tmp_path, "t"):
        pass


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """The folder of a database whose header is sound, and whose pages are not."""
    with opened(tmp_path, "t") as known:
        for n in range(200):
            known.add_samples({("k", f"{m}"): float(n) for m in range(20)})
            known.add_fault("k", f"{n}", "why " * 50)
            known.add_record("program", RECORD)
    path = path_of(tmp_path)
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (path.stat().st_size - 4096))
    return tmp_path


CALLS = {
    "samples": lambda known: known.samples(),
    "faults": lambda known: known.faults(),
    "add_samples": lambda known: known.add_samples({("k", ""): 1.0}),
    "add_fault": lambda known: known.add_fault("k", "", "why"),
    "add_record": lambda known: known.add_record("program", RECORD),
}


@pytest.mark.parametrize("call", CALLS)
def test_damaged_pages_are_told_with_what_to_do(call: str, damaged: Path) -> None:
    remedy = r"tunings\.sqlite, .*move it away; .*measured again"
    with pytest.raises(Unusable, match=remedy), opened(damaged, "t") as known:
        CALLS[call](known)
    with pytest.raises(Unusable, match=remedy):
        last_record(damaged, "program")


@needs_host_compiler
def test_damaged_pages_are_no_bug_of_ours(damaged: Path, shared: Path) -> None:
    source = damaged / "k.cu"
    source.write_text(
        "__global__ void k(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "int main() { int* a; cudaMalloc(&a, 4096); k<<<16, 64>>>(a); return cudaDeviceSynchronize(); }\n"
    )
    environment = os.environ | {"RETARGET_CACHE_DIR": str(with_builds_of(shared, damaged))}
    told = forked("tune", source, "--to", "cpu", "--variants", "1", env=environment)
    assert told.code == exits.UNTUNABLE, told.err
    assert f"{path_of(damaged)}, where results are kept" in told.err and "move it away" in told.err


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with opened(tmp_path, "t") as known:
        known.add_samples({("k", ""): 1.0})
        known.base.execute("PRAGMA max_page_count = 1")
        with pytest.raises(Unusable, match=r"tunings\.sqlite, .*full.*: make room on the disk"):
            known.add_samples({("k", "x" * 1000 + f"{n}"): 1.0 for n in range(99)})
        assert known.samples() == {("k", ""): [1.0]}


def holding(folder: Path) -> sqlite3.Connection:
    held = sqlite3.connect(path_of(folder), isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    return held


def test_a_database_that_another_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurements, "_PATIENCE", 0.1)
    with opened(tmp_path, "t") as known:
        held = holding(tmp_path)
        with pytest.raises(Unusable, match=r"tunings\.sqlite, .*locked.*: end the other program that holds it"):
            known.add_samples({("k", ""): 1.0})
        held.close()
        known.add_samples({("k", ""): 1.0})


def test_what_fails_in_a_tuning_is_not_taken_for_another_tuning(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError, match="of the body"), alone(tmp_path, "H200"):
        raise BlockingIOError("of the body")
    with alone(tmp_path, "H200"):
        pass
