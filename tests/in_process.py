"""Units worked on in this process: what tests look at is what comes of a unit, not the processes that a run parts into.

A test that a crash, an interrupt or a number of processes is about asks for the fixture `processes`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class InThisProcess:
    """Stands for a ProcessPoolExecutor whose processes are started with the work: each item is done as it is handed
    in."""

    def __init__(self, *given: Any) -> None:
        self.work, _ = given[-1]

    def submit(self, _: Callable[..., Any], item: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(self.work(item))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, **_: object) -> None:
        pass
