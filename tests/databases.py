"""What several processes do to one database of tunings at once; imported by them, so with little of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from retarget.tuning.measurements import opened


def open_at_once(folders: list[Path], barrier: Any, told: Any) -> None:
    for folder in folders:
        barrier.wait(60)
        try:
            with opened(folder, "t"):
                told.put("")
        except Exception as error:  # whatever it is, it is told
            told.put(repr(error))


def write(folder: Path, who: int, count: int) -> None:
    with opened(folder, "t") as known:
        for n in range(count):
            known.add_samples({("k", f"{who}"): float(n), ("j", ""): float(who)})
            known.add_fault("k", f"{who} {n}", "wrong")
