"""What `retarget verify --capture --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct


class ReplayedRun(Struct, frozen=True):
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


class ReplayedCapturedLaunch(Struct, frozen=True):
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


class CaptureReplays(Struct, frozen=True):
    """`retarget verify --capture`. untried: kernels whose schedule no replay ran."""

    launches: tuple[ReplayedCapturedLaunch, ...]
    untried: tuple[str, ...]
    format: int = 1
