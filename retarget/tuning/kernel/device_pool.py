"""The devices that a kernel is tuned on, each with a process that holds a Bench.

    judged: each device takes the next variant        timed: each takes some of them, the original beside them

Times of different devices are never compared: those of one device count as shares of the original's in the same turns,
and what the choice rests on comes from the first device alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from retarget.targets.device import DeviceError
from retarget.targets.device_process import Lost
from retarget.tuning.kernel.bench import Bench, Originals, Setup, VariantVerdict
from retarget.tuning.kernel.bench_worker import STARTING, BenchWorker, DevicePlace, is_gone
from retarget.tuning.kernel.compiled import Module
from retarget.tuning.kernel.seat import ORIGINAL
from retarget.tuning.tuned import Untunable

_SLOWER = 1.15  # times the fastest device's time for the original, above which another one is of no use
_LOOKS = 3  # at a device that looks slower: clocks of an idle one rise as it works
_LOOK_MS = 50.0  # of device time in each

Timed = Mapping[int, Mapping[str, float]]  # milliseconds by variant and case


def _timed_alone(turns: int, seed: int, limit: float, worker: BenchWorker) -> Timed:
    found: Timed = worker.ask(Bench.time, (ORIGINAL,), turns, seed, True, limit=limit)
    return found


class DevicePool:
    """Those of a kernel. note: hears of devices that are left out. Methods raise MissingTool, Untunable where no device
    can be used, and DeviceError of the last one."""

    def __init__(self, places: Sequence[DevicePlace], setup: Setup, note: Callable[[str], None]) -> None:
        folders = [Path(setup.folder) / str(at) for at in range(len(places))]
        for folder in folders:
            folder.mkdir(exist_ok=True)
        self._all = [BenchWorker(p, replace(setup, folder=str(f))) for p, f in zip(places, folders, strict=True)]
        self.note = note

    @property
    def first(self) -> BenchWorker:
        return self._all[0]

    @property
    def count(self) -> int:
        return len(self._all)

    def start(self) -> None:
        """All, without waiting for them."""
        for worker in list(self._all):
            try:
                worker.start()
            except Lost as error:
                self._leave(worker, error)

    def afresh(self, setup: Setup) -> None:
        """Fresh processes with another setup, as soon as they are asked."""
        for worker in self._all:
            worker.end()
            worker.setup = replace(setup, folder=worker.setup.folder)

    def end(self) -> None:
        for worker in self._all:
            worker.end()

    def add(self, module: Module) -> dict[int, tuple[str, ...]]:
        """As Bench.add, of the first device. Raises Lost."""
        found: dict[int, tuple[str, ...]] = self._on_all(lambda w: w.add(module, STARTING))[0]
        return found

    def originals(self, runs: int, limit: float | None) -> Originals:
        """As Bench.originals, of the first device; leaves out those on which the original takes longer than on others,
        or does otherwise. Raises Lost."""
        found: list[Originals] = self._on_all(lambda w: w.ask(Bench.originals, runs, limit=limit or STARTING))
        if len(found) == 1:
            return found[0]
        told = dict(zip(self._all, found, strict=True))
        for worker in [w for w in told if told[w].refused.keys() != found[0].refused.keys()]:
            self._leave(worker, Untunable("the original replays otherwise there"))
        took = {w: sum(told[w].ms.values()) for w in self._all}
        for worker, times in self._slower(took, limit or STARTING).items():
            self._leave(worker, Untunable(f"the original takes {times:.2f} times as long there as on the fastest"))
        return told[self.first]

    def _slower(self, took: Mapping[BenchWorker, float], limit: float) -> dict[BenchWorker, float]:
        """How many times the fastest device's time those take that are too slow. took: milliseconds of the original,
        which all of them run again while one looks slower. Leaves out those that fail there."""
        best = dict(took)
        for look in range(_LOOKS):
            if max(best.values()) <= _SLOWER * min(best.values()):
                break
            turns = min(200, 3 + int(_LOOK_MS / max(1e-3, *best.values())))
            again = self._on_all(partial(_timed_alone, turns, look, limit))
            best = {w: min(best[w], sum(ms[ORIGINAL].values())) for w, ms in zip(self._all, again, strict=True)}
        fastest = min(best.values())
        return {w: ms / fastest for w, ms in best.items() if ms > _SLOWER * fastest}

    def judged(self, variants: Sequence[int], limit: float) -> Iterator[tuple[int, VariantVerdict]]:
        """Variants as they are judged (BenchWorker.verify), by whatever device is free."""
        if self.count == 1:
            yield from ((v, self.first.verify(v, limit)) for v in variants)
            return
        left, running = deque(variants), dict[Future[VariantVerdict], tuple[BenchWorker, int]]()
        with ThreadPoolExecutor(self.count) as pool, self._interruptible():
            while left or running:
                for worker in [w for w in self._all if all(w is not busy for busy, _ in running.values())]:
                    if left:
                        variant = left.popleft()
                        running[pool.submit(worker.verify, variant, limit)] = worker, variant
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    worker, variant = running.pop(future)
                    if error := future.exception():
                        self._leave(worker, error)
                        left.appendleft(variant)
                    else:
                        yield variant, future.result()

    def timed(
        self, variants: Sequence[int], turns: int, seed: int, limit: float, is_final: bool
    ) -> list[tuple[tuple[int, ...], Timed | Exception]]:
        """Variants with their times, or with what went wrong while they took turns: in one lot where the choice will
        rest on them, else in one for each device. Launches so long that they take one turn are warm by their judging,
        unless the choice rests on them."""
        others, count = [v for v in variants if v != ORIGINAL], 1 if is_final else self.count
        lots = [(ORIGINAL, *some) for at in range(count) if (some := others[at::count])] or [(ORIGINAL,)]
        if len(lots) == 1:
            lots = [tuple(variants)]
        workers = self._all[: len(lots)]

        def time(pair: tuple[BenchWorker, tuple[int, ...]]) -> Timed:
            worker, lot = pair
            found: Timed = worker.ask(Bench.time, lot, turns, seed, turns == 1 and not is_final, limit=limit)
            return found

        made: list[tuple[tuple[int, ...], Timed | Exception]] = []
        pairs = [*zip(workers, lots, strict=True)]
        for (worker, lot), outcome in zip(pairs, self._side_by_side(time, pairs), strict=True):
            found = outcome
            if is_gone(found):
                self._leave(worker, found)
                (found,) = self._side_by_side(time, [(self.first, lot)])
            if isinstance(found, Exception) and not isinstance(found, (Lost, DeviceError)):
                raise found
            made.append((lot, found))
        return made

    def _on_all(self, ask: Callable[[BenchWorker], Any]) -> list[Any]:
        """What each device answers; leaves out those that fail, but raises what the first one does."""
        workers = list(self._all)
        made = []
        for worker, found in zip(workers, self._side_by_side(ask, workers), strict=True):
            if isinstance(found, Exception):
                if worker is workers[0] and not is_gone(found):
                    raise found
                self._leave(worker, found)
            else:
                made.append(found)
        return made

    def _leave(self, worker: BenchWorker, error: BaseException) -> None:
        """Raises the error where no other device is there, or where it is none of a device."""
        if self.count == 1 or not isinstance(error, (Lost, DeviceError, Untunable)):
            raise error
        self._all.remove(worker)
        worker.end()
        self.note(f"{worker.place.name} is left out: {error}")

    def _side_by_side(self, call: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        """What a call gives of each item, or the Exception that it raises."""
        if len(items) == 1:
            try:
                return [call(items[0])]
            except Exception as error:
                return [error]
        with ThreadPoolExecutor(len(items)) as pool, self._interruptible():
            futures = [pool.submit(call, item) for item in items]
            wait(futures)
        return [f.exception() or f.result() for f in futures]

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Threads that wait for processes end with these."""
        try:
            yield
        except BaseException:
            for worker in self._all:
                worker.kill()
            raise
