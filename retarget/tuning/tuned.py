"""What a tuning gives: choices, and all that led to them."""

from __future__ import annotations

from collections.abc import Mapping
from time import time

from msgspec import Struct
from msgspec import field as made
from msgspec.structs import replace

from retarget.errors import Error
from retarget.system import exits
from retarget.targets.platform import Platform
from retarget.tuning.bandwidth import as_chosen
from retarget.tuning.choice import KernelChoice, composite
from retarget.tuning.cost import Cost, Schedule, rows
from retarget.tuning.launch_records import Launches
from retarget.tuning.record import (
    CAPTURES,
    KERNELS,
    RUNS,
    Chosen,
    Confirmation,
    Dropped,
    Judged,
    KernelShare,
    LaunchSize,
    LaunchTraffic,
    Ran,
    Record,
    Sample,
    SizeTimes,
)


class Untunable(Error):
    """The program cannot be tuned; the message says why, and what to do."""

    code = exits.UNTUNABLE


class Tuned(Struct, frozen=True):
    """The result. faults: why variants were dropped, by kernel and schedule; sizes: launches of the original; seconds:
    of all runs; in_time: whether race and finals came to their end; verified: whether what was chosen gave the
    original's results together."""

    choices: tuple[KernelChoice, ...]
    samples: Mapping[tuple[str, str], tuple[float, ...]]
    faults: Mapping[tuple[str, str], str]
    sizes: tuple[Launches, ...]
    runs: int
    seconds: float
    device_ms: float
    in_time: bool
    verified: bool
    compared: int  # lines of the results; with 0, and no check, nothing is proved
    notes: tuple[str, ...] = ()  # what else there is to say of how it went
    unsteady: int = 0  # lines of the results that differ between runs of the original
    costs: Mapping[Schedule, Cost] = made(default_factory=dict)  # of the variants in a kernel's modules
    shares: tuple[KernelShare, ...] = ()  # on captures: of the kernels in the run
    confirmation: Confirmation | None = None  # on captures: the program with what was chosen, beside the original
    replays: int = 0
    replayed: int = 0  # captured launches that were used
    exact: Mapping[str, KernelChoice] = made(default_factory=dict)  # of variants with the original's bits
    preparing: float = 0.0  # seconds that went into compiling variants
    original_ms: Mapping[str, float] = made(default_factory=dict)  # of one launch of each case, where there are any
    traffic: tuple[LaunchTraffic, ...] = ()  # of the original alone
    memory_rate: float = 0.0  # of the device

    @property
    def whole_traffic(self) -> tuple[LaunchTraffic, ...]:
        """With the times of what was chosen."""
        choices = {c.kernel: c for c in self.choices}
        return tuple(as_chosen(row, choices[row.kernel]) if row.kernel in choices else row for row in self.traffic)

    def record(self, platform: Platform, costs: Mapping[Schedule, Cost], judged: Judged | None = None) -> Record:
        """What is kept of it. costs: of each variant that was built; judged: where a program ran."""
        before, after = composite(self.choices)
        return Record(
            by=CAPTURES if self.shares else RUNS if judged else KERNELS,
            device=platform.device,
            target=platform.target,
            architecture=platform.architecture,
            compiler=platform.compiler,
            at=round(time(), 3),
            choices=tuple(
                Chosen(
                    c.kernel, c.schedule, c.reason, c.original, c.chosen, round(c.gain, 4),
                    tuple(SizeTimes(*size, *ms) for size, ms in c.by_size.items()),
                )
                for c in self.choices
            ),
            samples=tuple(Sample(k, s, ms) for (k, s), ms in self.samples.items()),
            dropped=tuple(Dropped(k, s, why) for (k, s), why in self.faults.items()),
            sizes=tuple(LaunchSize(l.kernel, l.grid, l.block, l.count, l.ms) for l in self.sizes),
            resources=tuple(rows(costs)),
            ran=Ran(
                before, after, self.runs, round(self.seconds, 3), round(self.device_ms, 3), self.in_time, self.verified,
                self.compared, self.notes, self.replays, round(self.preparing, 3),
            ),
            judged=judged and replace(judged, unsteady=self.unsteady),
            shares=self.shares,
            traffic=self.whole_traffic,
            memory_rate=round(self.memory_rate, 1),
            confirmation=self.confirmation,
        )  # fmt: skip
