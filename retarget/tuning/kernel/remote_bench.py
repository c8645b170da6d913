"""A Bench on a machine that Dask knows: an actor there holds its process, and memory of captures goes there once.

    a process here: RemoteBench  --Dask-->  there: BenchHost  --pipe-->  a process with a Bench

Dask's threads do not bear a fork, and compilations fork: so what speaks to Dask has a process of its own.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from retarget import __version__
from retarget.capture.contents import FORMAT, Capture
from retarget.capture.folder import CaptureFolder
from retarget.capture.memory_pieces import PieceFolder, digest_of
from retarget.system.dask import NoSchedulerError, dask_client, distributed
from retarget.targets.device import Device, DeviceError, Identity, Trouble
from retarget.targets.device_process import DeviceProcess, Lost
from retarget.tuning.kernel.bench import Bench, Setup

_PATIENCE = 60.0  # seconds for a worker to answer
_LOOK = 1.0  # seconds between two looks whether a worker is still there
_STARTING = 300.0  # seconds in which a device is opened there and the arrays are on it
_LOT = 64  # pieces of memory that are sent together
_GONE = (OSError, RuntimeError, CancelledError, distributed.KilledWorker)  # what Dask raises of a worker that went


class Answer(Struct, frozen=True):
    """What a call there gave: a value, or an exception, which Dask would wrap."""

    value: Any = None
    error: BaseException | None = None


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Of a worker, as long as it lives."""
    return tempfile.TemporaryDirectory(prefix="retarget-")


@cache
def _pieces() -> PieceFolder:
    """Memory of captures, by its digests."""
    return PieceFolder(Path(_folder().name) / "memory")


def _results(tuning: str) -> Path:
    """What the original gives, for the process that ran it, and for those after it: of the latest tuning alone, which
    is named by its folder elsewhere."""
    results = Path(_folder().name) / "results"
    own = results / digest_of(tuning.encode())
    for other in results.glob("*"):
        if other != own:
            shutil.rmtree(other, ignore_errors=True)
    own.mkdir(parents=True, exist_ok=True)
    return own


class BenchHost:
    """Lives on a Dask worker, and starts a process there. Its methods give Answers."""

    def __init__(self) -> None:
        self._capture = tempfile.TemporaryDirectory(prefix="retarget-")
        self._process: DeviceProcess | None = None

    def __del__(self) -> None:
        if self._process is not None:
            self._process.end()

    def lacking(self, pieces: Sequence[str]) -> Answer:
        return _answered(lambda: [p for p in pieces if not _pieces().holds(p)])

    def take(self, pieces: Sequence[bytes]) -> Answer:
        return _answered(lambda: [_pieces().keep(p) for p in pieces])

    def start(self, opener: Callable[[], Device], setup: Setup) -> Answer:
        """setup: with folders of another machine."""
        return _answered(lambda: self._start(opener, setup))

    def _start(self, opener: Callable[[], Device], setup: Setup) -> None:
        capture = Path(self._capture.name)
        (capture / "memory").symlink_to(_pieces().folder)
        told = Capture(FORMAT, (), (), tuple(c.launch for c in setup.cases), (), ())
        CaptureFolder(capture, told).tell(told)
        here = replace(setup, capture=str(capture), folder=str(_results(setup.folder)))
        self._process = DeviceProcess.started(partial(Bench, opener, here), _STARTING)

    def ask(self, what: str, arguments: tuple[Any, ...], limit: float) -> Answer:
        assert self._process is not None, "it was started"
        return _answered(partial(self._process.ask, getattr(Bench, what), *arguments, limit=limit))


def _answered(call: Callable[[], Any]) -> Answer:
    try:
        return Answer(call())
    except Exception as error:
        return Answer(error=error)


class RemoteBench:
    """A Bench on the device of a Dask worker. pieces: the folder of the capture's memory, here. All methods raise
    DeviceError, of the kind LOST where the worker is gone, and KERNEL where the process there was lost."""

    def __init__(self, scheduler: str, worker: str, opener: Callable[[], Device], pieces: str, setup: Setup) -> None:
        self._client, self._worker = distributed.Client(scheduler, timeout=_PATIENCE), worker
        actor = self._client.submit(BenchHost, workers=[worker], actor=True, pure=False)
        self._host = self._awaited(actor, _PATIENCE)
        memory, there = (r for c in setup.cases for r in c.launch.memory), PieceFolder(Path(pieces))
        lacking = self._ask("lacking", list(dict.fromkeys(p for r in memory for p in (*r.before, *r.after))))
        for at in range(0, len(lacking), _LOT):
            self._ask("take", [there.read(p) for p in lacking[at : at + _LOT]])
        # What the original has to give was looked at here.
        cases = tuple(replace(c, expected={}) for c in setup.cases)
        self._ask("start", opener, replace(setup, cases=cases))

    def ask(self, what: str, arguments: tuple[Any, ...], limit: float) -> Any:
        """Calls a method of the Bench there."""
        return self._ask("ask", what, arguments, limit)

    def _ask(self, method: str, *arguments: Any) -> Any:
        answer: Answer = self._awaited(getattr(self._host, method)(*arguments), inf)
        if isinstance(answer.error, Lost):
            raise DeviceError(Trouble.KERNEL, str(answer.error))
        if answer.error is not None:
            raise answer.error
        return answer.value

    def _awaited(self, future: Any, limit: float) -> Any:
        """Of a worker that went, Dask waits for another one at the same address."""
        due = time.monotonic() + limit
        try:
            while time.monotonic() < due:
                with suppress(TimeoutError):
                    return future.result(timeout=_LOOK)
                if self._worker not in _workers(self._client):
                    raise _gone("its worker is gone: the scheduler does not have it any more")
        except _GONE as error:
            raise _gone(f"its worker is gone: {error}") from None
        raise _gone(f"its worker does not start anything within {limit:.0f} s")


def _workers(client: distributed.Client) -> list[str]:
    """The addresses of those that the scheduler has."""
    return sorted(client.scheduler_info(n_workers=-1)["workers"])


def _gone(why: str) -> DeviceError:
    return DeviceError(Trouble.LOST, why)


class RemoteProcess(DeviceProcess):
    """The process of a RemoteBench."""

    def ask(self, what: Callable[..., Any], *arguments: Any, limit: float) -> Any:
        """Calls a method of the Bench there, such as `Bench.verify`."""
        return super().ask(RemoteBench.ask, what.__name__, arguments, limit, limit=limit + _PATIENCE)


class RemotePlace(Struct, frozen=True):
    """A device that a Dask worker has, and our version there. pieces: the folder of the capture's memory, here."""

    scheduler: str
    worker: str
    version: str
    found: Identity
    opener: Callable[[], Device]
    pieces: str

    @property
    def name(self) -> str:
        return f"worker {self.worker}"

    def start(self, setup: Setup) -> RemoteProcess:
        """Raises Lost."""
        return RemoteProcess(partial(RemoteBench, self.scheduler, self.worker, self.opener, self.pieces, setup))


class DaskWorkers:
    """Those that a Dask scheduler has now."""

    def __init__(self, scheduler: str) -> None:
        """Raises DeviceError where none answers."""
        try:
            self._client = dask_client(scheduler)
        except NoSchedulerError as error:
            raise DeviceError(Trouble.OTHER, str(error)) from None

    def described(self, devices: Callable[[], tuple[Identity, ...]]) -> dict[str, Answer]:
        """By the worker's address, our version there and the device that a process would open."""
        tasks = {w: self._client.submit(_described, devices, workers=[w], pure=False) for w in _workers(self._client)}
        return {worker: self._of(task) for worker, task in tasks.items()}

    def _of(self, task: Any) -> Answer:
        with suppress(TimeoutError):
            try:
                found: Answer = task.result(timeout=_PATIENCE)
                return found
            except TimeoutError:
                raise
            except Exception as error:  # whatever Dask raises, it is that worker's
                return Answer(error=DeviceError(Trouble.LOST, f"it does not answer: {error}"))
        return Answer(error=DeviceError(Trouble.LOST, f"it does not answer within {_PATIENCE:.0f} s"))


def _described(devices: Callable[[], tuple[Identity, ...]]) -> Answer:
    return _answered(lambda: (__version__, devices()[0]))


def remote_places(
    scheduler: str, opener: Callable[[], Device], devices: Callable[[], tuple[Identity, ...]], pieces: Path
) -> tuple[list[RemotePlace], dict[str, str]]:
    """Of all workers; and why others have none, by their addresses. Raises DeviceError, Lost where no scheduler
    answers."""
    process = DeviceProcess.started(partial(DaskWorkers, scheduler), 3 * _PATIENCE)
    try:
        answers: dict[str, Answer] = process.ask(DaskWorkers.described, devices, limit=_STARTING)
    finally:
        process.end()
    places: list[RemotePlace] = []
    for worker, answer in answers.items():
        if answer.error is None:
            version, found = answer.value
            places.append(RemotePlace(scheduler, worker, version, found, opener, str(pieces)))
    return places, {w: str(a.error) for w, a in answers.items() if a.error is not None}
