"""A translated program with its outputs: what checks, builds and drop-in compilers of a target work on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from retarget.source.flags import Flags
from retarget.translation.emit import Layout, Output
from retarget.translation.merge import Program
from retarget.translation.severities import Level, SeverityLevels


class Emitted(Struct, frozen=True):
    """A program and its outputs, which a check reads from here and a build from the disk. flags: by unit; jobs: the
    processes that may work on it; levels: how severe rules are."""

    program: Program
    outputs: tuple[Output, ...]
    layout: Layout
    flags: Mapping[str, Flags]
    jobs: int = 1
    levels: Sequence[Level] = ()

    def severities(self) -> SeverityLevels:
        """Of what a compiler says of it."""
        return SeverityLevels((file.source for file in self.program.files), self.levels)
