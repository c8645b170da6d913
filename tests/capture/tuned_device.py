"""A GPU in this machine's memory that runs the code objects of tuned_program.cu. What their entries do, it knows by their
names, and what a variant is, by the factors that `with_factors` adds to the code.

    block               several blocks at once: fast; faster where they lie apart
    pack                blocks side by side: one element comes out wrong
    others              as fast as the original
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from retarget.targets.amd.codeobject import kernels
from retarget.targets.device import DeviceError, Extents, Trouble
from tests.fake_device import FakeDevice

WRONG = 7  # the element that comes out wrong
SHARE, STRIDED_SHARE = 0.5, 0.25  # of the original's time
_LOGICAL = 40  # bytes of retarget::Logical
_STRUCT = re.compile(r"struct (twice_factors\w*) : retarget::Granularity \{(.*?)\};", re.DOTALL)
_FACTOR = re.compile(r"\b(block_x|block_strided|pack_x) = ")
_MARK = b"\nfactors "


def with_factors(code: bytes, text: str) -> bytes:
    """A code object, and the factors of its variants as the source that it was made of has them."""
    found = {name: _FACTOR.findall(body) for name, body in _STRUCT.findall(text)}
    return code + _MARK + json.dumps(found).encode()


class TunedDevice(FakeDevice):
    """The kernel is `if (i < n) a[i] = 2 * a[i] + 1`, on floats."""

    added = 1

    def load(self, code: bytes) -> Any:
        known: Mapping[str, Sequence[str]] = json.loads(code.rpartition(_MARK)[2]) if _MARK in code else {}
        names = [k.symbol for k in kernels(code)]
        return {name: next((f for s, f in known.items() if f"{len(s)}{s}E" in name), ()) for name in names}

    def function(self, module: Any, name: str) -> Any:
        if name not in module:
            raise DeviceError(Trouble.OTHER, f"no {name}")
        return name, module[name]

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        name, factors = function
        if name == "twice_fits":
            self.fits(None, arguments)
        elif name == "twice_checksum":
            self.checksum(*(int.from_bytes(a, "little") for a in arguments))
        elif name == "_Z5twicePfi":
            self.twice(grid[0] * block[0], 1.0, *arguments)
        else:
            self.coarsened(factors, grid, *arguments)

    def coarsened(self, factors: Sequence[str], grid: Extents, logical: bytes, a: bytes, n: bytes) -> None:
        assert len(logical) == _LOGICAL
        blocks, _, _, threads, *_ = np.frombuffer(logical, np.uint32).tolist()
        assert grid == (-(-blocks // 2), 1, 1)
        share = STRIDED_SHARE if "block_strided" in factors else SHARE if "block_x" in factors else 1.0
        self.twice(blocks * threads, share, a, n)
        if self.is_wrong(factors):
            self.at(int.from_bytes(a, "little") + 4 * WRONG, 4).view(np.float32)[:] += 1

    def is_wrong(self, factors: Sequence[str]) -> bool:
        return "pack_x" in factors

    def twice(self, threads: int, share: float, a: bytes, n: bytes) -> None:
        count = min(threads, int.from_bytes(n, "little"))
        values = self.at(int.from_bytes(a, "little"), 4 * count).view(np.float32)
        values[:] = 2 * values + self.added
        self.now += share * count / 1000

    def fits(self, module: Any, arguments: Sequence[bytes]) -> None:
        """Writes a retarget::Fitted for each variant that is asked about: half of the blocks, by two in one."""
        grid, block, shared, most, _, made = arguments
        asked = self.memory[int.from_bytes(most, "little")].size // 4
        half = np.array([-(-int.from_bytes(grid[:4], "little") // 2), 1, 1], np.uint32).tobytes()
        row = b"".join((grid, block, half, bytes(4), half, block, shared, (1).to_bytes(4, "little")))
        self.write(int.from_bytes(made, "little"), np.frombuffer(asked * row, np.uint8))


class OtherDevice(TunedDevice):
    """On it, the kernel gives other results than in the program."""

    added = 2


class WrongDevice(TunedDevice):
    """All variants are wrong."""

    def is_wrong(self, factors: Sequence[str]) -> bool:
        return True
