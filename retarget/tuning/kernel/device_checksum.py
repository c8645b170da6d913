"""A checksum of memory that is made on the device: to read the memory takes far longer."""

from __future__ import annotations

from typing import Any

import numpy as np

from retarget.targets.device import Device

_THREADS, _MOST_BLOCKS = 256, 1024  # of a launch that adds up memory
_WORD = 8  # bytes


class DeviceChecksum:
    """kernel: the entry of a module that adds up words (`retarget.schedule.form.coarsened_launches.entries`). Raises
    DeviceError from all its methods."""

    def __init__(self, device: Device, kernel: Any) -> None:
        self.device, self.kernel = device, kernel
        self.sum = device.allocate(_WORD)

    def of(self, address: int, size: int) -> bytes:
        """Of so many bytes; waits for them."""
        before = min(-address % _WORD, size)  # bytes in front of the first aligned word
        words, rest = divmod(size - before, _WORD)
        first = address + before
        left, made = np.empty(before + rest, np.uint8), np.zeros(1, np.uint64)
        if before:
            self.device.read(address, left[:before])
        if rest:
            self.device.read(first + _WORD * words, left[before:])
        if words:
            self.device.fill(self.sum, 0, _WORD)
            arguments = [n.to_bytes(_WORD, "little") for n in (first, words, self.sum)]
            blocks = min(_MOST_BLOCKS, -(-words // _THREADS))
            self.device.launch(self.kernel, (blocks, 1, 1), (_THREADS, 1, 1), 0, arguments)
            self.device.read(self.sum, made)
        return made.tobytes() + left.tobytes()
