"""A case on a device: its memory, and how each variant is launched on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from retarget.capture.folder import CaptureFolder
from retarget.capture.placed_launch import PlacedLaunch, PlacedModule
from retarget.errors import InputError
from retarget.targets.device import Array, Device, Extents
from retarget.tuning.kernel.replay_case import ReplayCase
from retarget.tuning.kernel.scrambling import scrambled

ORIGINAL = 0


class LaunchConfiguration(Struct, frozen=True):
    """Of a physical launch. logical: the coarsened kernel's first argument, nothing for the original."""

    function: Any
    module: PlacedModule
    grid: Extents
    block: Extents
    shared: int
    logical: tuple[bytes, ...] = ()


@dataclass
class Seat:
    """A case on the device; its launches by variant."""

    case: ReplayCase
    placed: PlacedLaunch
    launches: dict[int, LaunchConfiguration] = field(default_factory=dict)
    changed: tuple[int, ...] = ()  # regions that the original changes, once that is known
    sums: dict[int, bytes] = field(default_factory=dict)  # checksums of what the original gives, where it always does

    @classmethod
    def of(cls, case: ReplayCase, device: Device, folder: CaptureFolder) -> Seat:
        """Raises InputError where the case cannot be replayed, DeviceError."""
        poisoned = {at: rule.poison for at, rule in enumerate(case.rules) if rule.is_poisoned}

        def altered(at: int, data: Array) -> Array:
            return scrambled(data, case.rules[at].types, at) if case.is_scrambled else data

        placed = PlacedLaunch(device, folder, case.launch, poisoned, altered)
        if case.launch.code and placed.leads_to_variables():
            raise InputError("memory holds addresses of variables of the kernel's module")
        return cls(case, placed)

    @property
    def written(self) -> tuple[int, ...]:
        """Regions that a launch leaves otherwise than the next one has to find them: poison is written over even where
        that leaves what the program had."""
        return (*self.changed, *(n for n in self.placed.poisoned if n not in self.changed))

    def launch(self, variant: int) -> LaunchConfiguration:
        """Where a variant does not fit, the original's, as the program's own launch would do it."""
        return self.launches.get(variant) or self.launches[ORIGINAL]
