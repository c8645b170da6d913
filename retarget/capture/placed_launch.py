"""A captured launch on a device: its memory at new addresses, between guards, and its variables.

    | guard | region | gap | region | guard |     a launch that writes beside its memory changes a guard or a gap
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from retarget.capture.compare import WHOLE_POISON
from retarget.capture.contents import CapturedLaunch, MemoryKind
from retarget.capture.folder import CaptureFolder
from retarget.capture.relocation import AddressRange, Relocation, placed
from retarget.errors import InputError
from retarget.targets.device import Array, Device, DeviceError, Trouble

_WORD = 8  # bytes


@dataclass
class PlacedModule:
    """A module that was loaded, with its own copy of a launch's variables. addresses: by the number of their region;
    arguments: of a launch of its kernels; dirty: variables that do not hold what the launch starts from."""

    handle: Any
    addresses: Mapping[int, int]
    arguments: list[bytes]
    dirty: set[int] = field(default_factory=set)


class PlacedLaunch:
    """Methods raise DeviceError. Regions go by their numbers in the launch's memory. poisoned: those that the kernel
    only writes, and the byte of poison that each starts as, so that what a launch leaves unwritten shows. altered: what
    a region starts from, instead of what was captured."""

    def __init__(
        self,
        device: Device,
        folder: CaptureFolder,
        launch: CapturedLaunch,
        poisoned: Mapping[int, int] | None = None,
        altered: Callable[[int, Array], Array] = lambda _, data: data,
    ) -> None:
        """Raises InputError for memory of the capture that is damaged, and for a launch with textures or surfaces."""
        if launch.objects:
            raise InputError(f"{launch.first_object}: no device makes them")
        self.device, self.launch, self.poisoned = device, launch, dict(poisoned or {})
        self._folder, self._altered = folder, altered
        self._plain = [i for i, r in enumerate(launch.memory) if r.kind is not MemoryKind.VARIABLE]
        self._variables = [i for i, r in enumerate(launch.memory) if r.kind is MemoryKind.VARIABLE]
        self._kept: dict[int, int] = {}  # copies of what regions start from, on the device
        self._dirty = set(self._plain)
        self._bases: list[int] = []
        try:
            self.groups = placed([self._range(i) for i in self._plain], self._allocate)
        except DeviceError:
            self.free()
            raise
        moved = {s.address: s.address + g.moved for g in self.groups for s in g.spans}
        self._addresses = {i: moved[launch.memory[i].address] for i in self._plain}
        for group in self.groups:
            device.fill(group.base, WHOLE_POISON, group.size)

    def _allocate(self, size: int) -> int:
        self._bases.append(self.device.allocate(size))
        return self._bases[-1]

    def free(self) -> None:
        for address in (*self._bases, *self._kept.values()):
            self.device.free(address)

    def _range(self, number: int) -> AddressRange:
        region = self.launch.memory[number]
        return AddressRange(region.address, region.size)

    def module(self, handle: Any) -> PlacedModule:
        """Raises InputError where a variable has another size there."""
        found: dict[int, int] = {}
        for number in self._variables:
            region = self.launch.memory[number]
            try:
                address, size = self.device.variable(handle, region.name)
            except DeviceError as error:
                if error.trouble not in (Trouble.OTHER, Trouble.LAUNCH):
                    raise
                continue  # none of its kernels uses it
            if size != region.size:
                raise InputError(f"the variable {region.name} has {size} bytes instead of {region.size}")
            found[number] = address
        whole = np.frombuffer(bytes.fromhex(self.launch.arguments), np.uint8)
        given = self._relocation(found).apply(whole).tobytes()
        arguments = [given[offset : offset + size] for offset, size in self.launch.parameters]
        return PlacedModule(handle, found, arguments, set(found))

    def _relocation(self, variables: Mapping[int, int]) -> Relocation:
        places = {**self._addresses, **variables}
        return Relocation.of([(self._range(i), to) for i, to in places.items()])

    def leads_to_variables(self) -> bool:
        """Whether memory holds addresses of variables, which each module has elsewhere."""
        inner = [self._range(i) for i in self._variables]
        for number in range(len(self.launch.memory) if inner else 0):
            words = self._captured(number, after=False)
            words = words[: words.size // _WORD * _WORD].view(np.uint64)
            if any(bool(np.any((words >= r.address) & (words < r.end))) for r in inner):
                return True
        return False

    def before(self, number: int, module: PlacedModule) -> Array:
        """What a region starts from, its addresses those of this device."""
        return self._altered(number, self._relocated(number, module, after=False))

    def after(self, number: int, module: PlacedModule) -> Array:
        """What the program got."""
        return self._relocated(number, module, after=True)

    def _relocated(self, number: int, module: PlacedModule, after: bool) -> Array:
        return self._relocation(module.addresses).apply(self._captured(number, after))

    def _captured(self, number: int, after: bool) -> Array:
        region = self.launch.memory[number]
        return self._folder.pieces.joined(region.after if after else region.before, region.size)

    def keep(self, numbers: Collection[int], module: PlacedModule) -> None:
        """Holds on the device what these regions start from, as far as its memory allows; and of no others."""
        for number in {*self._kept} - {*numbers}:
            self.device.free(self._kept.pop(number))
        for number in numbers:
            if number not in self._kept and number in self._addresses and number not in self.poisoned:
                size = self.launch.memory[number].size
                try:
                    to = self.device.allocate(size)
                except DeviceError as error:
                    if error.trouble is not Trouble.MEMORY:
                        raise
                    return
                if number in self._dirty:
                    self.device.write(to, self.before(number, module))
                else:
                    self.device.copy(to, self._addresses[number], size)
                self._kept[number] = to

    def begin(self, module: PlacedModule, as_given: bool = False) -> None:
        """Memory and variables as the launch finds them. as_given: without poison."""
        for number in sorted(self._dirty):
            size, address = self.launch.memory[number].size, self._addresses[number]
            if number in self.poisoned and not as_given:
                self.device.fill(address, self.poisoned[number], size)
            elif number in self._kept:
                self.device.copy(address, self._kept[number], size)
            else:
                self.device.write(address, self.before(number, module))
        for number in sorted(module.dirty):
            self.device.write(module.addresses[number], self.before(number, module))
        self._dirty = set(self.poisoned) if as_given else set()
        module.dirty.clear()

    def wrote(self, numbers: Collection[int], module: PlacedModule) -> None:
        """A launch wrote, or may have written, these regions."""
        self._dirty |= {n for n in numbers if n in self._addresses}
        module.dirty |= {n for n in numbers if n in module.addresses}

    def numbers(self, module: PlacedModule) -> list[int]:
        """The regions that are there: memory is, and variables that the module has."""
        return [i for i in range(len(self.launch.memory)) if i in self._addresses or i in module.addresses]

    def address(self, number: int, module: PlacedModule) -> int:
        """Where a region lies."""
        return self._addresses.get(number) or module.addresses[number]

    def contents(self, number: int, module: PlacedModule) -> Array:
        """What a region holds now."""
        into = np.empty(self.launch.memory[number].size, np.uint8)
        self.device.read(self.address(number, module), into)
        return into

    def outside(self) -> tuple[int, str] | None:
        """How many bytes were written beside the memory, at the first such place, and where: in front of a region or
        behind one, by its number."""
        for group in self.groups:
            ends = {s.end + group.moved: s.address for s in group.spans}
            starts = {s.address + group.moved: s.address for s in group.spans}
            for gap in group.gaps():
                found = np.empty(gap.size, np.uint8)
                self.device.read(gap.address, found)
                if changed := int(np.count_nonzero(found != WHOLE_POISON)):
                    is_behind = gap.address in ends
                    address = ends[gap.address] if is_behind else starts[gap.end]
                    number = next(i for i in self._plain if self.launch.memory[i].address == address)
                    return changed, f"{'behind' if is_behind else 'in front of'} {self.named(number)}"
        return None

    def named(self, number: int) -> str:
        """A region, for messages."""
        region = self.launch.memory[number]
        if not region.name:
            return f"the {region.size} bytes at {region.address:#x}"
        return f"the variable {region.name}" if region.kind is MemoryKind.VARIABLE else f"'{region.name}'"
