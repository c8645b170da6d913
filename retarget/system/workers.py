"""Work in processes of its own, any of which may end before its work is done.

libclang is C++ that a strange enough text brings down; then only what was being worked on is lost.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
# What is imported already need not be imported again; elsewhere than on Linux, libraries do not bear a fork.
_CONTEXT = get_context("fork" if sys.platform == "linux" else None)

_ENDS = (signal.SIGINT, signal.SIGTERM)
_is_worker = False  # whether this is such a process
_work: Callable[[Any], Any] | None = None  # what it does with each item


def worked(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    lost: Callable[[Item], Result],
    progress: Callable[[Item], None],
) -> list[Result]:
    """`work(item)` of all items, in `jobs` processes; `lost(item)` where the process ends on an item. What the work
    raises passes through, and nothing runs on behind it. Within such a process, it is done there."""
    if is_worker():
        return [_here(work, item, progress) for item in items]
    found: dict[int, Result] = {}

    def rest() -> list[int]:
        return [i for i in range(len(items)) if i not in found]

    def run(numbers: Sequence[int], processes: int) -> bool:
        """Whether the processes lived to the end."""
        pool: ProcessPoolExecutor = ProcessPoolExecutor(processes, _CONTEXT, _at_start, (work,))
        try:
            with _uninterrupted():
                futures = [(i, pool.submit(_worked_there, items[i])) for i in numbers]
            for i, future in futures:
                found[i] = future.result()
                progress(items[i])
        except BrokenProcessPool:
            found.update((i, f.result()) for i, f in futures if f.done() and f.exception() is None)
            return False
        except KeyboardInterrupt:
            for child in active_children():
                child.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
        return True

    while waiting := rest():
        if run(waiting, min(jobs, len(waiting))):
            break
        for i in rest()[: jobs + 1]:  # those begun, and the one that waits for the next free process
            if not run([i], 1):
                found[i] = lost(items[i])
                progress(items[i])
                break
    return [found[i] for i in range(len(items))]


def _here(work: Callable[[Item], Result], item: Item, progress: Callable[[Item], None]) -> Result:
    result = work(item)
    progress(item)
    return result


def is_worker() -> bool:
    """Whether this is a process of `worked`."""
    return _is_worker


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Lets interrupts wait: one within a fork would be lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)


def _worked_there(item: Any) -> Any:
    assert _work is not None, "the process was started with it"
    return _work(item)


def _at_start(work: Callable[[Any], Any]) -> None:
    """work: handed over once, which a fork does without a copy. An interrupt of the terminal reaches the workers too:
    they end without a word, the command says it."""
    global _is_worker, _work
    _is_worker, _work = True, work
    for sign in _ENDS:
        signal.signal(sign, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
