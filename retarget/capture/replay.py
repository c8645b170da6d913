"""A captured launch, launched again: its memory on a device at new addresses, its variables set, its code loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from retarget.capture.compare import fault, span
from retarget.capture.contents import CapturedLaunch, Proof
from retarget.capture.folder import opened
from retarget.capture.placed_launch import PlacedLaunch, PlacedModule
from retarget.errors import InputError
from retarget.targets.device import Array, Device

_RUNS = 3  # replays of a launch that show what it leaves to chance


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
        handle = self._modules[launch.code]
        function = self.device.function(handle, launch.kernel)
        placed = PlacedLaunch(self.device, self.folder, launch)
        try:
            module = placed.module(handle)
            runs: list[list[Array]] = []
            times = []
            for _ in range(_RUNS):
                placed.wrote(placed.numbers(module), module)
                placed.begin(module)
                start, stop = self.device.event(), self.device.event()
                self.device.record(start)
                self.device.launch(function, launch.grid, launch.block, launch.shared, module.arguments)
                self.device.record(stop)
                self.device.synchronise()
                times.append(self.device.elapsed(start, stop))
                if found := placed.outside():
                    return Proof(number, f"it writes {found[0]} bytes outside of all memory that was captured")
                runs.append([placed.contents(n, module) for n in placed.numbers(module)])
            return _judged(number, placed, module, runs, median(times))
        finally:
            placed.free()


def _judged(number: int, placed: PlacedLaunch, module: PlacedModule, runs: list[list[Array]], ms: float) -> Proof:
    varies = 0
    for place, at in enumerate(placed.numbers(module)):
        found, wanted = [run[place] for run in runs], placed.after(at, module)
        differing = np.zeros(wanted.size, bool)
        for other in found[1:]:
            differing |= other != found[0]
        varies += int(np.count_nonzero(differing))
        wrong = found[0] != wanted
        if not wrong.any() or _is_chance(found, differing, wrong, wanted):
            continue
        first = int(np.flatnonzero(wrong)[0])
        what = f"{int(np.count_nonzero(wrong))} bytes of {placed.named(at)}, from byte {first}"
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
