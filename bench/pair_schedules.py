"""Random schedules of a kernel, by family of steps: of all that may be written, not of what the tool proposes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from random import Random

from retarget.schedule.candidates import Reach
from retarget.schedule.form.factors import AXES
from retarget.schedule.form.subject import Subject

MOST_THREADS = 1024  # of a physical block


class Drawn:
    """Steps as text for one kernel; None where it has no axis for them."""

    def __init__(self, rng: Random, subject: Subject) -> None:
        self.rng, self.extent = rng, subject.extent
        reach = Reach(subject, 32)
        self.threads, self.blocks = reach.threads, reach.blocks

    def thread(self) -> str | None:
        deal = self.rng.choice(("", "", ", consecutive"))
        return self._step("thread", self._divisors(), deal)

    def block(self) -> str | None:
        deal = self.rng.choice(("", "", ", strided", ", from_end"))
        return self._step("block", [(a, [2, 2, 3, 4, 5]) for a in self.blocks], deal)

    def serial(self) -> str | None:
        deal = self.rng.choice(("", "", ", strided"))
        return self._step("serial", [(a, [2, 2, 3, 4]) for a in self.blocks], deal)

    def persistent(self) -> str | None:
        return f"persistent({self.rng.randint(1, 3)})" if self.blocks else None

    def pack(self) -> str | None:
        most = MOST_THREADS // prod(self.extent) if self.extent else 4
        factors = [f for f in (2, 2, 3, 4, 8) if f <= most]
        if not self.blocks or not factors:
            return None
        return f"pack({AXES[self.rng.choice(self.blocks)]}={self.rng.choice(factors)})"

    def split(self) -> str | None:
        return self._step("split", self._divisors(), "")

    def lanes(self) -> str | None:
        if len(self.threads) < 2:
            return None
        axes = [AXES[a] for a in self.threads]
        return f"lanes({', '.join([axes[1], axes[0], *axes[2:]] if self.rng.random() < 0.5 else axes[::-1])})"

    def bounds(self) -> str:
        return self.rng.choice(("bounds(1024)", "bounds(1024, waves=2)", "bounds()" if self.extent else "bounds(1024)"))

    def unroll(self) -> str:
        return f"unroll({self.rng.choice((2, 3, 8))})"

    def streaming(self) -> str:
        return self.rng.choice(("streaming(stores)", "streaming(stores, loads)", "streaming(loads)"))

    def share(self) -> str:
        return "share()"

    def _divisors(self) -> list[tuple[int, list[int]]]:
        extent = self.extent or (64, 4, 4)
        options = ((a, [d for d in (2, 2, 3, 4, 8) if extent[a] % d == 0]) for a in self.threads)
        return [(a, o) for a, o in options if o]

    def _step(self, name: str, axes: list[tuple[int, list[int]]], deal: str) -> str | None:
        if not axes:
            return None
        taken = sorted(self.rng.sample(axes, 1 if self.rng.random() < 0.7 else min(2, len(axes))))
        return f"{name}({', '.join(f'{AXES[a]}={self.rng.choice(o)}' for a, o in taken)}{deal})"


FAMILIES = (
    "thread", "block", "serial", "persistent", "pack", "split", "lanes", "bounds", "streaming", "unroll",
    "thread unroll", "block unroll", "block share", "thread block", "thread serial", "thread persistent",
    "block serial", "pack block", "pack lanes", "thread block streaming",
)  # fmt: skip
# Of the steps of which those above hold few, more; one that stands twice is drawn twice.
MORE = (
    *FAMILIES, "lanes", "lanes", "lanes bounds", "lanes streaming", "lanes unroll", "thread lanes", "block lanes",
    "serial lanes", "persistent lanes", "bounds", "thread bounds", "block bounds", "bounds unroll", "bounds streaming",
    "streaming", "streaming", "thread streaming", "block streaming", "serial streaming", "persistent streaming",
    "pack streaming", "thread share", "block share", "serial share", "persistent share", "pack share",
    "split", "split", "thread split", "block split", "split pack", "split lanes", "serial split", "persistent split",
    "split streaming", "split share", "split unroll", "split bounds", "thread block share", "block share streaming",
    "serial unroll", "persistent unroll", "pack unroll",
)  # fmt: skip


def drawn(rng: Random, subject: Subject, families: Iterable[str] = FAMILIES) -> Iterator[tuple[str, str]]:
    """A schedule of each family that the kernel has axes for, behind its family."""
    maker = Drawn(rng, subject)
    for family in families:
        texts = [getattr(maker, step)() for step in family.split()]
        if None not in texts:
            yield family, " ".join(texts)
