"""A captured launch, launched again: its memory on a device at new addresses, its variables set, its code loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from retarget.capture.compare import POISON, fault, span
from retarget.capture.contents import CapturedLaunch, CapturedRegion, MemoryKind, Proof
from retarget.capture.folder import opened
from retarget.capture.relocation import AddressRange, Group, Relocation, placed
from retarget.errors import InputError
from retarget.targets.device import Array, Device

_RUNS = 3  # replays of a launch that show what it leaves to chance


@dataclass(frozen=True)
class _PlacedRegion:
    """A region at its new place, with what it held before and after, its words moved."""

    region: CapturedRegion
    address: int
    before: Array
    after: Array


class Replayer:
    """A capture on a device. Raises DeviceError from all its methods, and InputError where it is made."""

    def __init__(self, opener: Callable[[], Device], folder: str) -> None:
        self.device = opener()
        self.folder = opened(Path(folder))
        self._modules: dict[str, Any] = {}

    def prove(self, number: int) -> Proof:
        """Replays a launch: whether it gives what the program got."""
        try:
            return self._proof(number, self.folder.capture.launches[number])
        except InputError as error:
            return Proof(number, str(error))

    def _proof(self, number: int, launch: CapturedLaunch) -> Proof:
        if launch.code not in self._modules:
            self._modules[launch.code] = self.device.load(self.folder.code(launch.code))
        module = self._modules[launch.code]
        function = self.device.function(module, launch.kernel)
        variables = {
            r.name: self.device.variable(module, r.name) for r in launch.memory if r.kind is MemoryKind.VARIABLE
        }
        for name, (_, size) in variables.items():
            if size != next(r.size for r in launch.memory if r.name == name):
                return Proof(number, f"the variable {name} has another size")
        spans = [AddressRange(r.address, r.size) for r in launch.memory if r.kind is not MemoryKind.VARIABLE]
        groups = placed(spans, self.device.allocate)
        try:
            regions, arguments = self._moved(launch, groups, {n: a for n, (a, _) in variables.items()})
            runs: list[list[Array]] = []
            times = []
            for _ in range(_RUNS):
                for group in groups:
                    self.device.fill(group.base, POISON, group.size)
                for r in regions:
                    self.device.write(r.address, r.before)
                start, stop = self.device.event(), self.device.event()
                self.device.record(start)
                self.device.launch(function, launch.grid, launch.block, launch.shared, arguments)
                self.device.record(stop)
                self.device.synchronise()
                times.append(self.device.elapsed(start, stop))
                if why := self._outside(groups):
                    return Proof(number, why)
                runs.append([self._contents(r) for r in regions])
            return _judged(number, regions, runs, median(times))
        finally:
            for group in groups:
                self.device.free(group.base)

    def _moved(
        self, launch: CapturedLaunch, groups: list[Group], variables: dict[str, int]
    ) -> tuple[list[_PlacedRegion], list[bytes]]:
        """The regions at their new places, and the arguments."""
        moves = [(s, s.address + g.moved) for g in groups for s in g.spans]
        moves += [
            (AddressRange(r.address, r.size), variables[r.name]) for r in launch.memory if r.kind is MemoryKind.VARIABLE
        ]
        relocation = Relocation.of(moves)
        places = {s.address: to for s, to in moves}
        regions = []
        for r in launch.memory:
            before, after = (relocation.apply(self._joined(names)) for names in (r.before, r.after))
            regions.append(_PlacedRegion(r, places[r.address], before, after))
        whole = bytes.fromhex(launch.arguments)
        given = relocation.apply(np.frombuffer(whole, np.uint8)).tobytes()
        return regions, [given[offset : offset + size] for offset, size in launch.parameters]

    def _joined(self, names: tuple[str, ...]) -> Array:
        return np.frombuffer(self.folder.pieces.joined(names), np.uint8)

    def _contents(self, region: _PlacedRegion) -> Array:
        into = np.empty(region.region.size, np.uint8)
        self.device.read(region.address, into)
        return into

    def _outside(self, groups: list[Group]) -> str:
        for group in groups:
            for gap in group.gaps():
                found = np.empty(gap.size, np.uint8)
                self.device.read(gap.address, found)
                if changed := int(np.count_nonzero(found != POISON)):
                    return f"it writes {changed} bytes outside of all memory that was captured"
        return ""


def _judged(number: int, regions: list[_PlacedRegion], runs: list[list[Array]], ms: float) -> Proof:
    varies = 0
    for at, r in enumerate(regions):
        found = [run[at] for run in runs]
        differing = np.zeros(r.after.size, bool)
        for other in found[1:]:
            differing |= other != found[0]
        varies += int(np.count_nonzero(differing))
        wrong = found[0] != r.after
        if not wrong.any() or _is_chance(found, differing, wrong, r.after):
            continue
        first = int(np.flatnonzero(wrong)[0])
        named = f"the variable {r.region.name}" if r.region.name else f"{r.region.size} at {r.region.address:#x}"
        what = f"{int(np.count_nonzero(wrong))} bytes of {named}, from byte {first}"
        why = f"it gives another result than the program got: {what}"
        return Proof(number, why, ms, varies)
    return Proof(number, "", ms, varies)


def _is_chance(found: list[Array], differing: Array, wrong: Array, wanted: Array) -> bool:
    """Whether what differs from the program's result is what the kernel leaves to chance: words that differ from replay
    to replay too; or, in memory where some do, numbers as near to each other as the order of sums makes them."""
    if not differing.any():
        return False
    words = len(wrong) // 4 * 4
    outside = wrong[words:].any() and not differing[words:].any()
    if not outside and not (wrong[:words].reshape(-1, 4).any(1) & ~differing[:words].reshape(-1, 4).any(1)).any():
        return True
    return any(
        wanted.size % size == 0 and not fault(span([f.view(kind) for f in found]), wanted.view(kind))
        for kind, size in (("f4", 4), ("f8", 8))
    )
