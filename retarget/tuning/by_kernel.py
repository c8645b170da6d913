"""A tuning read for people: kernel by kernel, with its variants in the order of their times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

from msgspec import Struct

from retarget.schedule.form.factors import Factors
from retarget.schedule.schedule import read_schedules
from retarget.source.flags import FlagError
from retarget.tuning.choice import Timing, timing
from retarget.tuning.record import LaunchSize, Record, SizeTimes

_Extents = tuple[tuple[int, ...], tuple[int, ...]]  # of a grid and a block


class TimedVariant(Struct, frozen=True):
    """A variant that was timed. schedule: empty for the original; fault: why it was dropped all the same."""

    schedule: str
    time: Timing
    ms: tuple[float, ...]
    fault: str = ""

    @property
    def factors(self) -> Factors | None:
        """None for a schedule that cannot be read."""
        try:
            return read_schedules([self.schedule])[0].variant.factors if self.schedule else Factors()
        except FlagError:
            return None


class Size(Struct, frozen=True):
    """Launches of one size in one run of the original. ms: of all of them together; gain: of what was chosen, where it
    was timed with this size."""

    grid: tuple[int, ...]
    block: tuple[int, ...]
    count: int
    ms: float
    gain: float | None = None

    @property
    def threads(self) -> int:
        return prod(self.grid) * prod(self.block)


class TunedKernel(Struct, frozen=True):
    """What is known of a kernel. schedule: as chosen, empty for the original; is_chosen: whether one was chosen at all;
    dropped: schedules by the reason; resources: figures of each schedule by their names, where there are any."""

    name: str
    schedule: str
    reason: str
    original: Timing | None
    chosen: Timing | None
    variants: tuple[TimedVariant, ...]
    dropped: Mapping[str, tuple[str, ...]]
    sizes: tuple[Size, ...]
    resources: Mapping[str, Mapping[str, float]]
    is_chosen: bool = True

    @property
    def built_as(self) -> str:
        """The chosen schedule as it was built: which launches it is for was seen later."""
        return self.schedule.partition(" above(")[0]

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of all figures of its resources."""
        return tuple(dict.fromkeys(name for row in self.resources.values() for name in row))

    @property
    def zero(self) -> tuple[str, ...]:
        """Figures that are zero wherever they are known."""
        return tuple(n for n in self.figures if not any(row.get(n) for row in self.resources.values()))

    @property
    def telling(self) -> tuple[str, ...]:
        """The other ones."""
        return tuple(n for n in self.figures if n not in self.zero)

    @property
    def gain(self) -> float | None:
        return gain(self.original, self.chosen)


def gain(original: Timing | None, other: Timing | None) -> float | None:
    """How many times faster than the original; None where that cannot be said."""
    if original is None or other is None or not original.is_time or not other.is_time:
        return None
    return original.median / other.median


def kernels(record: Record) -> tuple[TunedKernel, ...]:
    """The slowest first."""
    names = dict.fromkeys(row.kernel for rows in (record.choices, record.samples, record.dropped) for row in rows)
    found = [_kernel(record, name) for name in names if name]
    return tuple(sorted(found, key=lambda k: -(k.original.median if k.original else 0)))


def _kernel(record: Record, name: str) -> TunedKernel:
    choice = next((c for c in record.choices if c.kernel == name), None)
    dropped: dict[str, list[str]] = {}
    for row in record.dropped:
        if row.kernel == name:
            dropped.setdefault(row.why, []).append(row.schedule)
    faults = {schedule: why for why, schedules in dropped.items() for schedule in schedules}
    timed = {s.schedule: s.ms for s in record.samples if s.kernel == name and s.ms}
    variants = [TimedVariant(s, timing(ms), ms, faults.get(s, "")) for s, ms in timed.items()]
    variants.sort(key=lambda v: v.time.median)
    times = {v.schedule: v.time for v in variants}
    return TunedKernel(
        name,
        choice.schedule if choice else "",
        choice.reason if choice else "",
        (choice and choice.original) or times.get(""),
        (choice and choice.chosen) or (times.get(choice.schedule) if choice else None),
        tuple(variants),
        {why: tuple(schedules) for why, schedules in dropped.items()},
        _sizes((s for s in record.sizes if s.kernel == name), choice.by_size if choice else ()),
        {r.schedule: r.figures for r in record.resources if r.kernel == name},
        choice is not None,
    )


def _sizes(rows: Iterable[LaunchSize], times: Iterable[SizeTimes]) -> tuple[Size, ...]:
    """The longest first."""
    known = [t for t in times if t.before_ms and t.after_ms]
    gains: dict[_Extents, float] = {(t.grid, t.block): t.before_ms / t.after_ms for t in known}
    found: dict[_Extents, tuple[int, float]] = {}
    for row in rows:
        count, ms = found.get((row.grid, row.block), (0, 0.0))
        found[row.grid, row.block] = (count + row.count, ms + row.ms)
    sizes = (Size(*size, count, ms, gains.get(size)) for size, (count, ms) in found.items())
    return tuple(sorted(sizes, key=lambda s: -s.ms))
