"""A tuning as it is kept and as `--json` prints it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from retarget.system.typed_json import Amount, Count
from retarget.tuning.choice import CLOCK, Timing

FORMAT = 2  # 1: tables of values without types

CAPTURES: Final = "captures"
RUNS: Final = "runs"
KERNELS: Final = "kernels"
FIGURES: Final = "figures"


class SizeTimes(Struct, frozen=True):
    """Milliseconds of a kernel's launches of one size in one run, as it was and as chosen. grid, block: in blocks, and
    in threads of a block."""

    grid: tuple[Count, Count, Count]
    block: tuple[Count, Count, Count]
    before_ms: Amount
    after_ms: Amount


class Chosen(Struct, frozen=True):
    """What is kept of a kernel. schedule: empty for the original; original, chosen: times, where something ran; gain:
    how many times faster; by_size: the same of its launches of each size."""

    kernel: str
    schedule: str
    reason: str
    original: Timing | None = None
    chosen: Timing | None = None
    gain: Amount | None = None
    by_size: tuple[SizeTimes, ...] = ()


class Sample(Struct, frozen=True):
    """Milliseconds of a variant in each of its runs. schedule: empty for the original."""

    kernel: str
    schedule: str
    ms: tuple[Amount, ...]


class Dropped(Struct, frozen=True):
    """A variant that is not in the race any more."""

    kernel: str
    schedule: str
    why: str


class LaunchSize(Struct, frozen=True):
    """Launches of one size in one run of the original, in blocks and threads of a block. ms: all of them."""

    kernel: str
    grid: tuple[Count, Count, Count]
    block: tuple[Count, Count, Count]
    count: Count
    ms: Amount


class LaunchTraffic(Struct, frozen=True):
    """The fewest bytes that a captured launch moves, and its milliseconds as it was and, where a variant was chosen, as
    that takes them. is_whole: whether all accesses are known: else at least so many. gb_per_s: 1e9 bytes a second,
    `retarget.tuning.kernel.least_traffic` says how."""

    kernel: str
    launch: str
    grid: tuple[Count, Count, Count]
    block: tuple[Count, Count, Count]
    read: Count
    written: Count
    is_whole: bool
    ms: Amount
    gb_per_s: Amount
    chosen_ms: Amount | None = None
    chosen_gb_per_s: Amount | None = None


class VariantCost(Struct, frozen=True):
    """What a variant takes, as the compiler says, by the names of `retarget.tuning.cost.Cost` and, by figures alone,
    of `retarget.tuning.by_figures.shown`."""

    kernel: str
    schedule: str
    figures: Mapping[str, Amount]


class Ran(Struct, frozen=True):
    """What running gave. before_ms, after_ms: of all kernels in one run, as they were and as chosen; seconds: of all
    runs; device_ms: of them, in these kernels; in_time: whether the race came to its end; verified: whether what was
    chosen gave the original's results together; compared: lines of the program's results, or elements of the kernel's
    arrays (with 0, nothing is proved); replays: launches of variants on captured memory, or on cases, that were judged,
    and rounds of those that were timed; compiling: seconds that went into compiling variants meanwhile."""

    before_ms: Amount
    after_ms: Amount
    runs: Count
    seconds: Amount
    device_ms: Amount
    in_time: bool
    verified: bool
    compared: Count
    notes: tuple[str, ...] = ()
    replays: Count = 0
    compiling: Amount = 0.0

    @property
    def gain(self) -> float | None:
        return self.before_ms / self.after_ms if min(self.before_ms, self.after_ms) >= CLOCK else None


class Judged(Struct, frozen=True):
    """How a program's runs were judged. files: those compared besides its output; ignored: patterns of lines that were
    not; unsteady: lines that differ between runs of the original itself."""

    command: str
    files: tuple[str, ...]
    check: str
    tolerance: Amount
    ignored: tuple[str, ...]
    compares_times: bool
    unsteady: Count = 0


class Cases(Struct, frozen=True):
    """What a kernel was launched on, where no program ran."""

    kernel: str
    file: str
    names: tuple[str, ...]


class KernelRan(Struct, frozen=True):
    """The same of one kernel that was tuned by itself."""

    kernel: str
    ran: Ran


class KernelShare(Struct, frozen=True):
    """A kernel in the run that was captured. share: of the device's time; ms: of all its launches; captured: launches
    on which variants were judged and raced; why: why it was not tuned, empty where it was."""

    kernel: str
    share: Amount
    ms: Amount
    launches: Count
    captured: Count
    why: str = ""


class KernelTimes(Struct, frozen=True):
    """Milliseconds of a kernel's launches in one run, as it was and as it was chosen."""

    kernel: str
    before_ms: Amount
    after_ms: Amount


class Confirmation(Struct, frozen=True):
    """The program with what was chosen, beside the original, in turns. runs: of each; before_ms, after_ms: of all
    kernels in one run; kernels: those that were changed."""

    runs: Count
    before_ms: Amount
    after_ms: Amount
    kernels: tuple[KernelTimes, ...]

    @property
    def gain(self) -> float | None:
        return self.before_ms / self.after_ms if min(self.before_ms, self.after_ms) >= CLOCK else None


class Record(Struct, frozen=True):
    """A tuning. by: captured launches, runs of the program, kernels by themselves, or the compiler's figures;
    architecture: as the compiler takes it; at: seconds since 1970; ran: None by figures; judged: of a program; cases,
    each: of kernels by themselves, and `ran` has their totals; shares, confirmation: on captured launches; traffic:
    where bytes are known; memory_rate: GB a second that the device's memory gives at most, 0 where that is not told."""

    by: Literal["captures", "runs", "kernels", "figures"]
    device: str
    target: str
    architecture: str
    compiler: str
    at: Amount
    choices: tuple[Chosen, ...]
    samples: tuple[Sample, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    sizes: tuple[LaunchSize, ...] = ()
    resources: tuple[VariantCost, ...] = ()
    ran: Ran | None = None
    judged: Judged | None = None
    cases: tuple[Cases, ...] = ()
    each: tuple[KernelRan, ...] = ()
    shares: tuple[KernelShare, ...] = ()
    confirmation: Confirmation | None = None
    traffic: tuple[LaunchTraffic, ...] = ()
    memory_rate: Amount = 0.0
    format: int = FORMAT

    @property
    def is_measured(self) -> bool:
        """Whether variants ran, rather than that their figures were compared."""
        return self.ran is not None


def joined(before: Record | None, own: Record) -> Record:
    """A kernel tuned by itself, with those of the program's other kernels that were, on the same device."""
    if own.ran is None:
        raise ValueError("nothing ran")
    (kernel,) = (c.kernel for c in own.choices)
    alone = replace(own, each=(KernelRan(kernel, own.ran),))
    if before is None or before.by != KERNELS or before.device != own.device:
        return alone
    others = _without(before, kernel)
    return replace(
        alone,
        choices=(*others.choices, *own.choices),
        samples=(*others.samples, *own.samples),
        dropped=(*others.dropped, *own.dropped),
        sizes=(*others.sizes, *own.sizes),
        resources=(*others.resources, *own.resources),
        cases=(*others.cases, *own.cases),
        traffic=(*others.traffic, *own.traffic),
        each=(*others.each, *alone.each),
        ran=_totals((*others.each, *alone.each)),
    )


def _without(record: Record, kernel: str) -> Record:
    return replace(
        record,
        choices=tuple(r for r in record.choices if r.kernel != kernel),
        samples=tuple(r for r in record.samples if r.kernel != kernel),
        dropped=tuple(r for r in record.dropped if r.kernel != kernel),
        sizes=tuple(r for r in record.sizes if r.kernel != kernel),
        resources=tuple(r for r in record.resources if r.kernel != kernel),
        cases=tuple(r for r in record.cases if r.kernel != kernel),
        traffic=tuple(r for r in record.traffic if r.kernel != kernel),
        each=tuple(r for r in record.each if r.kernel != kernel),
    )


def _totals(each: tuple[KernelRan, ...]) -> Ran:
    ran = [k.ran for k in each]
    return Ran(
        before_ms=sum(r.before_ms for r in ran),
        after_ms=sum(r.after_ms for r in ran),
        runs=sum(r.runs for r in ran),
        seconds=sum(r.seconds for r in ran),
        device_ms=sum(r.device_ms for r in ran),
        in_time=all(r.in_time for r in ran),
        verified=all(r.verified for r in ran),
        compared=sum(r.compared for r in ran),
        notes=tuple(_notes(each)),
    )


def _notes(each: tuple[KernelRan, ...]) -> Iterator[str]:
    for k in each:
        yield from (f"{k.kernel}: {note}" for note in k.ran.notes)
