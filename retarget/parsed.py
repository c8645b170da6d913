"""What came of parsing the output in the target's dialect."""

from __future__ import annotations

from dataclasses import dataclass

from retarget.text import Diagnostic


@dataclass(frozen=True)
class Unchecked:
    """A unit of which this machine cannot tell whether its translation parses, and why."""

    unit: str
    why: str


@dataclass(frozen=True)
class Parsed:
    """diagnostics: what is wrong with the output; checked: how many units were parsed to their end."""

    diagnostics: tuple[Diagnostic, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    checked: int = 0
