"""AMD GPUs by way of hip-python: up to the first device that is missing, and what either version of it gives."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from retarget.devices.device import Found as Device
from retarget.devices.hip import devices
from retarget.toolchain import MissingTool

FOUND = SimpleNamespace(name=b"AMD Instinct MI300X", gcnArchName=b"gfx942:sramecc+:xnack-")


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
        assert "no AMD GPU" in str(missing)
        assert "pip install 'retarget[amd]'" in missing.remedy


def test_calls_of_the_newer_library(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, hipGetDeviceCount=lambda: (0, 2), hipGetDeviceProperties=lambda device: (0, FOUND))
    assert devices() == (Device("AMD Instinct MI300X", "gfx942:sramecc+:xnack-"),) * 2


def test_calls_of_the_older_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(properties: SimpleNamespace, device: int) -> tuple[int]:
        vars(properties).update(vars(FOUND))
        return (device,)

    installed(
        monkeypatch, hipGetDeviceCount=lambda: (0, 1), hipGetDeviceProperties=fill, hipDeviceProp_t=SimpleNamespace
    )
    assert devices() == (Device("AMD Instinct MI300X", "gfx942:sramecc+:xnack-"),)


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
    with pytest.raises(MissingTool, match="hip-python, by which AMD GPUs are asked, is not installed"):
        devices()
