"""The least traffic of a kernel's launches, counted in a process of its own while variants race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Self

from retarget.errors import InputError
from retarget.system.workers import Manner, WorkerProcesses
from retarget.tuning.kernel.least_traffic import LeastTraffic
from retarget.tuning.kernel.replay_case import ReplayCase

_UNKNOWN = LeastTraffic(0, 0, False)
Least = Callable[[ReplayCase], LeastTraffic]


class TrafficMeanwhile:
    """least: counts it. What is not counted when the race needs silence is counted behind it."""

    def __init__(self, least: Least, cases: Sequence[ReplayCase]) -> None:
        self._work = partial(_counted, least)
        self._workers = WorkerProcesses(self._work, 1, lambda _: _UNKNOWN, Manner.AHEAD)
        timed = [c for c in cases if not c.is_scrambled]
        self._names = dict(zip(self._workers.hand(timed), (c.name for c in timed), strict=True))
        self._found: dict[str, LeastTraffic] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.end()

    def rest(self) -> None:
        """The process ends; what it has counted is kept."""
        while done := self._workers.finished(0):
            self._found |= {self._names[number]: found for number, found in done.items()}
        self._workers.end()

    def of(self, case: ReplayCase) -> LeastTraffic:
        """Of nothing, where memory of the capture is damaged."""
        self.rest()
        return self._found.get(case.name) or self._work(case)


def _counted(least: Least, case: ReplayCase) -> LeastTraffic:
    try:
        return least(case)
    except InputError:  # damaged since
        return _UNKNOWN
