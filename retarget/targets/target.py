"""A target: what a program can be taken to, and all that is particular to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from retarget.targets.tools import Tools
from retarget.translation.emit import Layout, Place
from retarget.translation.translation import Translation


class Target(Struct, frozen=True):
    """name: as `--to` takes it; title: for people; translation: the dialect and the rules of its programs.

    ending: of a unit that nobody includes, beside its source; folder: of the support headers that outputs include.
    runs_here: programs are built apart and run on this machine, so that no outputs are kept.
    environment: what programs with variants run in.
    tools: imports what checks, builds and runs programs, which most runs do not need.
    """

    name: str
    title: str
    translation: Translation
    ending: str
    folder: str
    runs_here: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    tools: Callable[[], Tools] = Tools

    def layout(self, place: Place, root: str, output: str = "") -> Layout:
        """Where the outputs of a program go."""
        return Layout(place, root, output, self.ending, self.folder)
