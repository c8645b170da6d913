"""The choice: what the finals prove to be faster than the original, else the original."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import comb, log, prod
from statistics import median

from msgspec import Struct, field

from retarget.system.typed_json import Amount, Count
from retarget.tuning.launch_records import Size
from retarget.tuning.race import ORIGINAL, Sizes

LEAST_GAIN = 0.01  # of the original's time; less is not worth another text
LEAST_SHARE = 0.001  # of the time of all kernels
LEAST_RUNS, ENOUGH_RUNS = 3, 5
# After how many turns of the finals a proof is looked for, and the chance there of taking equal times for a faster
# variant's: at most the sum of them in all (Bonferroni's inequality).
LOOKS = {ENOUGH_RUNS: 0.004, 9: 0.004, 17: 0.002, 33: 0.001}
_LARGE_GAIN = 0.1  # what few runs can show
CLOCK = 1e-9  # ms: less no clock shows, and quotients of less overflow


class Timing(Struct, frozen=True):
    """Milliseconds of a kernel in one run: the median, and the median distance from it."""

    median: Amount
    spread: Amount
    runs: Count

    @property
    def is_time(self) -> bool:
        """Whether it is as long as clocks can show, so that a gain can be said."""
        return self.median >= CLOCK


class KernelChoice(Struct, frozen=True):
    """What is kept of a kernel. schedule: empty for the original; reason: why, in a few words; by_size: of a variant,
    milliseconds of the original's launches of each size, and of its own."""

    kernel: str
    variant: int
    schedule: str
    original: Timing
    chosen: Timing
    reason: str
    by_size: Mapping[Size, tuple[float, float]] = field(default_factory=dict)

    @property
    def gain(self) -> float:
        """How many times faster than the original."""
        return self.original.median / self.chosen.median if self.chosen.median else 1.0


class Candidate(Struct, frozen=True):
    """A variant, for launches of `least` blocks or more, the original for others. ms: of each run of the finals."""

    variant: int
    least: int
    ms: tuple[float, ...]


def timing(samples: Sequence[float]) -> Timing:
    middle = median(samples)
    return Timing(middle, median(abs(s - middle) for s in samples), len(samples))


def chance(candidate: Sequence[float], original: Sequence[float]) -> float:
    """How likely equal times come out as much in the candidate's favour, or more: the exact one-sided test of Mann and
    Whitney (Annals of Mathematical Statistics 18, 1947). Ties count against the candidate."""
    n, m = len(candidate), len(original)
    against = sum(a >= b for a in candidate for b in original)
    return sum(_orders(n, m, u) for u in range(against + 1)) / comb(n + m, n)


def paired_chance(candidate: Sequence[float], original: Sequence[float]) -> float:
    """The same where what disturbs a turn disturbs all of it: Fisher's exact test of the ratios in each turn, that for
    equal times are as likely the other way round (The Design of Experiments, 1935, section 21)."""
    gained = [log(b / a) for a, b in zip(candidate, original, strict=False) if a > 0 and b > 0]
    least = sum(gained) - 1e-12 * sum(map(abs, gained))  # as the order of a sum changes it
    half = len(gained) // 2
    firsts, seconds = _signed(gained[:half]), _signed(gained[half:])
    ways, below = 0, len(seconds)
    for first in firsts:  # the larger it is, the fewer of the others are below what is missing
        while below and seconds[below - 1] >= least - first:
            below -= 1
        ways += len(seconds) - below
    return ways / (len(firsts) * len(seconds))


def _signed(values: Sequence[float]) -> list[float]:
    """The sums of the values with each of their signs, in order."""
    sums = [0.0]
    for value in values:
        sums = [s + v for v in (-abs(value), abs(value)) for s in sums]
    return sorted(sums)


@cache
def _orders(n: int, m: int, u: int) -> int:
    """In how many orders of n and m values u pairs stand the other way round."""
    if u < 0:
        return 0
    return int(u == 0) if n == 0 or m == 0 else _orders(n - 1, m, u - m) + _orders(n, m - 1, u)


def is_faster(candidate: Sequence[float], original: Sequence[float]) -> bool:
    """Whether runs in turns prove a gain that is worth a change; few of them prove a large one alone."""
    runs = min(len(candidate), len(original))
    if runs < LEAST_RUNS or not gains(candidate, original, LEAST_GAIN):
        return False
    if runs < ENOUGH_RUNS:
        return gains(candidate, original, _LARGE_GAIN) and max(candidate) < min(original)
    allowed = next(p for turns, p in reversed(LOOKS.items()) if turns <= runs)
    return min(chance(candidate, original), paired_chance(candidate, original)) <= allowed


def gains(candidate: Sequence[float], original: Sequence[float], share: float) -> bool:
    """Whether the medians differ by more than a share of the original's."""
    return median(original) - median(candidate) > share * median(original)


def candidates(variant: int, own: Sequence[Sizes], runs: Sequence[Sizes]) -> Iterator[Candidate]:
    """A variant for all launches, and for large ones where that pays: small grids, which it makes smaller still, may do
    better with the original. own, runs: the original's and the variant's finals."""
    plain = Candidate(variant, 0, tuple(sum(run.values()) for run in runs))
    yield plain
    if least := threshold(own, runs):
        pairs = zip(own, runs, strict=False)
        parts = Candidate(variant, least, tuple(
            sum(before[s] if blocks(s) < least else after[s] for s in before) for before, after in pairs
        ))  # fmt: skip
        if is_faster(parts.ms, plain.ms):
            yield parts


def threshold(own: Sequence[Sizes], runs: Sequence[Sizes]) -> int:
    """From how many blocks of a launch on a variant does better than the original, by medians of each size; 0 where
    that saves nothing, or runs have not the same sizes. It is one of those that occur."""
    sizes = {frozenset(run) for run in (*own, *runs)}
    if len(sizes) != 1 or not own or not runs or len(met := sorted(*sizes)) < 2:
        return 0
    before = {s: median(run[s] for run in own) for s in met}
    after = {s: median(run[s] for run in runs) for s in met}
    times = {least: sum(before[s] if blocks(s) < least else after[s] for s in met)
             for least in (0, *sorted(map(blocks, met)))}  # fmt: skip
    best = min(times, key=lambda least: (times[least], least))
    return best if times[0] - times[best] > LEAST_GAIN * times[0] else 0


def blocks(size: Size) -> int:
    return prod(size[0])


def chosen(
    kernel: str, schedules: Sequence[str], finals: Mapping[int, Sequence[Sizes]], before: Timing, faults: Iterable[str],
    are_gone: bool = False,
) -> KernelChoice:  # fmt: skip
    """The best of a kernel's finalists. schedules: of variant 1, 2, ...; finals: milliseconds of each run, the
    original's (0) among them; before: what is known of the original where there were none; faults: why variants were
    dropped; are_gone: all that entered the race were."""
    own = finals.get(ORIGINAL, ())
    ms = [sum(run.values()) for run in own]
    original = timing(ms) if ms else before
    tried = [c for v, runs in finals.items() if v != ORIGINAL and runs for c in candidates(v, own, runs)]
    proved = [c for c in tried if is_faster(c.ms, ms)]
    if not proved:
        why = _dropped(schedules, Counter(faults), are_gone) or _why_none(schedules, tried, ms)
        return KernelChoice(kernel, ORIGINAL, "", original, original, why)
    best = min(proved, key=lambda c: median(c.ms))
    mine = timing(best.ms)
    schedule = schedules[best.variant - 1] + (f" above({best.least})" if best.least else "")
    why = f"{mine.median:.4g} ms a run instead of {original.median:.4g} ({original.median / mine.median:.2f} times)"
    if best.least:
        why += f"; launches of fewer than {best.least} blocks do better with the original"
    return KernelChoice(kernel, best.variant, schedule, original, mine, why, _by_size(best, own, finals[best.variant]))


def _by_size(best: Candidate, own: Sequence[Sizes], runs: Sequence[Sizes]) -> dict[Size, tuple[float, float]]:
    met = {s for run in own for s in run} & {s for run in runs for s in run}
    before, after = ({s: median(run[s] for run in several if s in run) for s in met} for several in (own, runs))
    return {s: (before[s], before[s] if blocks(s) < best.least else after[s]) for s in sorted(met)}


def _dropped(schedules: Sequence[str], faults: Counter[str], are_gone: bool) -> str:
    """That no variant is left, or nothing."""
    if not faults or not (are_gone or len(schedules) == faults.total()):
        return ""
    (most, count), *others = faults.most_common()
    if faults.total() == 1:
        return f"no variant was timed: 1 dropped, as {most}"
    return f"no variant was timed: {faults.total()} dropped, {count if others else 'all'} of them as {most}"


def _why_none(schedules: Sequence[str], tried: Sequence[Candidate], original: Sequence[float]) -> str:
    if not tried or not original:
        return "the time was too short to run variants in turns with the original"
    best = min(tried, key=lambda c: median(c.ms))
    if min(len(best.ms), len(original)) < ENOUGH_RUNS and gains(best.ms, original, LEAST_GAIN):
        return f"too few runs to prove that {schedules[best.variant - 1]} is faster"
    return "no variant is faster than the original beyond the noise"


def unproved(finals: Mapping[int, Sequence[Sizes]]) -> int | None:
    """The fastest variant by its median, where it gains what its runs do not prove yet."""
    ms = {v: [sum(run.values()) for run in runs] for v, runs in finals.items() if runs}
    original = ms.pop(ORIGINAL, [])
    best = min(ms, key=lambda v: median(ms[v]), default=None)
    if best is None or not original or not gains(ms[best], original, LEAST_GAIN) or is_faster(ms[best], original):
        return None
    return best


def worthwhile(choices: Sequence[KernelChoice], whole: float = 0.0) -> list[KernelChoice]:
    """The same, with the original where a kernel's gain is too small a share of all kernels' time to be worth a text of
    its own. whole: that time in milliseconds, by default that of these kernels."""
    whole = whole or sum(c.original.median for c in choices)
    found = []
    for c in choices:
        share = (c.original.median - c.chosen.median) / whole if whole else 0.0
        if c.variant and share < LEAST_SHARE:
            why = f"{c.schedule} would be {c.gain:.2f} times as fast, which is {share:.1%} of all kernels' time"
            c = KernelChoice(c.kernel, ORIGINAL, "", c.original, c.original, why)
        found.append(c)
    return found


def composite(choices: Sequence[KernelChoice]) -> tuple[float, float]:
    """Milliseconds of all kernels together: as they were, and as chosen."""
    return sum(c.original.median for c in choices), sum(c.chosen.median for c in choices)
