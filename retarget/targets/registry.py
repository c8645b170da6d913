"""The targets that there are, by name. A target is a folder beside this file and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from retarget.errors import Error
from retarget.targets.amd.target import AMD
from retarget.targets.cpu.target import CPU
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.target import Target

TARGETS: Mapping[str, Target] = {target.name: target for target in (AMD, CPU, NVIDIA)}


def target_of(to: str | Target) -> Target:
    """A target, as it is or by its name. Raises Error."""
    if isinstance(to, Target):
        return to
    if to not in TARGETS:
        raise Error(f"no target '{to}'", f"the targets are {', '.join(TARGETS)}")
    return TARGETS[to]
