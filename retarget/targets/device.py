"""A GPU as Python sees it: the calls that launching one kernel takes, the same for every vendor, and what goes wrong.

Handles of modules, functions and events are the driver's own and mean nothing here. Addresses are of the device's
memory. All work goes to one stream, in the order of the calls.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from msgspec import Struct

from retarget.errors import Error, MissingTool
from retarget.system import exits

if TYPE_CHECKING:  # each check of an output imports this file, and needs no arrays
    import numpy as np

Extents = tuple[int, int, int]
Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class Identity(Struct, frozen=True):
    """name: as its maker calls it; architecture: with its features, such as `gfx90a:sramecc+:xnack-`, or `sm_90`.
    uuid: which of those alike it is; driver: its version; each empty where it is not known."""

    name: str
    architecture: str
    uuid: str = ""
    driver: str = ""


class MissingDevice(MissingTool):
    """No device answers; what is to be done is no mere installation."""

    advice_is_command = False


class Trouble(StrEnum):
    """What kind of thing went wrong. After KERNEL and LOST nothing more can be done in this process."""

    MEMORY = "memory"  # too little of it
    LAUNCH = "launch"  # refused: the configuration, or the resources that it takes
    KERNEL = "kernel"  # it did what it must not, such as to use an address that is none
    LOST = "lost"  # the device answers no more
    OTHER = "other"


def is_final(trouble: Trouble) -> bool:
    """Whether a device can do nothing more in its process."""
    return trouble in (Trouble.KERNEL, Trouble.LOST)


class DeviceError(Error):
    """A call of the driver's failed; the message says which, how, and what to do."""

    code = exits.UNTUNABLE

    def __init__(self, trouble: Trouble, what: str, advice: str = "") -> None:
        super().__init__(what, advice)
        self.trouble, self.args = trouble, (trouble, what, advice)


# By the number of the status: HIP has CUDA's numbers.
_TROUBLES = {
    **dict.fromkeys((2,), Trouble.MEMORY),
    **dict.fromkeys((1, 9, 98, 701, 720), Trouble.LAUNCH),
    **dict.fromkeys((700, 702, 710, 714, 715, 716, 717, 718, 719), Trouble.KERNEL),
    **dict.fromkeys((4, 46, 100, 101, 214, 220, 226, 709, 721, 999), Trouble.LOST),
}
_REMEDIES = {
    Trouble.MEMORY: "make the case smaller, or end what else uses the device",
    Trouble.LOST: "end what else uses the device, and look whether it still answers",
}
_NO_DEVICE, _OLD = frozenset({100, 101}), frozenset({35, 36, 803, 804})


def failed(call: str, status: Any, what: str = "") -> DeviceError:
    """What a status that is not 0 means. status: an enumerator of the driver's; what: more of the call."""
    trouble = _TROUBLES.get(int(status), Trouble.OTHER)
    named = f"{call} of {what}" if what else call
    return DeviceError(trouble, f"{named} gives {name_of(status)}", _REMEDIES.get(trouble, ""))


def name_of(status: Any) -> str:
    return str(getattr(status, "name", status))


def is_absent(status: Any) -> bool:
    """Whether a status says that there is no device."""
    return int(status) in _NO_DEVICE


def is_old(status: Any) -> bool:
    """Whether a status says that the driver is older than what asks it."""
    return int(status) in _OLD


class Device(Protocol):
    """A GPU that is opened. Every method raises DeviceError. units: multiprocessors."""

    @property
    def found(self) -> Identity: ...
    @property
    def units(self) -> int: ...
    @property
    def memory_rate(self) -> float:
        """GB (1e9 bytes) a second that its memory gives at most; 0 where the driver's figures do not say."""

    def load(self, code: bytes) -> Any:
        """A module of a code object's bytes."""

    def function(self, module: Any, name: str) -> Any:
        """A kernel of a module, by the name that the linker knows."""

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        """The address and the bytes of a module's variable, by the name that the linker knows."""

    def most_threads(self, function: Any) -> int:
        """Of a block that a kernel can be launched with."""

    def allocate(self, size: int) -> int:
        """The address of so many bytes."""

    def free(self, address: int) -> None: ...

    def write(self, address: int, data: Array) -> None:
        """Copies a contiguous array to the device."""

    def read(self, address: int, into: Array) -> None:
        """Copies from the device into a contiguous array, and waits for it."""

    def copy(self, to: int, source: int, size: int) -> None:
        """Copies bytes within the device."""

    def fill(self, address: int, byte: int, size: int) -> None: ...

    def event(self) -> Any: ...

    def record(self, event: Any) -> None: ...

    def elapsed(self, start: Any, stop: Any) -> float:
        """Milliseconds between two events that were recorded and waited for."""

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        """Launches a kernel; shared: dynamic bytes of a block; arguments: each as it lies in memory."""

    def synchronise(self) -> None:
        """Waits for all that was asked for; faults of kernels show here."""


class Packed(Struct, frozen=True):
    """Arguments as drivers take them: the address of an array of their addresses. Lives while the call lasts."""

    values: tuple[ctypes.Array[ctypes.c_char], ...]
    addresses: ctypes.Array[ctypes.c_void_p]


def packed(arguments: Sequence[bytes]) -> Packed:
    values = tuple(ctypes.create_string_buffer(a, len(a)) for a in arguments)
    return Packed(values, (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values)))
