"""What `retarget verify --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct

from retarget.targets.cpu.same_output import Difference


class FirstDiffering(Struct, frozen=True):
    """The first launch behind which device memory differs. launch: counts from one."""

    launch: int
    kernel: str


class Base(Struct, frozen=True):
    """A run on this machine. run: whose; wave: lanes in step; seed: of the order of threads, None as written; exit: its
    code."""

    run: str
    wave: int
    seed: int | None
    exit: int
    hung: bool


class Compared(Base, frozen=True):
    """A run beside the base's."""

    same: bool
    differences: tuple[Difference, ...]
    memory_differs_behind: FirstDiffering | None


class Runs(Struct, frozen=True):
    """`retarget verify`, and `retarget --to cpu --shuffle`: each run compared with the base's."""

    base: Base
    runs: tuple[Compared, ...]
    format: int = 1
