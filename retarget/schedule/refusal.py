"""Why a step is not taken, and where that shows."""

from __future__ import annotations

from msgspec import Struct

from retarget.source.text import SCHEDULED, Diagnostic, Related, Severity, Span

RULE = SCHEDULED
GROUPS = "of cooperative groups, retarget follows those of a block and of lanes of a warp, and not all that they do"


class Refusal(Struct, frozen=True):
    """A reason with its place, further places, and what would be legal instead. steps: what it stands against, where it
    is known of some; empty where it stands against any."""

    span: Span
    why: str
    related: tuple[Related, ...] = ()
    remedy: str = ""
    steps: tuple[str, ...] = ()

    def diagnostic(self, kernel: str, severity: Severity = Severity.WARNING) -> Diagnostic:
        remedy = f"; {self.remedy}" if self.remedy else ""
        return Diagnostic(RULE, severity, self.span, f"'{kernel}' stays as it is: {self.why}{remedy}", self.related)


class Unsuited(Exception):
    """A kernel has no coarsened form; carries the refusal."""

    def __init__(self, span: Span, why: str, *related: Related, remedy: str = "") -> None:
        super().__init__(why)
        self.refusal = Refusal(span, why, related, remedy)
