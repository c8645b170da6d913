"""A tuning on the terminal: a table while it runs, the choices at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Protocol

from rich.console import Console, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from retarget.system.terminal import terminal
from retarget.targets.amd.architecture import TargetId
from retarget.tuning.by_figures import Favoured
from retarget.tuning.choice import composite
from retarget.tuning.clock import Clock
from retarget.tuning.race import ORIGINAL, Entry, Field
from retarget.tuning.record import Record
from retarget.tuning.result_checks import UNPROVED
from retarget.tuning.tuned import Tuned


class Going(Protocol):
    """A tuning as it goes, of a program or of one kernel."""

    stage: str
    runs: int
    field: Field
    samples: dict[Entry, list[float]]
    faults: dict[Entry, str]
    clock: Clock

    def schedule(self, kernel: str, variant: int) -> str: ...


@dataclass
class Shown:
    """What the terminal shows, made anew whenever it is drawn: so that the clock moves between runs too."""

    tuning: Going | None = None
    clock: Clock = field(default_factory=Clock)

    def __rich__(self) -> RenderableType:
        if self.tuning is None:
            return Text(f"the original: its first run, {self.clock.seconds:.0f} s so far")
        return _now(self.tuning)

    def tell(self, tuning: Going) -> None:
        self.tuning = tuning


@contextmanager
def live(console: Console) -> Iterator[Callable[[Going], None]]:
    """Shows a tuning as it goes, on a terminal; nothing elsewhere."""
    if not console.is_terminal:
        yield lambda _: None
        return
    shown = Shown()
    with Live(shown, console=console, refresh_per_second=2, transient=True) as drawn:

        def tell(tuning: Going) -> None:
            shown.tell(tuning)
            drawn.refresh()

        yield tell


def _now(tuning: Going) -> RenderableType:
    left = tuning.clock.left
    rest = f", {max(0, left):.0f} s left" if left is not None else ""
    title = f"{tuning.stage}: {tuning.runs} runs in {tuning.clock.seconds:.0f} s{rest}"
    alive = tuning.field.alive
    if not alive:
        return Text(title)
    samples, faults = tuning.samples.copy(), tuning.faults.copy()  # a tuning goes on while it is drawn
    table = Table(box=None, pad_edge=False, title=title)
    for name in ("kernel", "in the race", "timed", "dropped", "original ms", "best ms", "best so far"):
        table.add_column(name, justify="left" if name in ("kernel", "best so far") else "right", overflow="fold")
    for kernel, variants in alive.items():
        timed = {v: median(s) for (k, v), s in samples.items() if k == kernel and s}
        best = min(timed, key=lambda v: timed[v], default=ORIGINAL)
        dropped = sum(k == kernel for k, _ in faults)
        figures = (f"{timed[v]:.4g}" if v in timed else "" for v in (ORIGINAL, best))
        schedule = tuning.schedule(kernel, best) or "original"
        table.add_row(kernel, str(len(variants)), str(len(timed)), str(dropped), *figures, schedule)
    return table


def result(done: Tuned, device: str, verbose: bool) -> None:
    """The choices, to standard output; if asked, why each variant that was dropped was."""
    console = terminal()
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    for name in ("kernel", "original ms", "chosen ms", "gain", "schedule"):
        table.add_column(name, justify="right" if name.endswith(("ms", "gain")) else "left", overflow="fold")
    for c in sorted(done.choices, key=lambda c: -c.original.median):
        figures = (f"{c.original.median:.4g}", f"{c.chosen.median:.4g}", f"{c.gain:.2f}")
        table.add_row(c.kernel, *figures, c.schedule or f"original: {c.reason}")
    console.print(table)
    before, after = composite(done.choices)
    gain = f", {before / after:.2f} times as fast" if after else ""
    console.print(f"all of them: {before:.4g} ms a run, {after:.4g} chosen{gain}, on {device}")
    in_kernels = f"{done.device_ms / 1000:.1f} s of them in these kernels"
    summed_up(done, f"{done.runs} runs in {done.seconds:.1f} s, {in_kernels}", console, verbose)


def summed_up(done: Tuned, cost: str, console: Console, verbose: bool) -> None:
    """How a tuning went, behind its choices. cost: what it took."""
    count = len(done.faults)
    hint = " (-v says why)" if count and not verbose else ""
    console.print(f"{cost}; {count} variant{'' if count == 1 else 's'} dropped{hint}")
    for (kernel, schedule), why in done.faults.items() if verbose else ():
        console.print(f"  {kernel}: {schedule}: {why}")
    if not done.in_time:
        console.print("the race did not come to its end: this is the best found so far")
    if not done.compared:
        console.print(UNPROVED)
    if not done.verified:
        console.print("what was chosen was not seen to be right together: the originals are kept; each choice says why")
    for note in done.notes:
        console.print(note)


def applied(record: Record, written: Sequence[str], console: Console, printed: bool = False) -> None:
    """What was written of a choice, or printed, and what it is worth."""
    for path in written:
        console.print(f"{path}: written")
    if not written and not printed:
        console.print("nothing was written: all is there as it should be")
    for choice in record.choices:
        console.print(f"{choice.kernel}: {choice.schedule or 'original'} ({choice.reason})")
    if record.ran and not record.ran.compared:
        again = "tune it again, or compare what it gives on this machine by `retarget verify`"
        console.print(f"warning: when it was tuned, {UNPROVED}; {again}")


def favoured(found: Sequence[Favoured], target: TargetId) -> None:
    """A choice by figures, to standard output."""
    console = terminal()
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    for name in ("kernel", "schedule", "why"):
        table.add_column(name, overflow="fold")
    for f in found:
        table.add_row(f.kernel, f.schedule or "original", f.reason)
    console.print(table)
    # Without above(): at sizes that a processor bears, it would leave every launch to the original.
    chosen = [f"{f.kernel}: {f.schedule.partition(' above(')[0]}" for f in found if f.schedule]
    console.print(f"by the compiler's figures for {target}, not measured: nothing was run")
    if chosen:
        words = " ".join(f'--schedule "{schedule}"' for schedule in chosen)
        shown = f"`retarget verify FILES {words}` compares results on this machine"
        console.print(f"{shown}; `retarget apply` writes it")
