"""A page about what a tuning chose, for a browser."""

from __future__ import annotations

import os
from collections.abc import Iterable

from msgspec import Struct

from retarget.api.choices import Choice, last_choice, request_of
from retarget.api.inputs import Inputs
from retarget.api.page_files import refuse_place, write_page
from retarget.targets.amd.target import AMD
from retarget.targets.registry import TARGETS, target_of
from retarget.targets.target import Target
from retarget.translation.emit import Place
from retarget.translation.merge import Program
from retarget.tuning.page import page
from retarget.tuning.refused import refused


class Page(Struct, frozen=True):
    """A page that is not written yet. program: as chosen, whose changes the page shows."""

    inputs: Inputs
    program: Program
    text: str

    @classmethod
    def of(cls, choice: Choice, target: Target | None = None) -> Page:
        """target: of the changes; None for the one that was tuned for, as far as outputs are written for it. Raises
        BadSchedule, InputError."""
        if target is None:
            tuned = TARGETS.get(choice.record.target)
            target = tuned if tuned and not tuned.runs_here else AMD
        inputs = choice.inputs
        program = choice.program(target, target.layout(Place.IN_PLACE, inputs.folder()))  # no header is refused a place
        diff, names = "".join(program.diff({})), ", ".join(inputs.inputs())
        return cls(inputs, program, page(choice.record, diff, names, target.name, refused(request_of(inputs))))

    def write(self, path: str, force: bool = False) -> None:
        """Raises OutputError."""
        refuse(path, self.inputs, force)
        write_page(path, self.text)


def report(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str = "report.html",
    to: str | Target | None = None,
    force: bool = False,
) -> Page:
    """Writes a page about the last tuning of a program. Raises measurements.Unusable where there was none, BadSchedule,
    InputError, OutputError, MissingTool."""
    inputs = Inputs.of(given)
    refuse(output, inputs, force)
    made = Page.of(last_choice(inputs), None if to is None else target_of(to))
    made.write(output, force)
    return made


def refuse(path: str, inputs: Inputs, force: bool = False) -> None:
    """Before any work: what would keep a page from being written. Raises OutputError."""
    refuse_place(path, inputs.inputs(), force)
