"""The devices that a tuning replays launches on: the one at hand, others of this machine, those of Dask's workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from retarget import __version__
from retarget.api.device_choice import DeviceChoice
from retarget.errors import Error
from retarget.system.cache import cache_folder
from retarget.targets.device import Identity
from retarget.targets.device_process import Lost
from retarget.targets.platform import Platform
from retarget.targets.tools import Tools
from retarget.tuning import measurements
from retarget.tuning.kernel.bench_worker import DevicePlace, LocalPlace
from retarget.tuning.measurements import Unusable


@contextmanager
def device_places(
    wanted: DeviceChoice, tools: Tools, platform: Platform, capture: Path, tell: Callable[[str], None]
) -> Iterator[tuple[DevicePlace, ...]]:
    """All that are like the one at hand, that nobody else uses, and that this process may use alone. tell: hears of
    those that are left out, and why. Raises Error, MissingTool, DeviceError, Unusable where none is left."""
    assert tools.opened, "a target whose kernels can be launched alone"
    if not wanted.several:
        yield (LocalPlace(platform.device, tools.opened),)
        return
    with ExitStack() as held:
        finding = _Finding(tools, platform, tell, held)
        places: list[DevicePlace] = [*finding.local(wanted)]
        if wanted.dask:
            places += finding.remote(wanted.dask, capture)
        if not places:
            raise Unusable("no device is left to tune on")
        yield tuple(places)


@dataclass
class _Finding:
    tools: Tools
    platform: Platform
    tell: Callable[[str], None]
    held: ExitStack

    def __post_init__(self) -> None:
        assert self.tools.devices and self.tools.opened, "a target whose kernels can be launched alone"
        self.devices, self.opener = self.tools.devices, self.tools.opened
        self.here = self.devices()
        self.taken: set[str] = set()  # uuids

    def local(self, wanted: DeviceChoice) -> Iterator[DevicePlace]:
        for number in wanted.numbers(len(self.here)) if wanted.devices else [0]:
            found = self.here[number]
            name = f"device {number} ({found.name})"
            if self._fits(name, found):
                yield LocalPlace(name, partial(self.opener, number))

    def _fits(self, name: str, found: Identity, is_here: bool = True) -> bool:
        why = self._against(found, is_here)
        if why:
            self.tell(f"{name} is left out: {why}")
        self.taken |= {found.uuid} - {""}
        return not why

    def _against(self, found: Identity, is_here: bool) -> str:
        first = self.here[0]
        if (found.name, found.architecture) != (first.name, first.architecture):
            return f"it is no {first.name} ({first.architecture})"
        if found.uuid in self.taken:
            return "it is the same device as another one"
        if is_here and found != first:
            others = self.tools.users(found) if self.tools.users else ()
            if others:
                return f"it is shared with {', '.join(others[:4])}"
            try:
                self.held.enter_context(measurements.alone(cache_folder(), f"{found.name} ({found.uuid})"))
            except Unusable as error:
                return str(error)
        return ""

    def remote(self, address: str, capture: Path) -> Iterator[DevicePlace]:
        from retarget.tuning.kernel.remote_bench import remote_places  # noqa: PLC0415  (an optional library)

        try:
            places, absent = remote_places(address, self.opener, self.devices, capture / "memory")
        except Lost as lost:
            raise Error(f"Dask cannot be asked at {address}: {lost}") from None
        for worker, why in absent.items():
            self.tell(f"worker {worker} is left out: {why}")
        for place in places:
            if place.version != __version__:
                self.tell(f"{place.name} is left out: it has retarget {place.version}, and this is {__version__}")
            elif self._fits(place.name, place.found, is_here=False):
                if not place.found.uuid:
                    self.tell(f"{place.name}: its driver does not identify GPUs: see that no other process here or "
                              "there uses the same one")  # fmt: skip
                yield place
