"""The list of files that a unit reads, beside what a compiler makes of it: nvcc's -MD, -MMD, -MF, -MT, -MP, -M."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.errors import OutputError
from retarget.source.make_rules import MakeRule, phony, read_rules
from retarget.source.nvcc_command import NvccCommand, NvccInput
from retarget.source.project import real
from retarget.targets.drop_in import ProductKind, StepResult
from retarget.targets.emitted import Emitted
from retarget.translation.emit import replace_whole


class Reads(Struct, frozen=True):
    """What a unit reads. name: what a file that the compiler lists is called, None for one on no disk; users: all files
    of the user's that it reaches, since compilers list those of the host's compilation alone."""

    name: Callable[[str], str | None]
    users: tuple[str, ...]

    @classmethod
    def of(cls, emitted: Emitted, name: Callable[[str], str | None]) -> Reads:
        return cls(name, tuple(sorted(emitted.program.sources)))

    def all(self, rule: MakeRule) -> tuple[str, ...]:
        """The files of a compiler's rule, and those that it lacks."""
        files = rule.renamed(self.name).files
        known = set(map(real, files))
        return (*files, *(path for path in self.users if real(path) not in known))


def options(command: NvccCommand, kind: ProductKind, listed: Path) -> list[str]:
    """Those of gcc and clang that write the list to `listed`."""
    if kind is ProductKind.DEPENDENCIES:
        return ["-MM" if command.has("generate-nonsystem-dependencies") else "-M"]
    if kind is ProductKind.OBJECT and command.writes_dependencies:
        return ["-MD" if command.has("generate-dependencies-with-compile") else "-MMD", "-MF", str(listed)]
    return []


def refuse_place(command: NvccCommand, output: str) -> None:
    """Before a unit is compiled, so that no object is there without its list. Raises OutputError."""
    named = command.value("dependency-output")
    folder = os.path.dirname(named or output)
    if (command.writes_dependencies or named) and folder and not os.path.isdir(folder):
        raise OutputError(f"{folder}: no such folder for the list of dependencies")


def write(command: NvccCommand, listed: Path, output: str, reads: Reads) -> None:
    """Writes the list where nvcc would."""
    place = command.value("dependency-output") or os.path.splitext(output)[0] + ".d"
    told = text(command, listed.read_text(errors="surrogateescape"), output, reads)
    replace_whole(Path(place), told.encode("utf-8", "surrogateescape"))


def text(command: NvccCommand, listed: str, output: str, reads: Reads) -> str:
    """The list, for the targets that the command line names, else for the output."""
    targets = command.values("dependency-target-name") or (output,)
    hidden = {real(command.stdin)} if command.stdin else set()
    found = (tuple(f for f in reads.all(rule) if real(f) not in hidden) for rule in read_rules(listed) if rule.files)
    rules = tuple(MakeRule(targets, files) for files in found)
    more = phony(rules) if command.has("generate-dependency-targets") else ""
    return "".join(rule.text() for rule in rules) + more


def listing(command: NvccCommand, source: NvccInput, made: StepResult, output: str | None, reads: Reads) -> StepResult:
    """For -M and -MM: the list that a compiler printed, in the output or still to be printed."""
    if made.code:
        return made
    told = text(command, made.text, command.made_of(source), reads)
    if place := command.value("dependency-output") or output:
        replace_whole(Path(place), told.encode("utf-8", "surrogateescape"))
    return replace(made, text="" if place else told)


def without(*places: str) -> Callable[[str], str | None]:
    """Leaves out these files, and those below these folders, however they are spelled."""

    def name(path: str) -> str | None:
        place = os.path.abspath(path)
        return None if any(place == own or place.startswith(own + os.sep) for own in places) else path

    return name
