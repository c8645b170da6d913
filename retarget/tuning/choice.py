"""The choice: what beats the original beyond the noise, else the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from retarget.tuning.race import ORIGINAL, Samples

LEAST_GAIN = 0.01  # of the original's time; less is not worth another text
LEAST_RUNS = 3


@dataclass(frozen=True)
class Timing:
    """Milliseconds of a kernel in one run: the median, and the median distance from it."""

    median: float
    spread: float
    runs: int


@dataclass(frozen=True)
class Choice:
    """What is kept of a kernel. schedule: empty for the original; reason: why, in a few words."""

    kernel: str
    variant: int
    schedule: str
    original: Timing
    chosen: Timing
    reason: str

    @property
    def gain(self) -> float:
        """How many times faster than the original."""
        return self.original.median / self.chosen.median if self.chosen.median else 1.0


def timing(samples: Sequence[float]) -> Timing:
    middle = median(samples)
    return Timing(middle, median(abs(s - middle) for s in samples), len(samples))


def is_faster(candidate: Timing, original: Timing) -> bool:
    """Whether a difference is more than both spreads, and than what is worth a change."""
    gained = original.median - candidate.median
    noise = max(candidate.spread + original.spread, LEAST_GAIN * original.median)
    return candidate.runs >= LEAST_RUNS and gained > noise


def chosen(kernel: str, variants: Sequence[int], schedules: Sequence[str], samples: Samples) -> Choice:
    """The best of a kernel's variants. `schedules` are those of variant 1, 2, ..."""
    original = timing(samples[kernel, ORIGINAL])
    timed = {v: timing(samples[kernel, v]) for v in variants if v != ORIGINAL and samples.get((kernel, v))}
    ranked = sorted(timed, key=lambda v: timed[v].median)
    best = next((v for v in ranked if is_faster(timed[v], original)), None)
    if best is None:
        why = "no variant is faster than the original beyond the noise" if timed else "no variant was timed"
        return Choice(kernel, ORIGINAL, "", original, original, why)
    mine = timed[best]
    why = f"{mine.median:.4g} ms a run instead of {original.median:.4g} ({original.median / mine.median:.2f} times)"
    return Choice(kernel, best, schedules[best - 1], original, mine, why)


def composite(choices: Sequence[Choice]) -> tuple[float, float]:
    """Milliseconds of all kernels together: as they were, and as chosen."""
    return sum(c.original.median for c in choices), sum(c.chosen.median for c in choices)



