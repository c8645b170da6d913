"""A tuning on captured launches on the terminal: kernels by their share of the run, and what became of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median

from rich.console import Console, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from retarget.system.terminal import terminal
from retarget.tuning.bandwidth import longest, shown_rate
from retarget.tuning.by_captures import CaptureTuning
from retarget.tuning.clock import Clock
from retarget.tuning.kernel.session import KernelTuning
from retarget.tuning.record import Confirmation, LaunchTraffic
from retarget.tuning.show import summed_up
from retarget.tuning.tuned import Tuned


@dataclass
class Progress:
    """What the terminal shows, made anew whenever it is drawn."""

    console: Console
    drawn: Live | None = None
    tuning: CaptureTuning | None = None
    stage: str = ""
    clock: Clock = field(default_factory=Clock)

    def step(self, what: str) -> None:
        self.stage, self.tuning = what, None
        if self.drawn is None:
            self.console.print(what)

    def tell(self, tuning: CaptureTuning) -> None:
        self.tuning = tuning
        if self.drawn is not None:
            self.drawn.refresh()

    def __rich__(self) -> RenderableType:
        if self.tuning is None:
            return Text(f"{self.stage}, {self.clock.seconds:.0f} s so far")
        return _now(self.tuning)


@contextmanager
def live(console: Console) -> Iterator[Progress]:
    """Shows a tuning as it goes: on a terminal a table, elsewhere a line for each step."""
    shown = Progress(console)
    if not console.is_terminal:
        yield shown
        return
    with Live(shown, console=console, refresh_per_second=2, transient=True) as drawn:
        shown.drawn = drawn
        yield shown


def _now(tuning: CaptureTuning) -> RenderableType:
    left = tuning.clock.left
    rest = f", {max(0, left):.0f} s left" if left is not None else ""
    table = Table(box=None, pad_edge=False, title=f"{tuning.stage}: {tuning.clock.seconds:.0f} s{rest}")
    for name in ("kernel", "share", "ms", "in the race", "timed", "dropped", "best gain", "so far"):
        table.add_column(name, justify="left" if name in ("kernel", "so far") else "right", overflow="fold")
    for row in tuning.shares:
        own = (row.kernel, f"{row.share:.1%}", f"{row.ms:.4g}")
        if choice := tuning.choices.get(row.kernel):
            table.add_row(*own, "", "", "", f"{choice.gain:.2f}", choice.schedule or "original")
        elif tuning.now is not None and row is tuning.shares[-1]:
            table.add_row(*own, *_racing(tuning.now))
        else:
            table.add_row(*own, "", "", "", "", row.why)
    return table


def _racing(race: KernelTuning) -> tuple[str, ...]:
    samples, faults = race.samples.copy(), race.faults.copy()  # a tuning goes on while it is drawn
    timed = {v: median(s) for (_, v), s in samples.items() if s}
    best = min(timed, key=lambda v: timed[v], default=0)
    gain = f"{timed[0] / timed[best]:.2f}" if timed.get(0) and timed[best] else ""
    alive = len(race.field.alive.get(race.kernel, ()))
    doing = f"{race.stage}: {race.schedule(race.kernel, best) or 'original'}"
    return str(alive), str(len(timed)), str(len(faults)), gain, doing


def result(done: Tuned, device: str, verbose: bool) -> None:
    """The choices, to standard output; if asked, why each variant that was dropped was."""
    console = terminal()
    choices = {c.kernel: c for c in done.choices}
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    traffic = done.whole_traffic
    rates = ("GB/s",) if traffic else ()
    for name in ("kernel", "share", "ms", "replayed", "gain", *rates, "schedule"):
        left = name in ("kernel", "schedule")
        table.add_column(name, justify="left" if left else "right", overflow="fold")
    for row in done.shares:
        choice = choices.get(row.kernel)
        gain = f"{choice.gain:.2f}" if choice and choice.schedule else ""
        what = (choice.schedule or f"original: {choice.reason}") if choice else f"not tuned: {row.why}"
        rate = (_rate(longest(traffic, row.kernel)),) if traffic else ()
        table.add_row(row.kernel, f"{row.share:.1%}", f"{row.ms:.4g}", str(row.captured or ""), gain, *rate, what)
    console.print(table)
    if done.confirmation:
        console.print(_confirmed(done.confirmation, device))
    timed = len({(k, s) for k, s in done.samples if s})
    runs = f"{done.runs} runs of the program, " if done.runs else ""
    spent = f"{done.seconds:.1f} s, {done.preparing:.1f} s of them compiling"
    summed_up(done, f"{runs}{timed} variants timed on captured launches in {spent}", console, verbose)


def _rate(row: LaunchTraffic | None) -> str:
    """As chosen."""
    if row is None:
        return ""
    return shown_rate(row, row.gb_per_s if row.chosen_gb_per_s is None else row.chosen_gb_per_s)


def _confirmed(found: Confirmation, device: str) -> str:
    runs = "one run" if found.runs == 1 else f"the best of {found.runs} runs"
    gain = f", {found.gain:.2f} times as fast" if found.gain else ""
    times = f"all kernels {found.before_ms:.4g} ms, chosen {found.after_ms:.4g}{gain}"
    return f"in the program ({runs}): {times}, on {device}"
