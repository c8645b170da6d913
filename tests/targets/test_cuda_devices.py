"""NVIDIA GPUs by way of cuda-bindings: up to the first device that is missing, and what the driver's statuses become.

The calls themselves are made in test_kernel_mode_gpu.py, where a GPU is.
"""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from retarget.errors import MissingTool
from retarget.targets.device import DeviceError, Identity, Trouble
from retarget.targets.nvidia.device import CudaDevice, devices, opened

H200 = Identity("NVIDIA H200", "sm_90")


def installed(monkeypatch: pytest.MonkeyPatch, **calls: Any) -> None:
    """A stand-in for the package, with these calls."""
    package = ModuleType("cuda.bindings")
    package.driver = SimpleNamespace(**calls)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cuda.bindings", package)


def test_the_installed_library_names_a_device_or_says_what_is_missing() -> None:
    pytest.importorskip("cuda.bindings.driver")
    try:
        assert all(d.architecture.startswith("sm_") for d in devices())
    except MissingTool as missing:
        assert "NVIDIA GPU" in str(missing) and "nvidia-driver" in missing.advice
        assert "install it with" not in str(missing), "a GPU is not installed by a command"


@pytest.mark.parametrize(
    ("begun", "what"),
    [(100, "no NVIDIA GPU answers .100: there is none"), (803, "no NVIDIA GPU answers .803: the driver is older")],
)
def test_a_missing_device_or_an_old_driver_is_named(begun: int, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, cuInit=lambda flags: (begun,))
    for ask in (devices, opened):
        with pytest.raises(MissingTool, match=what):
            ask()


def test_an_old_driver_and_hidden_devices_have_remedies_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, cuInit=lambda flags: (803,))
    with pytest.raises(MissingTool, match=r"take a newer driver .*nvidia-driver-580.* or cuda-bindings that are as old"):
        devices()
    installed(monkeypatch, cuInit=lambda flags: (100,))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    with pytest.raises(MissingTool, match="unset CUDA_VISIBLE_DEVICES"):
        devices()


def test_a_device_is_told_with_what_it_is_and_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    uuid = bytes.fromhex("720f01076b30def353a19d5d87684c18")
    installed(
        monkeypatch, cuInit=lambda flags: (0,), cuDeviceGetCount=lambda: (0, 1), cuDeviceGet=lambda number: (0, number),
        cuDeviceGetName=lambda size, device: (0, b"NVIDIA H200\0\0"), cuDriverGetVersion=lambda: (0, 13000),
        cuDeviceGetUuid=lambda device: (0, SimpleNamespace(bytes=uuid)),
        cuDeviceGetAttribute=lambda kind, device: (0, kind),
        CUdevice_attribute=SimpleNamespace(
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR=9, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR=0
        ),
    )  # fmt: skip
    known = Identity("NVIDIA H200", "sm_90", "GPU-720f0107-6b30-def3-53a1-9d5d87684c18", "CUDA 13.0")
    assert devices() == (known,)


def test_a_driver_without_a_call_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(flags: int) -> tuple[int]:
        raise RuntimeError('Function "cuInit" not found')

    installed(monkeypatch, cuInit=absent)
    with pytest.raises(MissingTool, match='Function "cuInit" not found'):
        devices()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(MissingTool, match="cuda-bindings, which queries NVIDIA GPUs, is not installed"):
        devices()


def test_code_that_the_driver_is_too_old_for_is_told() -> None:
    driver = SimpleNamespace(cuModuleLoadData=lambda code: (222, None), cuDriverGetVersion=lambda: (0, 12040))
    with pytest.raises(DeviceError, match=r"which knows CUDA 12.4, refuses the compiler's code \(222\): take a driver as new"):
        CudaDevice(driver, H200, 132, 4.8e12).load(b"")


@pytest.mark.parametrize(
    ("status", "trouble", "remedy"),
    [(2, Trouble.MEMORY, "make the case smaller"), (46, Trouble.LOST, "end what else uses the device"),
     (700, Trouble.KERNEL, "gives 700"), (214, Trouble.LOST, "still answers")],
)  # fmt: skip
def test_statuses_become_errors_with_what_to_do(status: int, trouble: Trouble, remedy: str) -> None:
    device = CudaDevice(SimpleNamespace(cuMemAlloc=lambda size: (status, None)), H200, 132, 4.8e12)
    with pytest.raises(DeviceError, match=remedy) as error:
        device.allocate(64)
    assert error.value.trouble is trouble and "cuMemAlloc of 64 bytes gives" in str(error.value)
