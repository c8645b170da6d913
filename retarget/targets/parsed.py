"""What came of parsing the output in the target's dialect."""

from __future__ import annotations

from msgspec import Struct

from retarget.source.text import Diagnostic, Source, Span


class Unchecked(Struct, frozen=True):
    """A unit whose output could not be parsed in the target's dialect, and why."""

    unit: str
    why: str


class Placed(Struct, frozen=True):
    """An error of a compiler's in text that a schedule made, where it stands in `text`; place: that of the text in the
    user's."""

    place: Span
    error: Diagnostic
    text: Source | None


class Parsed(Struct, frozen=True):
    """diagnostics: what is wrong with the output; checked: how many units were parsed to their end; generated: what of
    it stands in text that schedules made, and in no other."""

    diagnostics: tuple[Diagnostic, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    checked: int = 0
    generated: tuple[Placed, ...] = ()
