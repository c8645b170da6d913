"""The AMD GPUs of this machine, asked by way of hip-python, whose calls give a status first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from retarget.toolchain import MissingTool

_REMEDY = "pip install 'retarget[amd]', on a machine with an AMD GPU and ROCm"


@dataclass(frozen=True)
class Device:
    """name: as its maker calls it; architecture: with its features, such as `gfx90a:sramecc+:xnack-`."""

    name: str
    architecture: str


def devices() -> tuple[Device, ...]:
    """Raises MissingTool where hip-python, the runtime or any device is not there; the message says which."""
    try:
        from hip import hip as runtime  # noqa: PLC0415  (an optional package)
    except ImportError:
        raise MissingTool("hip-python, by which AMD GPUs are asked, is not installed", _REMEDY) from None
    hip: Any = runtime
    try:
        status, count = hip.hipGetDeviceCount()
        found = tuple(_device(hip, i) for i in range(count)) if not int(status) else ()
    except (RuntimeError, OSError) as error:  # the runtime is absent, or older than the package
        raise MissingTool(f"no AMD GPU can be asked ({error})", _REMEDY) from None
    if not found:
        raise MissingTool(f"no AMD GPU answers ({getattr(status, 'name', status)})", _REMEDY)
    return found


def _device(hip: Any, number: int) -> Device:
    try:
        status, properties = hip.hipGetDeviceProperties(number)
    except TypeError:  # hip-python before 10 fills what it is given
        properties = hip.hipDeviceProp_t()
        (status,) = hip.hipGetDeviceProperties(properties, number)
    if int(status):
        raise OSError(f"device {number}: {getattr(status, 'name', status)}")
    return Device(_text(properties.name), _text(properties.gcnArchName))


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
