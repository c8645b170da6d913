"""What the host's compiler says of a program, at the user's lines."""

from __future__ import annotations

import os
import re

from retarget.source.text import Diagnostic, rendered
from retarget.system.remedies import lacks_openmp, openmp_command
from retarget.targets.amd.messages import LINK, Placing, diagnostics
from retarget.targets.cpu.compiler import BuildFailed
from retarget.translation.merge import Program

_COMPILE, _LINK = "host-compile", "host-link"
_UNKNOWN = re.compile(r"(?:unknown type name|undeclared identifier|no type named) '(?P<name>(?:hip|cuda)[A-Z]\w+)'")
_ABSENT = re.compile(r"(?:(?P<place>[^\s:]+:\d+): )?undefined reference to [`'](?P<name>[^']+)'")


def located(failure: BuildFailed, program: Program) -> list[str]:
    """What the host's compiler says, at the user's lines, which it knows by whole paths."""
    sources = program.sources | {os.path.abspath(p): s for p, s in program.sources.items()}
    return [rendered(_of_host(said, failure.clang), sources) for said in diagnostics(failure.output, Placing())]


def _of_host(said: Diagnostic, clang: int) -> Diagnostic:
    """A message of the host's compiler, under a rule of its own; what the host runtime lacks is named as that."""
    absent, message = _ABSENT.search(said.message), said.message
    if absent and absent["name"].startswith(("hip", "cu", "__")):
        where = f"{absent['place']}: " if absent["place"] else ""
        message = f"{where}the host target does not support '{absent['name']}'"
    elif absent:
        message += "; name all sources of the program, and have its libraries where the compiler looks for them"
    if unknown := _UNKNOWN.search(message):
        message = f"the host target does not support '{unknown['name']}'"
    if clang and lacks_openmp(message):
        message = f"{message}; install it: {openmp_command(clang)}"
    return Diagnostic(_LINK if said.rule == LINK else _COMPILE, said.severity, said.span, message, said.related)
