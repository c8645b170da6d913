"""All variants in one run: which of them are worth runs of their own.

In front of a launch each variant runs on what the launch finds, and the memory is put back. What a kernel writes by
other ways than pointers that it is given is not: so the original is rehearsed first, and only where the program's
results stay as they were do the times count. They rank the variants and are never what one is chosen for: that needs
whole runs, whose results are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from retarget.tuning.launch_records import Launches
from retarget.tuning.race import FINALISTS, ORIGINAL, Entry

KEPT = 2 * FINALISTS  # the original included
LEAST_SECONDS, MOST_SECONDS = 10.0, 60.0  # of a rehearsal
_SHARE = 0.25  # of the time that is left


def seconds(left: float | None) -> float:
    """How long one run's rehearsals may take, where `left` seconds are left, or any number."""
    return MOST_SECONDS if left is None else min(MOST_SECONDS, max(LEAST_SECONDS, _SHARE * left))


def ratios(launches: Iterable[Launches]) -> dict[Entry, float]:
    """The time of each rehearsed variant over that of its kernel's original in the same run. Those that failed in some
    launches, or fitted none, do not count."""
    own = [l for l in launches if l.rehearsed]
    ms: dict[Entry, float] = {}
    count: dict[Entry, int] = {}
    for l in own:
        entry = (l.kernel, l.variant)
        ms[entry] = ms.get(entry, 0.0) + l.ms
        count[entry] = count.get(entry, 0) + l.count
    fitting = {(l.kernel, l.variant) for l in own if l.fits}
    original = {k: t for (k, v), t in ms.items() if v == ORIGINAL and t > 0}
    whole = {k: n for (k, v), n in count.items() if v == ORIGINAL}
    return {(k, v): ms[k, v] / original[k] for k, v in fitting if k in original and count[k, v] == whole[k]}


def promising(known: Mapping[Entry, float], alive: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The remaining variants of each kernel: the best, and the original; all where nothing was rehearsed."""
    found = {}
    for kernel, variants in alive.items():
        best = sorted((v for v in variants if v != ORIGINAL and (kernel, v) in known), key=lambda v: known[kernel, v])
        found[kernel] = (ORIGINAL, *best[: KEPT - 1]) if best else variants
    return found
