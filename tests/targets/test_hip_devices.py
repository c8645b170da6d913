"""AMD GPUs by way of hip-python: up to the first device that is missing, and what either version of it gives."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from retarget.errors import MissingTool
from retarget.targets.amd.device import HipDevice, devices, opened
from retarget.targets.device import DeviceError, Identity, Trouble

FOUND = SimpleNamespace(name=b"AMD Instinct MI300X", gcnArchName=b"gfx942:sramecc+:xnack-")
MI300X = Identity("AMD Instinct MI300X", "gfx942:sramecc+:xnack-", driver="HIP 70051831")


def installed(monkeypatch: pytest.MonkeyPatch, **calls: Any) -> None:
    """A stand-in for the package, with these calls."""
    package = ModuleType("hip")
    package.hip = SimpleNamespace(**calls)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hip", package)


def test_the_installed_library_names_a_device_or_says_what_is_missing() -> None:
    pytest.importorskip("hip")
    try:
        assert all(d.architecture.startswith("gfx") for d in devices())
    except MissingTool as missing:
        assert "AMD GPU" in str(missing)
        assert "take a machine with an AMD GPU" in missing.advice


def test_calls_of_the_newer_library(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(
        monkeypatch, hipGetDeviceCount=lambda: (0, 2), hipGetDeviceProperties=lambda device: (0, FOUND),
        hipDriverGetVersion=lambda: (0, 70051831),
    )  # fmt: skip
    assert devices() == (MI300X,) * 2


def test_calls_of_the_older_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(properties: SimpleNamespace, device: int) -> tuple[int]:
        vars(properties).update(vars(FOUND))
        return (device,)

    installed(
        monkeypatch, hipGetDeviceCount=lambda: (0, 1), hipGetDeviceProperties=fill, hipDeviceProp_t=SimpleNamespace,
        hipDriverGetVersion=lambda: (0, 70051831),
    )  # fmt: skip
    assert devices() == (MI300X,)


def failing(*_: object) -> tuple[int, int]:
    raise RuntimeError("cannot open libamdhip64.so")


@pytest.mark.parametrize(
    ("count", "what"),
    [(lambda: (100, 0), "no AMD GPU answers"), (lambda: (0, 0), "no AMD GPU answers"), (failing, "libamdhip64.so")],
)
def test_a_missing_device_or_runtime_is_named(count: Any, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, hipGetDeviceCount=count)
    with pytest.raises(MissingTool, match=what):
        devices()


def test_a_device_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, hipGetDeviceCount=lambda: (0, 1), hipGetDeviceProperties=lambda device: (101, None))
    with pytest.raises(MissingTool, match="device 0: 101"):
        devices()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hip", None)
    with pytest.raises(MissingTool, match="hip-python, which queries AMD GPUs, is not installed"):
        devices()


AMD = Identity("an AMD GPU", "gfx90a")
CALLS: dict[str, Callable[[HipDevice], Any]] = {
    "hipModuleLoadData": lambda d: d.load(b"no code object"),
    "hipModuleGetFunction": lambda d: d.function(None, "k"),
    "hipFuncGetAttribute": lambda d: d.most_threads(None),
    "hipMalloc": lambda d: d.allocate(64),
    "hipFree": lambda d: d.free(4096),
    "hipMemcpy to the device": lambda d: d.write(4096, np.zeros(4)),
    "hipMemcpy from the device": lambda d: d.read(4096, np.zeros(4)),
    "hipMemcpyAsync": lambda d: d.copy(4096, 8192, 64),
    "hipMemsetAsync": lambda d: d.fill(4096, 255, 64),
    "hipEventCreate": lambda d: d.event(),
    "hipEventRecord": lambda d: d.record(None),
    "hipEventElapsedTime": lambda d: d.elapsed(None, None),
    "hipModuleLaunchKernel": lambda d: d.launch(None, (2, 1, 1), (64, 1, 1), 0, [bytes(8), bytes(4)]),
    "hipDeviceSynchronize": lambda d: d.synchronise(),
}


@pytest.mark.parametrize("call", CALLS)
def test_every_call_of_the_installed_library_is_taken_up_to_the_missing_device(call: str) -> None:
    hip = pytest.importorskip("hip").hip
    try:
        devices()
    except MissingTool as missing:
        if "cannot" in str(missing):
            pytest.skip(str(missing))
    else:
        pytest.skip("an AMD GPU is here")
    with pytest.raises(DeviceError, match=rf"{call}.* gives hipError(NoDevice|InvalidDevice)") as error:
        CALLS[call](HipDevice(hip, AMD, 1))
    assert error.value.trouble is Trouble.LOST


def test_no_device_is_opened_where_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, hipGetDeviceCount=lambda: (100, 0))
    with pytest.raises(MissingTool, match="no AMD GPU answers"):
        opened()


def test_a_runtime_that_is_older_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, hipGetDeviceCount=lambda: (35, 0))
    with pytest.raises(MissingTool, match="older than hip-python"):
        devices()
