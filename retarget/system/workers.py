"""Work in processes of its own, any of which may end before its work is done.

libclang is C++ that a strange enough text brings down; then only what was being worked on is lost.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from enum import Enum
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
# What is imported already need not be imported again; elsewhere than on Linux, libraries do not bear a fork.
_CONTEXT = get_context("fork" if sys.platform == "linux" else None)

_ENDS = (signal.SIGINT, signal.SIGTERM)
_NICE, _NICEST = 10, 19
_GRACE = 5.0  # seconds for what runs to end by itself
_is_worker = False  # whether this is such a process
_is_beside = False
_is_ended = False  # whether it was told to end
_work: Callable[[Any], Any] | None = None  # what it does with each item


class Manner(Enum):
    """How processes work. BESIDE: they leave the processor to others, and end without leaving anything behind, when we
    say so: an interrupt of the terminal is for us alone. AHEAD: they leave it to those BESIDE, too."""

    ALONE = 0
    BESIDE = _NICE
    AHEAD = _NICEST


class WorkerProcesses(Generic[Item, Result]):
    """Processes that work on items, in the order in which these are handed over. lost: stands for the work where a
    process ends on an item."""

    def __init__(
        self, work: Callable[[Item], Result], jobs: int, lost: Callable[[Item], Result], manner: Manner = Manner.ALONE
    ) -> None:
        self._work, self._jobs, self._lost, self._manner = work, jobs, lost, manner
        self._left: dict[int, Item] = {}  # by the number under which each was handed over
        self._here: deque[int] = deque()  # of those, within such a process
        self._futures: dict[Future[Result], int] = {}
        self._count = 0
        self._pool: ProcessPoolExecutor | None = None
        self._own: set[Any] = set()  # processes of the pool

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def hand(self, items: Sequence[Item]) -> range:
        """The numbers under which items are finished."""
        numbers = range(self._count, self._count + len(items))
        self._count += len(items)
        self._left.update(zip(numbers, items, strict=True))
        if is_worker():
            self._here.extend(numbers)
        elif items:
            self._submit(numbers)
        return numbers

    def finished(self, timeout: float | None = None) -> Mapping[int, Result]:
        """Waits for an item, for so many seconds at most; those that are done, by their numbers. Raises what the work
        raised, of the first item."""
        if is_worker():
            numbers = [self._here.popleft()] if self._here and timeout != 0 else []
            return {n: self._work(self._left.pop(n)) for n in numbers}
        done = wait(self._futures, timeout, FIRST_COMPLETED).done
        if failed := [self._futures[f] for f in done if f.exception()]:
            done = {f for f, number in self._futures.items() if number <= max(failed)}
            wait(done)  # what is raised does not depend on chance
        found: dict[int, Result] = {}
        try:
            for future in sorted(done, key=self._futures.__getitem__):
                found[self._futures[future]] = future.result()
        except BrokenProcessPool:
            found |= {n: f.result() for f, n in self._futures.items() if f.done() and not f.exception()}
            self._forget(found)
            return found | self._recovered()
        self._forget(found)
        return found

    def _forget(self, found: Mapping[int, Result]) -> None:
        for number in found:
            del self._left[number]
        self._futures = {f: n for f, n in self._futures.items() if n not in found}

    def end(self) -> None:
        """Whatever still runs ends."""
        self._stop()
        self._left, self._here = {}, deque()

    def _stop(self) -> None:
        is_beside = self._manner is not Manner.ALONE  # others break the pool, which does not bear what is cancelled
        running = [f for f in self._futures if not f.done() and not (is_beside and f.cancel())]
        self._futures = {}
        if self._pool is not None:
            _end(self._pool, self._own, running)
        self._pool, self._own = None, set()

    def _submit(self, numbers: Sequence[int]) -> None:
        with _uninterrupted():
            others = {*active_children()} - self._own
            if self._pool is None:
                self._pool = self._started(self._jobs)
            for number in numbers:
                self._futures[self._pool.submit(_worked_there, self._left[number])] = number
            self._own = {*active_children()} - others

    def _started(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, _CONTEXT, _at_start, (self._work, self._manner))

    def _recovered(self) -> dict[int, Result]:
        """Finds the item on which a process ended among those begun, and the one that waits for the next free process;
        the others are handed over again."""
        self._stop()
        found: dict[int, Result] = {}
        for number in [*self._left][: self._jobs + 1]:
            item = self._left.pop(number)
            try:
                found[number] = self._alone(item)
            except BrokenProcessPool:
                found[number] = self._lost(item)
                break
        if self._left:
            self._submit([*self._left])
        return found

    def _alone(self, item: Item) -> Result:
        with _uninterrupted():
            others = {*active_children()}
            pool = self._started(1)
            future = pool.submit(_worked_there, item)
            own = {*active_children()} - others
        try:
            result: Result = future.result()
            return result
        finally:
            _end(pool, own, [future])


def finished_by_any(
    several: Sequence[WorkerProcesses[Item, Result]], timeout: float | None
) -> list[Mapping[int, Result]]:
    """As `WorkerProcesses.finished`, of each: waits for an item of any. Within such a process, each does one."""
    if is_worker():
        return [workers.finished(timeout) for workers in several]
    wait([f for workers in several for f in workers._futures], timeout, FIRST_COMPLETED)
    return [workers.finished(0) for workers in several]


def worked(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    lost: Callable[[Item], Result],
    progress: Callable[[Item], None],
) -> list[Result]:
    """`work(item)` of all items, in `jobs` processes; `lost(item)` where the process ends on an item. What the work
    raises passes through, and nothing runs on behind it. Within such a process, it is done there."""
    found: dict[int, Result] = {}
    with WorkerProcesses(work, max(1, min(jobs, len(items))), lost) as workers:
        workers.hand(items)
        while len(found) < len(items):
            done = workers.finished()
            found |= done
            for number in done:
                progress(items[number])
    return [found[i] for i in range(len(items))]


def is_worker() -> bool:
    """Whether this is a process of `WorkerProcesses`."""
    return _is_worker


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Lets interrupts wait: one within a fork would be lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)


def _end(pool: ProcessPoolExecutor, children: Collection[Any], running: Sequence[Future[Any]]) -> None:
    """Ends what runs, then all children: by then none of them hands over a result, half of which would keep the pool
    waiting for the rest."""
    if any(not f.done() for f in running):
        for child in children:
            child.terminate()
        wait(running, _GRACE)
    for child in children:
        child.kill()
    pool.shutdown(cancel_futures=True)


def _worked_there(item: Any) -> Any:
    assert _work is not None, "the process was started with it"
    with _endable():
        if _is_ended:
            raise SystemExit
        return _work(item)


@contextmanager
def _endable() -> Iterator[None]:
    """Signals end this process only meanwhile: at other times it may hold a lock that the others wait for."""
    for sign in _ENDS:
        signal.signal(sign, _unwound if _is_beside else signal.SIG_DFL)
    try:
        yield
    finally:
        for sign in _ENDS:
            signal.signal(sign, _noted)


def _at_start(work: Callable[[Any], Any], manner: Manner) -> None:
    """work: handed over once, which a fork does without a copy. An interrupt of the terminal reaches workers that are
    not BESIDE, too: they end without a word, the command says it."""
    global _is_worker, _is_beside, _work
    _is_worker, _is_beside, _work = True, manner is not Manner.ALONE, work
    for sign in _ENDS:
        signal.signal(sign, _noted)
    os.nice(manner.value)
    if _is_beside:
        os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends this process and what it has started once its parent is gone, as by SIGKILL: nobody else would, as it waits
    for items in a queue that its siblings hold open."""
    if parent := parent_process():
        parent.join()
        for task in Path("/proc/self/task").glob("*/children"):
            _kill(task)
        os._exit(1)


def _noted(*_: object) -> None:
    global _is_ended
    _is_ended = True


def _unwound(*_: object) -> None:
    """Ends what this process has started, and its temporary folders."""
    _noted()
    _kill(Path(f"/proc/self/task/{threading.get_native_id()}/children"))
    raise SystemExit


def _kill(children: Path) -> None:
    """children: a file of /proc that lists processes."""
    with suppress(OSError):  # one that is being started has nobody else who would end it
        for child in children.read_text().split():
            with suppress(OSError):  # it has ended meanwhile
                os.kill(int(child), signal.SIGKILL)
                os.waitpid(int(child), 0)
