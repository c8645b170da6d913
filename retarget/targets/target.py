"""A target: what a program can be taken to, and all that is particular to it."""

from __future__ import annotations

from dataclasses import dataclass

from retarget.translate.emit import Layout, Place
from retarget.translate.translation import Translation


@dataclass(frozen=True)
class Target:
    """name: as `--to` takes it; title: for people; translation: the dialect and the rules of its programs.

    ending: of a unit that nobody includes, beside its source; folder: of the support headers that outputs include.
    runs_here: programs are built apart and run on this machine, so that no outputs are kept.
    """

    name: str
    title: str
    translation: Translation
    ending: str
    folder: str
    runs_here: bool = False

    def layout(self, place: Place, root: str, output: str = "") -> Layout:
        """Where the outputs of a program go."""
        return Layout(place, root, output, self.ending, self.folder)
