"""What `retarget verify --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from dataclasses import dataclass

from retarget.targets.cpu.same_output import Difference


@dataclass(frozen=True)
class FirstDiffering:
    """The first launch behind which device memory differs. launch: counts from one."""

    launch: int
    kernel: str


@dataclass(frozen=True)
class Base:
    """A run on this machine. run: whose; wave: lanes in step; seed: of the order of threads, None as written; exit: its
    code."""

    run: str
    wave: int
    seed: int | None
    exit: int
    hung: bool


@dataclass(frozen=True)
class Compared(Base):
    """A run beside the base's."""

    same: bool
    differences: tuple[Difference, ...]
    memory_differs_behind: FirstDiffering | None


@dataclass(frozen=True)
class Runs:
    """`retarget verify`, and `retarget --to cpu --shuffle`: each run compared with the base's."""

    base: Base
    runs: tuple[Compared, ...]
    format: int = 1
