"""A tuning as it was kept, read for people: kernel by kernel, with what is not there left open.

The data may come from an earlier version, or be cut short: a value that is absent or of another kind is None or empty,
and never an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, prod
from typing import Any

from retarget.schedule.form.factors import Factors
from retarget.schedule.schedule import read_schedules
from retarget.source.flags import FlagError
from retarget.tuning.choice import Timing, timing
from retarget.tuning.measurements import BY_FIGURES

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Variant:
    """A variant that was timed. schedule: empty for the original; fault: why it was dropped all the same."""

    schedule: str
    time: Timing
    ms: tuple[float, ...]
    fault: str = ""

    @property
    def factors(self) -> Factors | None:
        """None for a schedule that cannot be read."""
        try:
            return read_schedules([self.schedule])[0].factors if self.schedule else Factors()
        except FlagError:
            return None


@dataclass(frozen=True)
class Size:
    """Launches of one size in one run of the original. ms: of all of them together."""

    grid: tuple[int, ...]
    block: tuple[int, ...]
    count: int
    ms: float

    @property
    def threads(self) -> int:
        return prod(self.grid) * prod(self.block)


@dataclass(frozen=True)
class Kernel:
    """What is known of a kernel. schedule: as chosen, empty for the original; is_chosen: whether one was chosen at all;
    dropped: schedules by the reason; resources: figures of each schedule by their names, where there are any."""

    name: str
    schedule: str
    reason: str
    original: Timing | None
    chosen: Timing | None
    variants: tuple[Variant, ...]
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


@dataclass(frozen=True)
class Judged:
    """How a program's runs were judged. files: those compared besides its output; ignored: patterns of lines that were
    not; unsteady: lines that differ between runs of the original itself."""

    command: str
    files: tuple[str, ...]
    check: str
    tolerance: float | None
    ignored: tuple[str, ...]
    compares_times: bool | None
    unsteady: int | None = None


@dataclass(frozen=True)
class Cases:
    """What a kernel was launched on, where no program ran."""

    kernel: str
    file: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """A tuning. by_figures: whether nothing was run; by_kernel: whether kernels ran by themselves, in no program; at:
    seconds since 1970; before, after, device_ms: milliseconds; compared: lines of the program's results, or elements of
    the kernels' arrays; judged: of a program, where it is known."""

    device: str
    target: str
    compiler: str
    at: float | None
    before: float | None
    after: float | None
    runs: int | None
    seconds: float | None
    device_ms: float | None
    in_time: bool | None
    verified: bool | None
    kernels: tuple[Kernel, ...]
    compared: int | None = None
    judged: Judged | None = None
    cases: tuple[Cases, ...] = ()
    notes: tuple[str, ...] = ()
    by_figures: bool = False
    by_kernel: bool = False

    @property
    def gain(self) -> float | None:
        return self.before / self.after if self.before and self.after else None


def gain(original: Timing | None, other: Timing | None) -> float | None:
    """How many times faster than the original; None where that cannot be said."""
    if original is None or other is None or original.median <= 0 or other.median <= 0:
        return None
    return original.median / other.median


def result(told: Values) -> Result:
    """Reads what show.as_json made."""
    names = {_text(row.get("kernel")): None for key in ("choices", "samples", "dropped") for row in _rows(told, key)}
    kernels = [_kernel(told, name) for name in names if name]
    kernels.sort(key=lambda k: -(k.original.median if k.original else 0))
    return Result(
        device=_text(told.get("device")),
        target=_text(told.get("target")),
        compiler=_text(told.get("compiler")),
        at=_number(told.get("at")),
        before=_number(told.get("before_ms")),
        after=_number(told.get("after_ms")),
        runs=_count(told.get("runs")),
        seconds=_number(told.get("seconds")),
        device_ms=_number(told.get("device_ms")),
        in_time=_flag(told.get("in_time")),
        verified=_flag(told.get("verified")),
        kernels=tuple(kernels),
        compared=_count(told.get("compared")),
        judged=_judged(told.get("judged")),
        cases=tuple(map(_cases, _rows(told, "cases"))),
        notes=_texts(told.get("notes")),
        by_figures=told.get("by") == BY_FIGURES,
        by_kernel=told.get("mode") == "kernel",
    )


def _cases(row: Values) -> Cases:
    return Cases(_text(row.get("kernel")), _text(row.get("file")), _texts(row.get("names")))


def _judged(value: Any) -> Judged | None:
    if not isinstance(value, Mapping):
        return None
    return Judged(
        command=_text(value.get("command")),
        files=_texts(value.get("files")),
        check=_text(value.get("check")),
        tolerance=_number(value.get("tolerance")),
        ignored=_texts(value.get("ignored")),
        compares_times=_flag(value.get("compares_times")),
        unsteady=_count(value.get("unsteady")),
    )


def _kernel(told: Values, name: str) -> Kernel:
    choice: Values = next(_of(told, "choices", name), {})
    dropped: dict[str, list[str]] = {}
    for row in _of(told, "dropped", name):
        dropped.setdefault(_text(row.get("why")), []).append(_text(row.get("schedule")))
    faults = {schedule: why for why, schedules in dropped.items() for schedule in schedules}
    timed = {_text(row.get("schedule")): _numbers(row.get("ms")) for row in _of(told, "samples", name)}
    variants = [Variant(s, timing(ms), ms, faults.get(s, "")) for s, ms in timed.items() if ms]
    variants.sort(key=lambda v: v.time.median)
    times = {v.schedule: v.time for v in variants}
    schedule = _text(choice.get("schedule"))
    return Kernel(
        name, schedule, _text(choice.get("reason")), _timing(choice.get("original")) or times.get(""),
        _timing(choice.get("chosen")) or (times.get(schedule) if choice else None),
        tuple(variants), {why: tuple(schedules) for why, schedules in dropped.items()},
        _sizes(_of(told, "sizes", name)), _resources(_of(told, "resources", name)), bool(choice),
    )  # fmt: skip


def _sizes(rows: Iterator[Values]) -> tuple[Size, ...]:
    """The longest first."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, float]] = {}
    for row in rows:
        grid, block = (tuple(int(n) for n in _numbers(row.get(key))) for key in ("grid", "block"))
        count, ms = _number(row.get("count")), _number(row.get("ms"))
        if len(grid) == len(block) == 3 and count is not None and ms is not None:
            before, taken = found.get((grid, block), (0, 0.0))
            found[grid, block] = (before + int(count), taken + ms)
    sizes = (Size(grid, block, count, ms) for (grid, block), (count, ms) in found.items())
    return tuple(sorted(sizes, key=lambda s: -s.ms))


def _resources(rows: Iterator[Values]) -> dict[str, dict[str, float]]:
    named = {_text(row.get("schedule")): row for row in rows}
    return {
        schedule: {_text(k): n for k, v in row.items() if (n := _number(v)) is not None}
        for schedule, row in named.items()
    }


def _of(told: Values, key: str, kernel: str) -> Iterator[Values]:
    return (row for row in _rows(told, key) if _text(row.get("kernel")) == kernel)


def _rows(told: Values, key: str) -> Sequence[Values]:
    rows = told.get(key)
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list | tuple) else []


def _timing(value: Any) -> Timing | None:
    if not isinstance(value, Mapping):
        return None
    median, spread, runs = (_number(value.get(key)) for key in ("median", "spread", "runs"))
    return None if median is None else Timing(median, spread or 0.0, int(runs or 0))


def _numbers(value: Any) -> tuple[float, ...]:
    return tuple(n for v in value if (n := _number(v)) is not None) if isinstance(value, list | tuple) else ()


def _number(value: Any) -> float | None:
    """Times, counts and dates: never negative, and of a size that can be drawn."""
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_one and 0 <= value < 1e15 and isfinite(value) else None


def _count(value: Any) -> int | None:
    number = _number(value)
    return None if number is None else int(number)


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: Any) -> str:
    return shown(value) if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(shown(v) for v in value if isinstance(v, str)) if isinstance(value, list | tuple) else ()


def shown(text: str) -> str:
    """Without what no page may hold: control characters, and bytes that are no text."""
    kept = "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)
    return kept.encode(errors="replace").decode()
