"""Bandwidth of captured launches, as it was and as chosen: least traffic over time."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from retarget.tuning.choice import CLOCK, KernelChoice
from retarget.tuning.record import LaunchTraffic


def gb_per_s(traffic: int, ms: float) -> float:
    """Of so many bytes in so long.

    >>> gb_per_s(3_000_000, 1.0)
    3.0
    """
    return round(traffic / ms / 1e6, 3) if ms >= CLOCK else 0.0


def as_chosen(row: LaunchTraffic, choice: KernelChoice) -> LaunchTraffic:
    """A launch of the original, with the time of what was chosen for its size: as much shorter as the finals say."""
    before, after = choice.by_size.get((row.grid, row.block), (0.0, 0.0))
    if not choice.schedule or min(before, after) < CLOCK:
        return row
    ms = row.ms * after / before
    return replace(row, chosen_ms=ms, chosen_gb_per_s=gb_per_s(row.read + row.written, ms))


def shown_rate(row: LaunchTraffic, rate: float) -> str:
    """Of the original (rate: of the row), or as chosen, for people.

    >>> row = LaunchTraffic("k", "launch 1", (1, 1, 1), (64, 1, 1), 8, 8, False, 1.0, 1520.4)
    >>> shown_rate(row, row.gb_per_s)
    'at least 1520'
    """
    return ("" if row.is_whole else "at least ") + (f"{rate:.3g}" if rate < 1000 else f"{rate:.0f}")


def longest(traffic: Iterable[LaunchTraffic], kernel: str) -> LaunchTraffic | None:
    """A kernel's launch that takes the most time, of those whose bytes are known."""
    return max((row for row in traffic if row.kernel == kernel), key=lambda row: row.ms, default=None)
