"""What builds programs for this processor, lowered to C++."""

from __future__ import annotations

from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compiler import BuildFailed, find_host_compiler
from retarget.targets.cpu.layout import Language
from retarget.targets.cpu.located import located
from retarget.targets.emitted import Emitted
from retarget.targets.limits import Limits
from retarget.targets.platform import Platform
from retarget.targets.tools import Executable, Refused, Tools


def _platform(links: bool) -> Platform:
    return Platform("cpu", "this processor", find_host_compiler().path, Limits(64 << 10, 1))


def _executable(emitted: Emitted, platform: Platform) -> Executable:
    build = HostBuild(emitted.program, emitted.layout, emitted.flags, Language.HIP)
    try:
        made = executable(find_host_compiler(), build)
    except BuildFailed as failure:
        raise Refused("\n".join(located(failure, emitted.program)) or failure.output) from None
    return Executable(made)


TOOLS = Tools(platform=_platform, executable=_executable)
