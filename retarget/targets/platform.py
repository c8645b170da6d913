"""A device at hand, with the compiler that builds for it."""

from __future__ import annotations

from msgspec import Struct

from retarget.targets.limits import Limits


class Platform(Struct, frozen=True):
    """target: the name of what it is a device of; device: its name; compiler: what builds for it, driver: what runs it,
    as results are kept under; architecture: as the compiler takes it, empty for a processor; uuid: which of those alike
    it is; concerns: what speaks against times measured there, for the user."""

    target: str
    device: str
    compiler: str
    limits: Limits
    architecture: str = ""
    driver: str = ""
    uuid: str = ""
    concerns: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """What results depend on."""
        return (self.device, self.compiler, *filter(None, (self.driver,)))

    @property
    def unit(self) -> str:
        """The one device that nothing else is to be timed on meanwhile."""
        return f"{self.device} ({self.uuid})" if self.uuid else self.device
