"""NVIDIA GPUs by way of cuda-bindings: up to the first device that is missing, and what the driver's statuses become.

The calls themselves are made in test_kernel_mode_gpu.py, where a GPU is.
"""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from retarget.devices.cuda import CudaDevice, devices, opened
from retarget.devices.device import DeviceError, Found, Trouble
from retarget.toolchain import MissingTool

H200 = Found("NVIDIA H200", "sm_90")


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
        assert "no NVIDIA GPU" in str(missing) and "nvidia-driver" in missing.remedy


@pytest.mark.parametrize(
    ("begun", "what"),
    [(100, "no NVIDIA GPU answers .100: there is none"), (803, "no NVIDIA GPU answers .803: the driver is older")],
)
def test_a_missing_device_or_an_old_driver_is_named(begun: int, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, cuInit=lambda flags: (begun,))
    for ask in (devices, opened):
        with pytest.raises(MissingTool, match=what):
            ask()


def test_a_driver_without_a_call_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(flags: int) -> tuple[int]:
        raise RuntimeError('Function "cuInit" not found')

    installed(monkeypatch, cuInit=absent)
    with pytest.raises(MissingTool, match='Function "cuInit" not found'):
        devices()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(MissingTool, match="cuda-bindings, by which NVIDIA GPUs are asked, is not installed"):
        devices()


def test_code_that_the_driver_is_too_old_for_is_told() -> None:
    driver = SimpleNamespace(cuModuleLoadData=lambda code: (222, None), cuDriverGetVersion=lambda: (0, 12040))
    with pytest.raises(DeviceError, match=r"which knows CUDA 12.4, refuses nvcc's code \(222\): take a driver as new"):
        CudaDevice(driver, H200, 132).load(b"")


@pytest.mark.parametrize(
    ("status", "trouble", "remedy"),
    [(2, Trouble.MEMORY, "make the case smaller"), (46, Trouble.LOST, "end what else uses the device"),
     (700, Trouble.KERNEL, "gives 700"), (214, Trouble.LOST, "still answers")],
)  # fmt: skip
def test_statuses_become_errors_with_what_to_do(status: int, trouble: Trouble, remedy: str) -> None:
    device = CudaDevice(SimpleNamespace(cuMemAlloc=lambda size: (status, None)), H200, 132)
    with pytest.raises(DeviceError, match=remedy) as error:
        device.allocate(64)
    assert error.value.trouble is trouble and "cuMemAlloc of 64 bytes gives" in str(error.value)
