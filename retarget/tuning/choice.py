"""The choice: what beats the original beyond the noise, else the original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from statistics import median

from retarget.tuning.launches import Size
from retarget.tuning.race import ORIGINAL, Samples

LEAST_GAIN = 0.01  # of the original's time; less is not worth another text
LEAST_SHARE = 0.001  # of the time of all kernels
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


Sizes = Mapping[Size, float]  # milliseconds of a kernel's launches at each size, in one run


def threshold(original: Sequence[Sizes], candidate: Sequence[Sizes]) -> tuple[int, float]:
    """From how many blocks of a launch on a variant is to run, and what share of its time that saves.

    Small grids, which a variant makes smaller still, may do better with the original. 0 where all sizes do better with
    the variant, or it saves nothing. Medians of each size are compared; the threshold is one of the sizes that occur.
    """
    sizes = sorted({s for run in (*original, *candidate) for s in run})
    if len(sizes) < 2 or not original or not candidate:
        return 0, 0.0
    before = {s: median(r.get(s, 0.0) for r in original) for s in sizes}
    after = {s: median(r.get(s, 0.0) for r in candidate) for s in sizes}
    counts = sorted({blocks(s) for s in sizes})
    times = {least: sum(before[s] if blocks(s) < least else after[s] for s in sizes) for least in (0, *counts)}
    best = min(times, key=lambda least: (times[least], least))
    saved = 1 - times[best] / times[0] if times[0] else 0.0
    return (best, saved) if saved >= LEAST_GAIN else (0, 0.0)


def above(choice: Choice, original: Sequence[Sizes], candidate: Sequence[Sizes]) -> Choice:
    """The choice, with small launches left to the original where that pays."""
    least, saved = threshold(original, candidate) if choice.variant else (0, 0.0)
    if not least:
        return choice
    better = replace(choice.chosen, median=choice.chosen.median * (1 - saved))
    why = f"{choice.reason}; launches of fewer than {least} blocks by the original save {saved:.0%} more"
    return replace(choice, schedule=f"{choice.schedule} above({least})", chosen=better, reason=why)


def blocks(size: Size) -> int:
    return prod(size[0])


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


def worthwhile(choices: Sequence[Choice]) -> list[Choice]:
    """The same, with the original where a kernel's gain is too small a share of all kernels' time to be worth a text of
    its own."""
    whole = sum(c.original.median for c in choices)
    found = []
    for c in choices:
        share = (c.original.median - c.chosen.median) / whole if whole else 0.0
        if c.variant and share < LEAST_SHARE:
            why = f"{c.schedule} would be {c.gain:.2f} times as fast, which is {share:.1%} of all kernels' time"
            c = Choice(c.kernel, ORIGINAL, "", c.original, c.original, why)
        found.append(c)
    return found


def composite(choices: Sequence[Choice]) -> tuple[float, float]:
    """Milliseconds of all kernels together: as they were, and as chosen."""
    return sum(c.original.median for c in choices), sum(c.chosen.median for c in choices)



