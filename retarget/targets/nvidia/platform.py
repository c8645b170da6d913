"""The NVIDIA GPU at hand: which one programs take, and what speaks against times measured there."""

from __future__ import annotations

import os
from collections.abc import Iterator

from msgspec.structs import replace

from retarget.errors import MissingTool
from retarget.targets.device import Identity, MissingDevice
from retarget.targets.limits import Limits
from retarget.targets.nvidia import device, nvidia_smi
from retarget.targets.nvidia.compiler import CudaCompiler, find_cuda_compiler
from retarget.targets.platform import Platform

_MOST_NAMED = 5  # processes


def platform(links: bool) -> Platform:
    """The device at hand. links: whether programs are built, or kernels alone. Raises MissingTool with the command that
    installs what is missing, DeviceError."""
    found = _first()
    compiler = find_cuda_compiler(links)
    return Platform(
        "nvidia", found.name, compiler.label, Limits(48 << 10, 32), found.architecture, found.driver, found.uuid,
        tuple(_concerns(found, compiler)),
    )  # fmt: skip


def _first() -> Identity:
    if not nvidia_smi.is_installed():
        try:
            return device.devices()[0]
        except MissingDevice:  # the driver's own words, as of CUDA_VISIBLE_DEVICES
            raise
        except MissingTool:
            what = "no NVIDIA GPU answers: nvidia-smi, which comes with the driver, is not installed"
            raise MissingDevice(what, nvidia_smi.ELSEWHERE) from None
    listed = nvidia_smi.gpus()
    if found := nvidia_smi.first(listed, os.environ):
        return found
    try:
        found = device.devices()[0]
    except MissingTool as error:
        names = ", ".join(dict.fromkeys(g.found.name for g in listed))
        what = f"which of this machine's GPUs ({names}) programs take is CUDA's own choice, and cannot be asked"
        remedy = "export CUDA_DEVICE_ORDER=PCI_BUS_ID, or name one by its UUID in CUDA_VISIBLE_DEVICES"
        raise MissingDevice(f"{what} ({error.what})", f"{remedy}, or pip install 'cuda-bindings>=12.6,<14'") from None
    return replace(found, driver=listed[0].found.driver)


def _concerns(found: Identity, compiler: CudaCompiler) -> Iterator[str]:
    driver, toolkit = nvidia_smi.cuda_version(), compiler.release
    if driver and toolkit and driver[0] < toolkit[0]:
        yield (
            f"the driver runs programs of CUDA {driver[0]}.{driver[1]} and before, and {compiler.path} builds those of "
            f"{toolkit[0]}.{toolkit[1]}: if none starts, take a newer driver ({nvidia_smi.DRIVER}), or name an older "
            "compiler in RETARGET_NVCC"
        )
    if others := nvidia_smi.others(found):
        more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
        yield (
            f"{found.name} is shared with {', '.join(others[:_MOST_NAMED])}{more}: times suffer; end what else "
            "computes there, or take another GPU by CUDA_VISIBLE_DEVICES"
        )
