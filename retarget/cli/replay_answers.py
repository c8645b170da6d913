"""What `retarget verify --capture --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReplayedRun:
    """A replay. run: original, translated, or which variant; result: same, differs, fault, ran too long. said: what
    differs, or the fault; varies: elements that are not compared, as they differ between orders of the original's
    threads; as_original: it differs from the captured launch as the original's replay does."""

    run: str
    wave: int
    seed: int | None
    result: str
    said: tuple[str, ...]
    varies: int
    as_original: bool


@dataclass(frozen=True)
class ReplayedCapturedLaunch:
    """A captured launch, by its number in the capture. at: where the sources define the kernel; why: there are no
    replays, empty where there are."""

    number: int
    kernel: str
    at: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    why: str
    runs: tuple[ReplayedRun, ...]


@dataclass(frozen=True)
class CaptureReplays:
    """`retarget verify --capture`. untried: kernels whose schedule no replay ran."""

    launches: tuple[ReplayedCapturedLaunch, ...]
    untried: tuple[str, ...]
    format: int = 1
