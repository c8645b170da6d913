"""Which devices a tuning replays launches on, as the user says it."""

from __future__ import annotations

from msgspec import Struct

from retarget.errors import Error

ALL = "all"


class DeviceChoice(Struct, frozen=True):
    """devices: of this machine: empty for the one at hand, `all`, or numbers with commas between them, as the driver
    counts; dask: the address of a scheduler whose workers' devices serve too."""

    devices: str = ""
    dask: str = ""

    def __post_init__(self) -> None:
        """Raises Error."""
        self._named()

    @property
    def several(self) -> bool:
        return bool(self.devices or self.dask)

    def numbers(self, count: int) -> list[int]:
        """Of this machine's `count` devices. Raises Error."""
        found = self._named() or list(range(count))
        if beyond := [n for n in found if not 0 <= n < count]:
            raise Error(f"--devices: there is no device {beyond[0]}", f"this machine has {count}: 0 to {count - 1}")
        return found

    def _named(self) -> list[int]:
        """Nothing for all."""
        if self.devices in ("", ALL):
            return []
        try:
            return list(dict.fromkeys(map(int, self.devices.split(","))))
        except ValueError:
            raise Error(f"--devices: '{self.devices}' are no numbers", "write all, or numbers such as 0,2") from None
