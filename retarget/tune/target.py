"""The device that is tuned for: which one it is, what builds for it, and what speaks against times measured there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

from retarget.schedule.prune import Limits
from retarget.system.toolchain import MissingTool
from retarget.targets.amd import device as hip
from retarget.targets.amd.architecture import TargetId, target_ids
from retarget.targets.amd.compiler import find_compiler
from retarget.targets.cpu.compiler import find_host_compiler
from retarget.targets.device import Found, MissingDevice
from retarget.targets.nvidia import device as cuda
from retarget.targets.nvidia import nvidia_smi
from retarget.targets.nvidia.compiler import CudaCompiler, find_cuda_compiler

_MOST_NAMED = 5  # processes


@dataclass(frozen=True)
class Target:
    """device: its name; compiler: what builds for it, driver: what runs it, as results are kept under; uuid: which of
    those alike it is; concerns: what speaks against times measured there, for the user."""

    kind: str  # amd, cpu, nvidia
    device: str
    compiler: str
    limits: Limits
    architecture: TargetId | None = None
    sm: str = "native"  # NVIDIA's architecture, as compilers of CUDA take it
    driver: str = ""
    uuid: str = ""
    concerns: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """What results depend on."""
        return (self.device, self.compiler, *filter(None, (self.driver,)))

    @property
    def unit(self) -> str:
        """The one device that nothing else is to be timed on meanwhile."""
        return f"{self.device} ({self.uuid})" if self.uuid else self.device


def find_target(kind: str, links: bool = True) -> Target:
    """The device at hand, which is the one that programs take unless told otherwise. links: whether programs are
    built, or kernels alone. Raises MissingTool with what brings it, DeviceError."""
    if kind == "cpu":
        return Target(kind, "this processor", find_host_compiler().path, Limits(64 << 10, 1))
    return _nvidia(links) if kind == "nvidia" else _amd()


def _amd() -> Target:
    try:
        found = hip.devices()[0]
    except MissingTool as error:
        remedy = f"{error.remedy}; or choose without a device, by what the compiler says: --by figures"
        raise type(error)(error.what, remedy) from None
    (architecture,) = target_ids(found.architecture.partition(":")[0])
    limits = Limits(architecture.architecture.lds_bytes, architecture.architecture.wave)
    compiler = find_compiler()
    label = f"{compiler.path} {compiler.version}"
    return Target("amd", found.name, label, limits, architecture, driver=found.driver)


def _nvidia(links: bool) -> Target:
    found = _first_nvidia()
    compiler = find_cuda_compiler(links)
    return Target(
        "nvidia", found.name, compiler.label, Limits(48 << 10, 32), sm=found.architecture, driver=found.driver,
        uuid=found.uuid, concerns=tuple(_concerns(found, compiler)),
    )  # fmt: skip


def _first_nvidia() -> Found:
    if not nvidia_smi.is_installed():
        try:
            return cuda.devices()[0]
        except MissingDevice:  # the driver's own words, as of CUDA_VISIBLE_DEVICES
            raise
        except MissingTool:
            what = "no NVIDIA GPU answers: nvidia-smi, which comes with the driver, is not installed"
            raise MissingDevice(what, nvidia_smi.ELSEWHERE) from None
    listed = nvidia_smi.gpus()
    if found := nvidia_smi.first(listed, os.environ):
        return found
    try:
        found = cuda.devices()[0]
    except MissingTool as error:
        names = ", ".join(dict.fromkeys(g.found.name for g in listed))
        what = f"which of this machine's GPUs ({names}) programs take is CUDA's own choice, and cannot be asked"
        remedy = "export CUDA_DEVICE_ORDER=PCI_BUS_ID, or name one by its UUID in CUDA_VISIBLE_DEVICES"
        raise MissingDevice(f"{what} ({error.what})", f"{remedy}, or pip install 'retarget[nvidia]'") from None
    return replace(found, driver=listed[0].found.driver)


def _concerns(found: Found, compiler: CudaCompiler) -> Iterator[str]:
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
