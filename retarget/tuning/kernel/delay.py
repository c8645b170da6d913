"""Work that keeps the device busy while the host queues what is timed.

    without    host    [record][launch][record]          with    [delay][record][launch][record]
               device          .......[kernel]                    [delay ..................][kernel]
               timed   |--------------------|                                              |------|

Otherwise the time in which Python calls the driver counts as the kernel's, which is longer than a short kernel.
"""

from __future__ import annotations

from typing import Any

from retarget.targets.device import Device

_WORD = 8  # bytes
_FIRST, _MOST = 2048, 1 << 18  # words that one thread reads
_LEAST_MS, _EACH_MS = 0.1, 0.025  # of a delay, and for each launch behind it: a call takes 0.01 or so


class DeviceDelay:
    """kernel: the entry of a module that adds up words (`device_checksum`), which one thread does here. Raises
    DeviceError from all its methods."""

    def __init__(self, device: Device, kernel: Any) -> None:
        self.device, self.kernel = device, kernel
        self._data, self._sum = device.allocate(_MOST * _WORD), device.allocate(_WORD)
        device.fill(self._data, 0, _MOST * _WORD)
        device.fill(self._sum, 0, _WORD)
        self._each = self._milliseconds() / _FIRST

    def _milliseconds(self) -> float:
        """Of the first number of words, the second time: the first one loads the code."""
        start, stop = self.device.event(), self.device.event()
        for _ in range(2):
            self.device.record(start)
            self._launch(_FIRST)
            self.device.record(stop)
            self.device.synchronise()
        return self.device.elapsed(start, stop)

    def begin(self, launches: int) -> None:
        """Queues a delay for so many launches behind it."""
        wanted = max(_LEAST_MS, _EACH_MS * launches)
        self._launch(int(min(_MOST, max(1.0, wanted / self._each))) if self._each > 0 else _FIRST)

    def _launch(self, words: int) -> None:
        arguments = [n.to_bytes(_WORD, "little") for n in (self._data, words, self._sum)]
        self.device.launch(self.kernel, (1, 1, 1), (1, 1, 1), 0, arguments)
