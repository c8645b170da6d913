"""A device in memory that knows the launches of program.cpp."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from retarget.targets.device import DeviceError, Extents, Trouble
from tests.fake_device import FakeDevice


def opened() -> SmallDevice:
    return SmallDevice()


class SmallDevice(FakeDevice):
    def __init__(self) -> None:
        super().__init__()
        self.counter = self.allocate(8)

    def load(self, code: bytes) -> Any:
        assert code == b"code"
        return code

    def function(self, module: Any, name: str) -> Any:
        return name

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        if name != "counter":
            raise DeviceError(Trouble.OTHER, f"no {name}")
        return self.counter, 8

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        self.now += 1.0
        os.write(1, b"as kernels print")
        first, *more = (int.from_bytes(a, "little") for a in arguments)
        if function == "twice":
            source, n = more
            self.words(first, n)[:] += 2 * self.words(source, n)
        if function == "fill":
            value = {1: 7, 9: 5}.get(grid[0], 0)
            self.words(first, (more[0] - first) // 8)[:] = value
        if function == "list":
            while first:
                value, following = self.words(first, 2)
                self.words(first, 1)[0] = value + 1
                self.words(self.counter, 1)[0] += 1
                first = int(following)
        if function == "chance":
            self.words(first + 40, 1)[0] = int.from_bytes(os.urandom(7), "little")
        if function == "beyond":
            self.words(first, 1)[0] = 1
            self.words(first - 16, 1)[0] = 1
        if function == "crash":
            os.abort()

    def words(self, address: int, count: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        return self.at(address, 8 * count).view(np.int64)
