"""NVIDIA GPUs by way of cuda-bindings: the driver's calls, which give a status first."""

from __future__ import annotations

import os
from collections.abc import Sequence
from ctypes import addressof
from typing import Any
from uuid import UUID

from retarget.errors import MissingTool
from retarget.targets.device import (
    Array,
    DeviceError,
    Extents,
    Identity,
    MissingDevice,
    Trouble,
    failed,
    is_absent,
    is_old,
    name_of,
    packed,
)
from retarget.targets.nvidia.nvidia_smi import DRIVER, ELSEWHERE

_REMEDY = "pip install 'cuda-bindings>=12.6,<14' 'numpy>=1.26,<3', on a machine with an NVIDIA GPU"
_HIDDEN = f"unset CUDA_VISIBLE_DEVICES, which shows programs none, or {ELSEWHERE}"
_OLDER = f"take a newer driver ({DRIVER}), or cuda-bindings that are as old (pip install 'cuda-bindings<13')"
_PLAIN = 48 << 10  # bytes of dynamic shared memory that need no opting in
_NO_CODE = frozenset({200, 209, 218, 222, 223, 225})  # of a module that the driver cannot read


def devices() -> tuple[Identity, ...]:
    """The NVIDIA GPUs of this machine. Raises MissingTool where cuda-bindings, the driver or any device is not there;
    the message says which."""
    cuda = library()
    try:
        _begun(cuda)
        (count,) = _checked(cuda.cuDeviceGetCount(), "cuDeviceGetCount")
        found = tuple(_identity(cuda, i) for i in range(count))
    except RuntimeError as error:  # a call that the driver does not have; or there is none
        raise MissingDevice(f"retarget cannot query NVIDIA GPUs ({_first_line(error)})", ELSEWHERE) from None
    if not found:
        raise MissingDevice("no NVIDIA GPU answers", _absent())
    return found


def opened(number: int = 0) -> CudaDevice:
    """Opens one of the devices, in its primary context. Raises MissingTool, DeviceError."""
    found = devices()[number]
    cuda = library()
    (device,) = _checked(cuda.cuDeviceGet(number), "cuDeviceGet")
    (context,) = _checked(cuda.cuDevicePrimaryCtxRetain(device), "cuDevicePrimaryCtxRetain")
    _checked(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    units = _attribute(cuda, device, "MULTIPROCESSOR_COUNT")
    try:
        kilohertz, bits = (_attribute(cuda, device, a) for a in ("MEMORY_CLOCK_RATE", "GLOBAL_MEMORY_BUS_WIDTH"))
        rate = memory_rate(kilohertz, bits)
    except DeviceError:  # a share of a GPU may not tell
        rate = 0.0
    return CudaDevice(cuda, found, units, rate)


def memory_rate(kilohertz: int, bits: int) -> float:
    """GB a second at the memory's clock, by a bus so wide: two transfers a cycle, as NVIDIA's guides reckon.

    >>> round(memory_rate(2_619_000, 5120))  # H100
    3352
    """
    return 2 * kilohertz * bits / 8 / 1e6


class CudaDevice:
    """A Device of NVIDIA's."""

    def __init__(self, cuda: Any, found: Identity, units: int, rate: float) -> None:
        self._cuda, self.found, self.units, self.memory_rate = cuda, found, units, rate

    def load(self, code: bytes) -> Any:
        status, module = self._cuda.cuModuleLoadData(code)
        if int(status) in _NO_CODE:
            what = f"the driver, which knows {_newest(self._cuda)}, refuses the compiler's code"
            raise DeviceError(Trouble.OTHER, f"{what} ({name_of(status)})", "take a driver as new as the toolkit")
        _checked((status,), "cuModuleLoadData")
        return module

    def function(self, module: Any, name: str) -> Any:
        (function,) = _checked(self._cuda.cuModuleGetFunction(module, name.encode()), "cuModuleGetFunction", name)
        return function

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        address, size = _checked(self._cuda.cuModuleGetGlobal(module, name.encode()), "cuModuleGetGlobal", name)
        return int(address), int(size)

    def most_threads(self, function: Any) -> int:
        kind = self._cuda.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
        (most,) = _checked(self._cuda.cuFuncGetAttribute(kind, function), "cuFuncGetAttribute")
        return int(most)

    def allocate(self, size: int) -> int:
        (pointer,) = _checked(self._cuda.cuMemAlloc(size), "cuMemAlloc", f"{size} bytes")
        return int(pointer)

    def free(self, address: int) -> None:
        _checked(self._cuda.cuMemFree(address), "cuMemFree")

    def write(self, address: int, data: Array) -> None:
        _checked(self._cuda.cuMemcpyHtoD(address, data.ctypes.data, data.nbytes), "cuMemcpyHtoD")

    def read(self, address: int, into: Array) -> None:
        _checked(self._cuda.cuMemcpyDtoH(into.ctypes.data, address, into.nbytes), "cuMemcpyDtoH")

    def copy(self, to: int, source: int, size: int) -> None:
        _checked(self._cuda.cuMemcpyDtoDAsync(to, source, size, 0), "cuMemcpyDtoDAsync")

    def fill(self, address: int, byte: int, size: int) -> None:
        _checked(self._cuda.cuMemsetD8Async(address, byte, size, 0), "cuMemsetD8Async")

    def event(self) -> Any:
        (event,) = _checked(self._cuda.cuEventCreate(0), "cuEventCreate")
        return event

    def record(self, event: Any) -> None:
        _checked(self._cuda.cuEventRecord(event, 0), "cuEventRecord")

    def elapsed(self, start: Any, stop: Any) -> float:
        (ms,) = _checked(self._cuda.cuEventElapsedTime(start, stop), "cuEventElapsedTime")
        return float(ms)

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        if shared > _PLAIN:
            kind = self._cuda.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            _checked(self._cuda.cuFuncSetAttribute(function, kind, shared), "cuFuncSetAttribute", f"{shared} bytes")
        given = packed(arguments)
        done = self._cuda.cuLaunchKernel(function, *grid, *block, shared, 0, addressof(given.addresses), 0)
        _checked(done, "cuLaunchKernel", f"{grid} blocks of {block} threads")

    def synchronise(self) -> None:
        _checked(self._cuda.cuCtxSynchronize(), "cuCtxSynchronize")


def library() -> Any:
    """cuda-bindings. Raises MissingTool where it is not installed."""
    try:
        from cuda.bindings import driver  # noqa: PLC0415  (an optional package)
    except ImportError:
        raise MissingTool("cuda-bindings, which queries NVIDIA GPUs, is not installed", _REMEDY) from None
    return driver


def _begun(cuda: Any) -> None:
    """Raises MissingTool where there is nothing to begin with."""
    (status,) = cuda.cuInit(0)
    if is_absent(status) or is_old(status):
        why = "the driver is older than cuda-bindings" if is_old(status) else "there is none"
        remedy = _OLDER if is_old(status) else _absent()
        raise MissingDevice(f"no NVIDIA GPU answers ({name_of(status)}: {why})", remedy)
    _checked((status,), "cuInit")


def _absent() -> str:
    return _HIDDEN if "CUDA_VISIBLE_DEVICES" in os.environ else ELSEWHERE


def _checked(told: Any, call: str, what: str = "") -> tuple[Any, ...]:
    """What a call gives behind its status."""
    status, *values = told
    if int(status):
        raise failed(call, status, what)
    return tuple(values)


def _identity(cuda: Any, number: int) -> Identity:
    (device,) = _checked(cuda.cuDeviceGet(number), "cuDeviceGet")
    (name,) = _checked(cuda.cuDeviceGetName(128, device), "cuDeviceGetName")
    version = "".join(str(_attribute(cuda, device, f"COMPUTE_CAPABILITY_{part}")) for part in ("MAJOR", "MINOR"))
    (uuid,) = _checked(cuda.cuDeviceGetUuid(device), "cuDeviceGetUuid")
    known = f"GPU-{UUID(bytes=bytes(uuid.bytes))}"
    return Identity(name.partition(b"\0")[0].decode(errors="replace"), f"sm_{version}", known, _newest(cuda))


def _newest(cuda: Any) -> str:
    """The newest CUDA that the driver knows."""
    (version,) = _checked(cuda.cuDriverGetVersion(), "cuDriverGetVersion")
    return f"CUDA {version // 1000}.{version % 1000 // 10}"


def _attribute(cuda: Any, device: Any, name: str) -> int:
    kind = getattr(cuda.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
    (value,) = _checked(cuda.cuDeviceGetAttribute(kind, device), f"cuDeviceGetAttribute {name}")
    return int(value)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
