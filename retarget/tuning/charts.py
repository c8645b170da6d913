"""The charts of a report, drawn as SVG for the page: in the page's colours, so that they are read in the dark too."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log

from msgspec import Struct

from retarget.errors import MissingTool
from retarget.tuning.choice import Timing
from retarget.tuning.inline_svg import inlined

try:
    import matplotlib.style
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle
    from matplotlib.ticker import EngFormatter, FuncFormatter, LogLocator, NullFormatter
except ImportError:
    raise MissingTool("matplotlib, which draws the charts, is missing", "pip install 'matplotlib>=3.8,<4'") from None

# Colours that nothing else has: the page's own stand in for them.
_INK, _LINE, _ORIGINAL, _CHOSEN, _OTHER, _BETTER, _WORSE = (f"#01020{n}" for n in range(3, 10))
_COLOURS = {
    _INK: "var(--ink)",
    _LINE: "var(--line)",
    _ORIGINAL: "var(--original)",
    _CHOSEN: "var(--chosen)",
    _OTHER: "var(--other)",
    _BETTER: "var(--better)",
    _WORSE: "var(--worse)",
}
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "retarget",
    "text.parse_math": False,  # names of kernels are not formulas
    "font.size": 9,
    "axes.edgecolor": _LINE,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.axisbelow": True,
    "grid.color": _LINE,
}
_WIDE = 4.6  # inches: a phone shows it whole
_LABEL = 64  # letters
_STRONGEST = 0.75  # of a cell's colour, so that its text stays readable


class Bar(Struct, frozen=True):
    """A named time, and the samples that it comes from."""

    name: str
    time: Timing
    ms: Sequence[float] = ()
    is_chosen: bool = False
    is_original: bool = False


class BeforeAfter(Struct, frozen=True):
    """A kernel's time before and after."""

    name: str
    original: Timing
    chosen: Timing

    @property
    def is_kept(self) -> bool:
        """Whether the original was chosen."""
        return self.chosen == self.original


def speedups(name: str, pairs: Sequence[BeforeAfter]) -> str:
    """Bars: how many times faster each kernel became, with what the spread of the times leaves open."""
    with _drawn(_WIDE, 0.9 + 0.72 * len(pairs)) as (figure, axes):
        most = 1.0
        for at, pair in enumerate(pairs):
            bars = [(_ORIGINAL, pair.original, -0.19), (_CHOSEN, pair.chosen, 0.19)]
            for kind, time, place in [(_ORIGINAL, pair.original, 0)] if pair.is_kept else bars:
                gain, low, high = _gain(pair.original, time)
                most = max(most, high)
                axes.barh(at + place, gain, 0.34, color=kind)
                axes.plot([low, high], [at + place] * 2, color=_INK, linewidth=1.2, marker="|", markersize=5)
            said = f"{gain:.2f}\N{MULTIPLICATION SIGN}, {_figure(pair.original.median)} to {_figure(time.median)} ms"
            if pair.is_kept:
                said = f"the original is kept, {_figure(time.median)} ms"
            axes.annotate(said, (high, at + place), (8, 0), textcoords="offset points", va="center")
            _named(axes, pair.name, at - 0.4)
        axes.set_yticks([])
        axes.set_ylim(len(pairs) - 0.5, -0.8)
        axes.set_xlim(0, most * 2.2)
        axes.axvline(1, color=_INK, linewidth=0.8, linestyle=":")
        axes.set_xlabel("times as fast as the original")
    label = "Speed-up by kernel: " + ", ".join(f"{p.name} {_gain(p.original, p.chosen)[0]:.2f}" for p in pairs)
    return _svg(figure, name, label)


def ranking(name: str, rows: Sequence[Bar]) -> str:
    """The times of variants: their median, its spread, and every run."""
    with _drawn(_WIDE, 0.8 + 0.36 * len(rows)) as (figure, axes):
        for at, row in enumerate(rows):
            colour = _ORIGINAL if row.is_original else _CHOSEN if row.is_chosen else _OTHER
            axes.plot(row.ms, [at] * len(row.ms), ".", color=colour, markersize=5, alpha=0.5)
            ends = [max(0, row.time.median - row.time.spread), row.time.median + row.time.spread]
            axes.plot(ends, [at, at], color=colour, linewidth=2.5)
            axes.plot([row.time.median], [at], "D", color=colour, markersize=5)
            if row.is_original:
                axes.axvline(row.time.median, color=_ORIGINAL, linewidth=0.8, linestyle=":")
            _named(axes, row.name, at - 0.2)
        axes.set_yticks([])
        axes.set_ylim(len(rows) - 0.5, -0.9)
        axes.grid(axis="x", linewidth=0.5)
        axes.set_xlabel("ms a run")
    label = f"Times of the best variants, from {_short(rows[0].name)} to {_short(rows[-1].name)}"
    return _svg(figure, name, label)


def heat_map(name: str, across: str, down: str, cells: Mapping[tuple[int, int], float], original: float) -> str:
    """The best time for each pair of factors; empty where nothing was timed."""
    xs, ys = sorted({x for x, _ in cells}), sorted({y for _, y in cells})
    with _drawn(max(2, 1.1 + 0.62 * len(xs)), max(1.8, 0.9 + 0.42 * len(ys))) as (figure, axes):
        strongest = max((abs(log(original / ms)) for ms in cells.values()), default=0) or 1
        best = min(cells, key=lambda c: cells[c])
        for (x, y), ms in cells.items():
            gain = original / ms
            at = (xs.index(x) - 0.5, ys.index(y) - 0.5)
            depth = _STRONGEST * abs(log(gain)) / strongest
            axes.add_patch(Rectangle(at, 1, 1, color=_BETTER if gain > 1 else _WORSE, alpha=depth, linewidth=0))
            if (x, y) == best:
                axes.add_patch(Rectangle(at, 1, 1, fill=False, edgecolor=_INK, linewidth=1.5, zorder=3))
            axes.text(at[0] + 0.5, at[1] + 0.5, _figure(ms), ha="center", va="center", size=8)
        axes.set_xticks(range(len(xs)), [str(x) for x in xs])
        axes.set_yticks(range(len(ys)), [str(y) for y in ys])
        axes.set_xlim(-0.55, len(xs) - 0.45)
        axes.set_ylim(-0.55, len(ys) - 0.45)
        axes.tick_params(length=0)
        axes.set_xlabel(across)
        axes.set_ylabel(down)
    return _svg(figure, name, f"Best time in ms for {across} and {down}; the best at {best[0]} and {best[1]}")


Point = tuple[float, float]


def scatter(
    name: str,
    across: str,
    down: str,
    points: Sequence[Point],
    has_logs: bool = False,
    marks: Iterable[tuple[str, Point]] = (),
) -> str:
    """Points, such as a resource against time; marks: those that stand out, by what they are called."""
    with _drawn(_WIDE / 2, 2.4) as (figure, axes):
        axes.plot([x for x, _ in points], [y for _, y in points], "o", color=_CHOSEN, markersize=4, alpha=0.5)
        for shape, colour, (mark, (x, y)) in zip("sD", (_ORIGINAL, _CHOSEN), marks, strict=False):
            axes.plot([x], [y], shape, color=colour, markersize=7, label=mark)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="best", frameon=False, fontsize=8)
        if has_logs and all(x > 0 and y > 0 for x, y in points):
            axes.set_xscale("log")
            axes.set_yscale("log")
            for axis, values in ((axes.xaxis, [x for x, _ in points]), (axes.yaxis, [y for _, y in points])):
                if max(values) < 30 * min(values):  # powers of ten alone would leave the axis without figures
                    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _figure(value)))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_minor_formatter(NullFormatter())
        axes.grid(linewidth=0.5)
        axes.set_xlabel(across)
        axes.set_ylabel(down)
    return _svg(figure, name, f"{down} against {across}, {len(points)} points")


@contextmanager
def _drawn(width: float, height: float) -> Iterator[tuple[Figure, Axes]]:
    """A figure with one chart, whatever the user's own settings of the library."""
    with matplotlib.style.context(["default", _STYLE]):
        figure = Figure((width, height), layout="constrained")
        yield figure, figure.subplots()


def _svg(figure: Figure, name: str, label: str) -> str:
    file = io.StringIO()
    with matplotlib.style.context(["default", _STYLE]), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of letters that its font lacks: the page's is another one
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    return inlined(file.getvalue(), name, label, _COLOURS)


def _gain(original: Timing, time: Timing) -> tuple[float, float, float]:
    """Times faster, and its bounds as the spread has it; a time that is all spread is bounded by its tenth."""
    base = original.median
    low, high = time.median + time.spread, max(time.median - time.spread, time.median / 10)
    return base / time.median, base / low, base / high


def _figure(value: float) -> str:
    if value and not 1e-3 <= abs(value) < 1e6:
        return f"{value:.2g}"
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def _named(axes: Axes, name: str, at: float) -> None:
    """A row's name, above it: beside it, a phone would show the names alone."""
    axes.text(0.01, at, _short(name), transform=axes.get_yaxis_transform(), va="bottom", size=8.5)


def _short(text: str) -> str:
    return text if len(text) <= _LABEL else f"{text[: _LABEL - 1]}\N{HORIZONTAL ELLIPSIS}"
