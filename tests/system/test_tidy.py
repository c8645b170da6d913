"""Remembered things: the newest stay, whoever else tidies up."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from retarget.system.tidy import tidy, tidy_at_times


def filled(folder: Path, count: int, size: int = 10) -> None:
    for number in range(count):
        path = folder / f"{number:03}"
        path.write_bytes(b"x" * size)
        os.utime(path, ns=(0, number))


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_few_files_stay(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    tidy(tmp_path, 3, 30)
    assert names(tmp_path) == ["000", "001", "002"]


def test_the_oldest_files_go(tmp_path: Path) -> None:
    filled(tmp_path, 5)
    tidy(tmp_path, 2, 1000)
    assert names(tmp_path) == ["003", "004"]


def test_a_folder_goes_with_all_in_it(tmp_path: Path) -> None:
    for number in range(3):
        folder = tmp_path / f"{number:03}"
        (folder / "within").mkdir(parents=True)
        (folder / "within" / "file").write_bytes(b"x" * 10)
        os.utime(folder, ns=(0, number))
    tidy(tmp_path, 100, 25)
    assert names(tmp_path) == ["001", "002"]


def test_the_oldest_bytes_go(tmp_path: Path) -> None:
    filled(tmp_path, 5)
    tidy(tmp_path, 100, 25)
    assert names(tmp_path) == ["003", "004"]


def test_several_tidy_up_at_once(tmp_path: Path) -> None:
    filled(tmp_path, 200)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: tidy(tmp_path, 10, 1000), range(16)))
    assert len(names(tmp_path)) == 10


def test_no_folder_is_nothing_to_do(tmp_path: Path) -> None:
    tidy(tmp_path / "absent", 0, 0)


def test_what_each_run_writes_to_is_tidied_once_a_minute(tmp_path: Path) -> None:
    kept, mark = tmp_path / "kept", tmp_path / "kept.tidied"
    tidy_at_times(kept, 2, 1000)  # no folder yet
    kept.mkdir()
    filled(kept, 5)
    tidy_at_times(kept, 2, 1000)
    assert len(names(kept)) == 5
    os.utime(mark, (0, 0))
    tidy_at_times(kept, 2, 1000)
    assert names(kept) == ["003", "004"]
    filled(kept, 5)
    tidy_at_times(kept, 2, 1000)
    assert len(names(kept)) == 5
