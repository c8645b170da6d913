"""What builds and runs programs in CUDA."""

from __future__ import annotations

from functools import partial

from retarget.targets.amd.codeobject import symbols
from retarget.targets.emitted import Emitted
from retarget.targets.nvidia import build, cupti, device, nvidia_smi
from retarget.targets.nvidia.architecture import occupancy
from retarget.targets.nvidia.drop_in import NvccDropIn
from retarget.targets.nvidia.platform import platform
from retarget.targets.nvidia.ptxas import Report, reports
from retarget.targets.platform import Platform
from retarget.targets.tools import CodeObject, Executable, Tools
from retarget.targets.usage import Usage


def _executable(emitted: Emitted, platform: Platform) -> Executable:
    made, said = build.executable(emitted, platform.architecture)
    return Executable(made, tuple(map(_usage, reports(said))))


def _code_object(emitted: Emitted, unit: str, architecture: str) -> CodeObject:
    code, said = build.code_object(emitted, unit, architecture)
    return CodeObject(code, tuple(symbols(code)), tuple(map(_usage, reports(said))))


def _usage(r: Report) -> Usage:
    waves = partial(_occupancy, r.architecture, r.registers, r.shared_bytes)
    return Usage(r.kernel, r.registers, r.spilled_bytes, r.frame_bytes, r.shared_bytes, waves)


def _occupancy(architecture: str, registers: int, shared_bytes: int, block: int | None) -> int | None:
    """None too where no block fits, which no launch could show."""
    return (block and occupancy(architecture, registers, shared_bytes, block)) or None


TOOLS = Tools(
    platform=platform, executable=_executable, code_object=_code_object, opened=device.opened, bindings=device.library,
    drop_in=NvccDropIn(), injection=cupti.injection, devices=device.devices, users=nvidia_smi.others,
)  # fmt: skip
