"""A tuning as one page for a browser, with all that it needs in itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from math import prod
from types import MappingProxyType

from msgspec import Struct

from retarget.schedule.form.factors import Factors
from retarget.system import html
from retarget.system.html import Markup, printable
from retarget.system.size import shown_size
from retarget.tuning import charts
from retarget.tuning.bandwidth import shown_rate
from retarget.tuning.by_kernel import Size, TimedVariant, TunedKernel, gain, kernels
from retarget.tuning.record import LaunchTraffic, Record
from retarget.tuning.result_checks import result_checks, standing

_RANKED = 12  # variants in a chart
_SIZES = 20  # launch sizes in a table
_ORIGINAL = "original"

# The pairs of factors that a map is drawn of: what each counts, and its number for a variant.
_Measure = tuple[str, Callable[[Factors], int]]
_MAPS: tuple[tuple[_Measure, _Measure], ...] = (
    (("threads in one", lambda f: prod(f.thread)), ("blocks in one", lambda f: prod(f.block))),
    (("blocks packed", lambda f: prod(f.pack)), ("blocks in turn", lambda f: prod(f.serial))),
)


class Section(Struct, frozen=True):
    """What the page shows of a kernel. Charts are None where the data are too few for them."""

    kernel: TunedKernel
    ranking: Markup | None
    maps: tuple[Markup, ...]
    launches: Markup | None
    resources: tuple[Markup, ...]
    refusals: tuple[str, ...] = ()
    traffic: tuple[LaunchTraffic, ...] = ()

    @property
    def sizes(self) -> tuple[Size, ...]:
        return self.kernel.sizes[:_SIZES]

    @property
    def more_sizes(self) -> tuple[Size, ...]:
        return self.kernel.sizes[_SIZES:]


class FileDiff(Struct, frozen=True):
    """Its lines with their kinds: `add`, `del`, `at` (the head of a part), or empty."""

    name: str
    lines: tuple[tuple[str, str], ...]

    @property
    def counts(self) -> tuple[int, int]:
        kinds = [kind for kind, _ in self.lines]
        return kinds.count("add"), kinds.count("del")


def page(
    record: Record,
    diff: str,
    program: str,
    target: str,
    refusals: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """diff: of the program as chosen, for a target, against the original;
    refusals: why steps are refused, by kernel."""
    found = kernels(record)
    refused = {printable(kernel): tuple(map(printable, why)) for kernel, why in refusals.items()}
    tuned = {printable(kernel.name) for kernel in found}
    return html.page(
        "page.html.jinja",
        _FILTERS,
        program=printable(program),
        target=target,
        tuning=record,
        ran=record.ran,
        speedups=_speedups(found),
        standing=standing(record),
        judgement=tuple(result_checks(record)),
        sections=[_section(at, k, refused.get(printable(k.name), ()), record) for at, k in enumerate(found)],
        left={kernel: why for kernel, why in refused.items() if kernel not in tuned},
        files=tuple(_files(printable(diff))),
        gain=gain,
    )  # fmt: skip


def _section(at: int, kernel: TunedKernel, refusals: tuple[str, ...], record: Record) -> Section:
    traffic = tuple(row for row in record.traffic if row.kernel == kernel.name)
    return Section(kernel, _ranking(at, kernel), tuple(_maps(at, kernel)), _launches(at, kernel),
                   tuple(_resources(at, kernel)), refusals, traffic)  # fmt: skip


def _speedups(found: Sequence[TunedKernel]) -> Markup | None:
    pairs = [
        charts.BeforeAfter(printable(k.name), k.original, k.chosen)
        for k in found
        if k.original and k.chosen and k.original.is_time and k.chosen.is_time
    ]
    return Markup(charts.speedups("speedups", pairs)) if pairs else None


def _ranking(at: int, kernel: TunedKernel) -> Markup | None:
    right = [v for v in kernel.variants if not v.fault]
    best = [v for v in right if v.schedule][:_RANKED]
    rows = [
        charts.Bar(printable(v.schedule) or _ORIGINAL, v.time, v.ms, v.schedule == kernel.schedule, not v.schedule)
        for v in right
        if v in best or not v.schedule
    ]
    return Markup(charts.ranking(f"ranking{at}", rows)) if len(rows) > 1 else None


def _maps(at: int, kernel: TunedKernel) -> Iterator[Markup]:
    base = kernel.original
    if base is None or not base.is_time:
        return
    right = [(f, v.time.median) for v in kernel.variants if not v.fault and v.time.is_time and (f := v.factors)]
    for number, ((across, x), (down, y)) in enumerate(_MAPS):
        cells: dict[tuple[int, int], float] = {}
        for factors, ms in right:
            cell = x(factors), y(factors)
            cells[cell] = min(ms, cells.get(cell, ms))
        if len(cells) > 1:
            yield Markup(charts.heat_map(f"map{at}-{number}", across, down, cells, base.median))


def _launches(at: int, kernel: TunedKernel) -> Markup | None:
    points = [(float(s.threads), s.ms / s.count) for s in kernel.sizes if s.count]
    if len({x for x, _ in points}) < 3:
        return None
    return Markup(charts.scatter(f"launches{at}", "threads of a launch", "ms a launch", points, has_logs=True))


def _resources(at: int, kernel: TunedKernel) -> Iterator[Markup]:
    """A figure that is the same for all variants tells nothing of their times."""
    timed = {v.schedule: v.time.median for v in kernel.variants}
    marked = {"original": "", "chosen": kernel.built_as}
    for number, name in enumerate(kernel.figures):
        points = {s: (fs[name], timed[s]) for s, fs in kernel.resources.items() if name in fs and s in timed}
        if len({x for x, _ in points.values()}) > 1:
            marks = [(mark, points[s]) for mark, s in marked.items() if s in points]
            chart = charts.scatter(
                f"resource{at}-{number}", _figure_name(name), "ms a run", tuple(points.values()), marks=marks
            )
            yield Markup(chart)


# What figures count, where their name does not say it; and the same as the head of a column.
_UNITS = {
    "registers": ("registers of a lane", "registers"),
    "spilled_bytes": ("bytes of spilled registers of a lane", "spilled B"),
    "scratch_bytes": ("bytes of scratch memory of a lane", "scratch B"),
    "shared_bytes": ("bytes of shared memory of a block", "shared B"),
    "occupancy": ("occupancy, waves", "occupancy"),
    "instructions": ("instructions of a work item", "instructions"),
    "global_words": ("words of global memory of a work item", "global words"),
    "shared_words": ("words of shared memory of a work item", "shared words"),
    "scratch_words": ("words of scratch memory of a work item", "scratch words"),
}


def _figure_name(name: str) -> str:
    return _UNITS[name][0] if name in _UNITS else name.replace("_", " ")


def _head(name: str) -> str:
    return _UNITS[name][1] if name in _UNITS else name.replace("_", " ")


def _files(diff: str) -> Iterator[FileDiff]:
    """The files of a unified diff."""
    name, kept = "", list[tuple[str, str]]()
    lines = diff.split("\n")
    lines = lines[:-1] if lines[-1] == "" else lines
    heads = {at for at in range(len(lines) - 2) if _begins(*lines[at : at + 3])}
    for at, line in enumerate(lines):
        if at in heads:
            if kept:
                yield FileDiff(name, tuple(kept))
            name, kept = line.removeprefix("--- "), []
        elif at - 1 not in heads:
            kept.append((_kind(line), line))
    if kept:
        yield FileDiff(name, tuple(kept))


def _begins(old: str, new: str, part: str) -> bool:
    """Whether a file begins; a line of its own may look like either name."""
    return old.startswith("--- ") and new.startswith("+++ ") and part.startswith("@@ ")


def _kind(line: str) -> str:
    return "at" if line.startswith("@@") else {"+": "add", "-": "del"}.get(line[:1], "")


def _milliseconds(value: float) -> str:
    return f"{value:.4g} ms"


def _counted(value: float) -> str:
    """A figure of the compiler's: whole ones with all digits."""
    return f"{value:.0f}" if value >= 1000 or value == int(value) else f"{value:.4g}"


def _spread(variant: TimedVariant) -> str:
    """One run has none."""
    return f"{variant.time.spread:.2g}" if variant.time.runs > 1 else "\N{EN DASH}"


def _date(at: float) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return "not known"


def _extents(extents: tuple[int, ...]) -> str:
    return " \N{MULTIPLICATION SIGN} ".join(map(str, extents))


_FILTERS: html.Filters = {"ms": _milliseconds, "spread": _spread, "date": _date, "extents": _extents,
                          "figure": _figure_name, "head": _head, "counted": _counted, "bytes": shown_size,
                          "rate": shown_rate}  # fmt: skip
