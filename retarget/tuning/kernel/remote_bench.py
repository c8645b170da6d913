"""A Bench on a machine that Dask knows: an actor there holds its process, and memory of captures goes there once.

    here: RemoteProcess  --Dask-->  there: BenchHost  --pipe-->  a process with a Bench
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from retarget import __version__
from retarget.capture.contents import FORMAT, Capture
from retarget.capture.folder import CaptureFolder
from retarget.capture.memory_pieces import PieceFolder
from retarget.errors import Error, MissingTool
from retarget.targets.device import Device, Identity
from retarget.targets.device_process import DeviceProcess, Killed
from retarget.tuning.kernel.bench import Bench, Setup
from retarget.tuning.kernel.bench_worker import Unreachable

try:
    import distributed
except ImportError:
    advice = "pip install 'distributed>=2024.8,<2027'"
    raise MissingTool("Dask, which reaches other machines, is missing", advice) from None

_PATIENCE = 60.0  # seconds for a scheduler or a worker to answer
_LOOKS = 0.5  # seconds between two looks whether an answer is still wanted
_LOT = 64  # pieces of memory that are sent together
_GONE = (OSError, RuntimeError, CancelledError, distributed.KilledWorker)  # what Dask raises of a worker that went


@dataclass(frozen=True)
class Answer:
    """What a call there gave: a value, or an exception, which Dask would wrap."""

    value: Any = None
    error: BaseException | None = None


class BenchHost:
    """Lives on a Dask worker, and starts processes there. Its methods give Answers."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="retarget-")
        self._capture, self._results = (Path(self._folder.name) / name for name in ("capture", "results"))
        for folder in (self._capture, self._results):
            folder.mkdir()
        self._pieces = PieceFolder(self._capture / "memory")
        self._process: DeviceProcess | None = None

    def describe(self, devices: Callable[[], tuple[Identity, ...]]) -> Answer:
        """Our version there, and the device that a process would open."""
        return _answered(lambda: (__version__, devices()[0]))

    def lacking(self, pieces: Sequence[str]) -> Answer:
        return _answered(lambda: [p for p in pieces if not self._pieces.holds(p)])

    def take(self, pieces: Sequence[bytes]) -> Answer:
        return _answered(lambda: [self._pieces.keep(p) for p in pieces])

    def start(self, opener: Callable[[], Device], setup: Setup) -> Answer:
        """setup: with folders of another machine."""
        return _answered(lambda: self._start(opener, setup))

    def _start(self, opener: Callable[[], Device], setup: Setup) -> None:
        told = Capture(FORMAT, (), (), tuple(c.launch for c in setup.cases), (), ())
        CaptureFolder(self._capture, told).tell(told)
        here = replace(setup, capture=str(self._capture), folder=str(self._results))
        self._process = DeviceProcess(partial(Bench, opener, here))

    def wait(self, limit: float) -> Answer:
        assert self._process is not None, "it was started"
        return _answered(partial(self._process.wait, limit))

    def ask(self, what: str, arguments: tuple[Any, ...], limit: float) -> Answer:
        assert self._process is not None, "it was started"
        return _answered(partial(self._process.ask, getattr(Bench, what), *arguments, limit=limit))

    def end(self) -> Answer:
        if self._process is not None:
            self._process.end()
            self._process = None
        return Answer()


def _answered(call: Callable[[], Any]) -> Answer:
    try:
        return Answer(call())
    except Exception as error:
        return Answer(error=error)


class RemoteProcess:
    """A process with a Bench on another machine. is_there: whether Dask still knows its worker. Methods raise Lost,
    DeviceError, MissingTool, Unreachable."""

    def __init__(self, host: Any, is_there: Callable[[], bool]) -> None:
        self._host, self._is_there = host, is_there
        self._is_wanted = True

    def wait(self, limit: float) -> None:
        self._answer("wait", limit, limit=limit)

    def ask(self, what: Callable[..., Any], *arguments: Any, limit: float) -> Any:
        return self._answer("ask", what.__name__, arguments, limit, limit=limit)

    def end(self) -> None:
        with suppress(Unreachable, Killed):  # it ends with its worker
            self._answer("end", limit=0.0)

    def kill(self) -> None:
        self._is_wanted = False

    def _answer(self, method: str, *arguments: Any, limit: float) -> Any:
        over = monotonic() + limit + _PATIENCE
        return value_of(self._host, method, *arguments, until=lambda: self._still(over))

    def _still(self, over: float) -> None:
        """Raises where no answer is to be waited for."""
        if not self._is_wanted:
            raise Killed("nobody waits for it any more")
        if monotonic() > over or not self._is_there():
            raise Unreachable("its worker does not answer any more")


def value_of(host: Any, method: str, *arguments: Any, until: Callable[[], None]) -> Any:
    """What a method of a BenchHost gives. until: raises where nobody shall wait for it longer. Raises what the method
    does, Unreachable."""
    try:
        future = getattr(host, method)(*arguments)
        while True:
            until()
            with suppress(TimeoutError):
                answer = future.result(timeout=_LOOKS)
                break
    except _GONE as error:
        raise Unreachable(f"its worker is gone: {error}") from None
    if answer.error is not None:
        raise answer.error
    return answer.value


@dataclass
class RemotePlace:
    """A device that a Dask worker has. pieces: of the capture's memory, here."""

    name: str
    client: distributed.Client
    address: str
    opener: Callable[[], Device]
    pieces: PieceFolder
    _host: Any = None

    def describe(self, devices: Callable[[], tuple[Identity, ...]]) -> tuple[str, Identity]:
        """As BenchHost.describe. Raises MissingTool, DeviceError, Unreachable."""
        found: tuple[str, Identity] = self._ask("describe", devices)
        return found

    def start(self, setup: Setup) -> RemoteProcess:
        """Raises Lost, DeviceError, Unreachable, InputError."""
        memory = (r for c in setup.cases for r in c.launch.memory)
        wanted = list(dict.fromkeys(p for r in memory for p in (*r.before, *r.after)))
        lacking = self._ask("lacking", wanted)
        for at in range(0, len(lacking), _LOT):
            self._ask("take", [self.pieces.read(p) for p in lacking[at : at + _LOT]])
        # What the original has to give was looked at here.
        cases = tuple(replace(c, expected={}) for c in setup.cases)
        self._ask("start", self.opener, replace(setup, cases=cases))
        return RemoteProcess(self._host, self._is_there)

    def _ask(self, method: str, *arguments: Any) -> Any:
        if self._host is None:
            made = self.client.submit(BenchHost, workers=[self.address], actor=True, pure=False)
            try:
                self._host = made.result(timeout=_PATIENCE)
            except (*_GONE, TimeoutError) as error:
                raise Unreachable(f"its worker does not start anything: {error}") from None
        over = monotonic() + _PATIENCE
        return value_of(self._host, method, *arguments, until=lambda: self._still(over))

    def _still(self, over: float) -> None:
        if monotonic() > over or not self._is_there():
            raise Unreachable("its worker does not answer any more")

    def _is_there(self) -> bool:
        return self.address in self.client.scheduler_info(n_workers=-1)["workers"]


@contextmanager
def remote_places(
    address: str, opener: Callable[[], Device], pieces: PieceFolder
) -> Iterator[tuple[RemotePlace, ...]]:
    """Of all workers that a Dask scheduler has now. Raises Error where none answers."""
    try:
        client = distributed.Client(address, timeout=_PATIENCE)
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise Error(f"no Dask scheduler with workers answers at {address}: {error}") from None
    with client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        yield tuple(RemotePlace(worker, client, worker, opener, pieces) for worker in sorted(workers))
