"""A Bench in a process of its own, on one device: where its process was lost, a fresh one follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from retarget.targets.device import Device, DeviceError, Trouble
from retarget.targets.device_process import DeviceProcess, Killed, Lost
from retarget.tuning.kernel.bench import Bench, Setup, VariantVerdict
from retarget.tuning.kernel.compiled import Module
from retarget.tuning.tuned import Untunable

STARTING = 300.0  # seconds in which a device is opened and the arrays are on it
_NO_FAULT = frozenset({Trouble.MEMORY, Trouble.LOST})  # of a variant


class DevicePlace(Protocol):
    """Where such a process can be started."""

    @property
    def name(self) -> str:
        """Of the device, for the user."""

    def start(self, setup: Setup) -> DeviceProcess:
        """Raises Lost."""


class LocalPlace(Struct, frozen=True):
    """A device of this machine."""

    name: str
    opener: Callable[[], Device]

    def start(self, setup: Setup) -> DeviceProcess:
        return DeviceProcess(partial(Bench, self.opener, setup))


class BenchWorker:
    """A Bench on one device; where its process was lost, a fresh one follows. setup: of the next one."""

    def __init__(self, place: DevicePlace, setup: Setup) -> None:
        self.place, self.setup = place, setup
        self._process: DeviceProcess | None = None
        self._is_there = False

    def start(self) -> None:
        """Without waiting for it."""
        if self._process is None:
            self._process, self._is_there = self.place.start(self.setup), False

    def ask(self, what: Callable[..., Any], *arguments: object, limit: float) -> Any:
        """Raises Lost, DeviceError, MissingTool, Untunable."""
        process = self._started()
        try:
            return process.ask(what, *arguments, limit=limit)
        except DeviceError as error:
            if error.trouble is Trouble.LOST:
                self._process = None
            raise
        except BaseException:  # an interrupt, too, costs the process
            self.end()
            raise

    def _started(self) -> DeviceProcess:
        try:
            self.start()
            assert self._process is not None
            if not self._is_there:
                self._process.wait(STARTING)
        except (Lost, DeviceError) as error:  # no variant's fault
            self._process = None
            raise Untunable(f"the device cannot be used: {error}") from None
        except BaseException:
            self.end()
            raise
        self._is_there = True
        return self._process

    def add(self, module: Module, limit: float) -> dict[int, tuple[str, ...]]:
        """As Bench.add; the setup of a fresh process has it too."""
        found: dict[int, tuple[str, ...]] = self.ask(Bench.add, module, limit=limit)
        self.setup = replace(self.setup, modules=(*self.setup.modules, module))
        return found

    def verify(self, variant: int, limit: float) -> VariantVerdict:
        """As Bench.verify, of a variant that crashes or hangs too. Raises DeviceError of the kinds MEMORY and LOST,
        Untunable."""
        try:
            found = self._verified(variant, limit)
        except (Lost, DeviceError) as error:
            if is_gone(error):
                raise
            found = VariantVerdict(str(error), is_contained=False)
        if not found.is_contained:
            self.end()  # what it wrote may lie anywhere
        return found

    def _verified(self, variant: int, limit: float) -> VariantVerdict:
        ask = partial(self.ask, Bench.verify, variant, limit=limit)
        try:
            found: VariantVerdict = ask()
        except Killed:  # once more: where the variant is behind it, that shows again
            found = ask()
        return found

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()


def is_gone(found: object) -> bool:
    """Whether something is a device's trouble, and no variant's fault."""
    return isinstance(found, DeviceError) and found.trouble in _NO_FAULT
