"""The targets that there are, by name. A target is a folder beside this file and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from retarget.targets.amd.target import AMD
from retarget.targets.cpu.target import CPU
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.target import Target

TARGETS: Mapping[str, Target] = {target.name: target for target in (AMD, CPU, NVIDIA)}
