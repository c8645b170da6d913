"""A device in this machine's memory: kernels are functions of Python's, chosen by what their entries are called."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from retarget.targets.device import Array, DeviceError, Extents, Identity, Trouble
from retarget.tuning.kernel.compiled import InstanceEntries, Module

N = 1000  # elements of an array
MS = {"original": 1.0, "slow": 2.0, "fast": 0.25, "faster": 0.2, "rounded": 0.22}  # others take as long as the original
SMALL_MS = 0.01  # of a launch of one block, by anyone but the original


def module(numbered: Sequence[tuple[int, str]]) -> Module:
    """A module of variants by what they do: `fits` tells that those called `unfit` fit no launch."""
    entries = {number: f"{what} {number}" for number, what in numbered}
    own = InstanceEntries((), "original", entries)
    return Module(json.dumps([*entries.values()]).encode(), "fits", "checksum", tuple(entries), (own,))


class FakeDevice:
    """The kernel is `out[i] = 2 * a[i]; sum[0] += i`, on doubles and an int."""

    found = Identity("a fake", "fake_1")
    units = 4
    memory_rate = 100.0

    def __init__(self) -> None:
        self.memory: dict[int, Array] = {}
        self.next = 4096
        self.now = 0.0
        self.broken = False

    def load(self, code: bytes) -> Any:
        return json.loads(code)

    def function(self, module: Any, name: str) -> Any:
        if name not in (*module, "original", "fits", "checksum"):
            raise DeviceError(Trouble.OTHER, f"no {name}")
        return (name, module)

    def most_threads(self, function: Any) -> int:
        return 1024

    def allocate(self, size: int) -> int:
        address, self.next = self.next, self.next + size + 4096
        self.memory[address] = np.zeros(size, np.uint8)
        return address

    def free(self, address: int) -> None:
        del self.memory[address]

    def at(self, address: int, size: int) -> Array:
        """Bytes of an allocation; an address of none is a fault, as on a device."""
        if self.broken:
            raise DeviceError(Trouble.KERNEL, "an earlier launch used an address that is none")
        for base, held in self.memory.items():
            if base <= address and address + size <= base + held.size:
                return held[address - base : address - base + size]
        self.broken = True
        raise DeviceError(Trouble.KERNEL, "an address that is none")

    def write(self, address: int, data: Array) -> None:
        self.at(address, data.nbytes)[:] = np.asarray(data).view(np.uint8)

    def read(self, address: int, into: Array) -> None:
        into.reshape(-1).view(np.uint8)[:] = self.at(address, into.nbytes)

    def copy(self, to: int, source: int, size: int) -> None:
        self.at(to, size)[:] = self.at(source, size)

    def fill(self, address: int, byte: int, size: int) -> None:
        self.at(address, size)[:] = byte

    def event(self) -> Any:
        return [0.0]

    def record(self, event: Any) -> None:
        event[0] = self.now

    def elapsed(self, start: Any, stop: Any) -> float:
        return float(stop[0] - start[0])

    def synchronise(self) -> None:
        if self.broken:
            raise DeviceError(Trouble.KERNEL, "an earlier launch used an address that is none")

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        name, module = function
        if name == "fits":
            return self.fits(module, arguments)
        if name == "checksum":
            return self.checksum(*(int.from_bytes(a, "little") for a in arguments))
        what = name.partition(" ")[0]
        small = int(np.prod(grid)) == 1
        self.now += MS.get(what, 1.0) * (SMALL_MS if small and what == "original" else 1.0)
        own = arguments if what == "original" else arguments[1:]
        return self.run(what, *own)

    def checksum(self, data: int, words: int, into: int) -> None:
        found = self.at(data, 8 * words).tobytes()
        self.write(into, np.array([int.from_bytes(blake2b(found, digest_size=8).digest(), "little")], np.uint64))

    def fits(self, module: Any, arguments: Sequence[bytes]) -> None:
        grid, block, shared = arguments[0], arguments[1], arguments[2]
        rows = [
            (grid + block + grid + bytes(4), grid, block, shared, (0 if e.startswith("unfit") else 1).to_bytes(4, "little"))
            for e in module
        ]
        made = int.from_bytes(arguments[5], "little")
        self.write(made, np.frombuffer(b"".join(b"".join(r) for r in rows), np.uint8))

    def run(self, what: str, out: bytes, a: bytes, total: bytes, n: bytes) -> None:
        count = int.from_bytes(n, "little")
        to, source, sums = (int.from_bytes(v, "little") for v in (out, a, total))
        made = 2 * self.at(source, 8 * count).view(np.float64)
        if what == "crash":
            self.at(12, 1)
        if what == "exit":
            os._exit(3)
        if what == "abort":
            os.abort()
        if what == "hang":
            time.sleep(600)
        if what == "refused":
            raise DeviceError(Trouble.LAUNCH, "too many resources")
        if what == "lost":
            raise DeviceError(Trouble.LOST, "the device answers no more")
        if what == "rounded":
            made = made * (1 + 1e-14)
        if what == "wrong":
            made[7] += 1
        if what == "nan":
            made[7] = np.nan
        if what == "beyond":
            self.at(to + 8 * count, 8).view(np.float64)[:] = 1.0
        if what == "before":
            self.at(to - 8, 8).view(np.float64)[:] = 1.0
        if what == "input":
            self.at(source, 8).view(np.float64)[:] = 5.0
        self.at(sums, 4).view(np.int32)[0] += np.int32(count + (what == "miscounted"))
        self.at(to, 8 * count).view(np.float64)[: count - (what == "untouched")] = made[: count - (what == "untouched")]


def opened() -> FakeDevice:
    return FakeDevice()


class VaryingDevice(FakeDevice):
    """Its launches give another sum each time."""

    def run(self, what: str, out: bytes, a: bytes, total: bytes, n: bytes) -> None:
        super().run(what, out, a, total, n)
        self.at(int.from_bytes(total, "little"), 4).view(np.int32)[0] += np.int32(time.perf_counter_ns() % 100000)


def opened_varying() -> VaryingDevice:
    return VaryingDevice()


class LateDevice(FakeDevice):
    """Its launches take microseconds, and each call takes the host longer than that."""

    CALL, WORD = 0.02, 1e-4  # milliseconds

    def __init__(self) -> None:
        super().__init__()
        self.host = 0.0

    def record(self, event: Any) -> None:
        self._called()
        super().record(event)

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        self._called()
        begun = self.now
        super().launch(function, grid, block, shared, arguments)
        is_sum = function[0] == "checksum"
        self.now = begun + (self.WORD * int.from_bytes(arguments[1], "little") if is_sum else (self.now - begun) / 100)

    def synchronise(self) -> None:
        super().synchronise()
        self.host = max(self.host, self.now)

    def _called(self) -> None:
        """The device does what is asked for when it has done the rest."""
        self.host += self.CALL
        self.now = max(self.now, self.host)


def late() -> LateDevice:
    return LateDevice()


def full() -> FakeDevice:
    raise DeviceError(Trouble.MEMORY, "cuMemAlloc gives CUDA_ERROR_OUT_OF_MEMORY", "make the case smaller")
