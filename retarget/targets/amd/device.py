"""AMD GPUs by way of hip-python, whose calls give a status first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from retarget.errors import MissingTool
from retarget.targets.device import (
    Array,
    DeviceError,
    Extents,
    Identity,
    MissingDevice,
    failed,
    is_old,
    name_of,
    packed,
)

_ELSEWHERE = "take a machine with an AMD GPU; if this is one, ROCm or its driver is missing or does not show it"
_REMEDY = "pip install 'hip-python>=7,<11' 'numpy>=1.26,<3', on a machine with an AMD GPU and ROCm"


def devices() -> tuple[Identity, ...]:
    """The AMD GPUs of this machine. Raises MissingTool where hip-python, the runtime or any device is not there; the
    message says which."""
    hip = library()
    try:
        status, count = hip.hipGetDeviceCount()
        found = tuple(_identity(hip, i) for i in range(count)) if not int(status) else ()
    except (RuntimeError, OSError) as error:  # the runtime is absent, or older than the package
        raise MissingDevice(f"retarget cannot query AMD GPUs ({error})", _ELSEWHERE) from None
    if not found:
        older = ", which is older than hip-python" if is_old(status) else ""
        raise MissingDevice(f"no AMD GPU answers ({name_of(status)}{older})", _ELSEWHERE)
    return found


def opened(number: int = 0) -> HipDevice:
    """Opens one of the devices. Raises MissingTool, DeviceError."""
    found = devices()[number]
    hip = library()
    _checked(hip.hipSetDevice(number), "hipSetDevice")
    kind = hip.hipDeviceAttribute_t.hipDeviceAttributeMultiprocessorCount
    (units,) = _checked(hip.hipDeviceGetAttribute(kind, number), "hipDeviceGetAttribute")
    return HipDevice(hip, found, int(units))


class HipDevice:
    """A Device of AMD's."""

    memory_rate = 0.0  # how many transfers a cycle of its memory has is not told, and differs between models

    def __init__(self, hip: Any, found: Identity, units: int) -> None:
        self._hip, self.found, self.units = hip, found, units

    def load(self, code: bytes) -> Any:
        try:
            (module,) = _checked(self._hip.hipModuleLoadData(code), "hipModuleLoadData")
        except DeviceError as error:
            raise DeviceError(error.trouble, f"{error}", f"the code is not for {self.found.architecture}") from None
        return module

    def function(self, module: Any, name: str) -> Any:
        (function,) = _checked(self._hip.hipModuleGetFunction(module, name.encode()), "hipModuleGetFunction", name)
        return function

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        address, size = _checked(self._hip.hipModuleGetGlobal(module, name.encode()), "hipModuleGetGlobal", name)
        return int(address), int(size)

    def most_threads(self, function: Any) -> int:
        kind = self._hip.hipFunction_attribute.HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
        (most,) = _checked(self._hip.hipFuncGetAttribute(kind, function), "hipFuncGetAttribute")
        return int(most)

    def allocate(self, size: int) -> int:
        (pointer,) = _checked(self._hip.hipMalloc(size), "hipMalloc", f"{size} bytes")
        return int(pointer)

    def free(self, address: int) -> None:
        _checked(self._hip.hipFree(address), "hipFree")

    def write(self, address: int, data: Array) -> None:
        kind = self._hip.hipMemcpyKind.hipMemcpyHostToDevice
        _checked(self._hip.hipMemcpy(address, data.ctypes.data, data.nbytes, kind), "hipMemcpy to the device")

    def read(self, address: int, into: Array) -> None:
        kind = self._hip.hipMemcpyKind.hipMemcpyDeviceToHost
        _checked(self._hip.hipMemcpy(into.ctypes.data, address, into.nbytes, kind), "hipMemcpy from the device")

    def copy(self, to: int, source: int, size: int) -> None:
        kind = self._hip.hipMemcpyKind.hipMemcpyDeviceToDevice
        _checked(self._hip.hipMemcpyAsync(to, source, size, kind, None), "hipMemcpyAsync within the device")

    def fill(self, address: int, byte: int, size: int) -> None:
        _checked(self._hip.hipMemsetAsync(address, byte, size, None), "hipMemsetAsync")

    def event(self) -> Any:
        (event,) = _checked(self._hip.hipEventCreate(), "hipEventCreate")
        return event

    def record(self, event: Any) -> None:
        _checked(self._hip.hipEventRecord(event, None), "hipEventRecord")

    def elapsed(self, start: Any, stop: Any) -> float:
        (ms,) = _checked(self._hip.hipEventElapsedTime(start, stop), "hipEventElapsedTime")
        return float(ms)

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        given = packed(arguments)
        done = self._hip.hipModuleLaunchKernel(function, *grid, *block, shared, None, given.addresses, None)
        _checked(done, "hipModuleLaunchKernel", f"{grid} blocks of {block} threads")

    def synchronise(self) -> None:
        _checked(self._hip.hipDeviceSynchronize(), "hipDeviceSynchronize")


def library() -> Any:
    """hip-python. Raises MissingTool where it is not installed."""
    try:
        from hip import hip  # noqa: PLC0415  (an optional package)
    except ImportError:
        raise MissingTool("hip-python, which queries AMD GPUs, is not installed", _REMEDY) from None
    return hip


def _checked(told: Any, call: str, what: str = "") -> tuple[Any, ...]:
    """What a call gives behind its status."""
    status, *values = told if isinstance(told, tuple) else (told,)
    if int(status):
        raise failed(call, status, what)
    return tuple(values)


def _identity(hip: Any, number: int) -> Identity:
    try:
        status, properties = hip.hipGetDeviceProperties(number)
    except TypeError:  # hip-python before 10 fills what it is given
        properties = hip.hipDeviceProp_t()
        (status,) = hip.hipGetDeviceProperties(properties, number)
    if int(status):
        raise OSError(f"device {number}: {name_of(status)}")
    (driver,) = _checked(hip.hipDriverGetVersion(), "hipDriverGetVersion")
    return Identity(_text(properties.name), _text(properties.gcnArchName), driver=f"HIP {driver}")


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
