"""How severe what is said of a program is, as the user has it: rules raised, lowered or suppressed, and places where
the source itself says that a rule's words are known.

    x = __shfl_down_sync(m, x, 4, 24);  // retarget: ignore[warp-width]

Nothing vanishes: what is suppressed is kept, with who suppressed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from retarget.source.file_patterns import EVERY_FILE, FilePattern
from retarget.source.text import Diagnostic, Severity
from retarget.translation.explanations import rule_names
from retarget.translation.ignores import RULE, Ignore, ignores
from retarget.translation.merge import Program

OFF = "off"
LEVELS = (OFF, *(str(s) for s in Severity))


@dataclass(frozen=True)
class Level:
    """How severe a rule's diagnostics are, in the files of a pattern; severity: None where they are suppressed. origin:
    the line of a configuration that says so."""

    rule: str
    severity: Severity | None
    files: FilePattern = EVERY_FILE
    origin: str = ""

    def is_for(self, diagnostic: Diagnostic) -> bool:
        if self.rule != diagnostic.rule:
            return False
        return self.files == EVERY_FILE or (diagnostic.span is not None and self.files.matches(diagnostic.span.path))


@dataclass(frozen=True)
class Suppressed:
    """A diagnostic that is suppressed. by: the place that says so; in_source: whether that is a comment."""

    diagnostic: Diagnostic
    by: str
    in_source: bool


def judged(program: Program, levels: Sequence[Level]) -> tuple[Program, tuple[Suppressed, ...]]:
    """The program with its diagnostics, and those that are suppressed. levels: of several for one diagnostic, the last
    counts."""
    by_line: dict[tuple[str, int], list[Ignore]] = {}
    for ignore in (i for file in program.files for i in ignores(file.source)):
        by_line.setdefault((ignore.path, ignore.line), []).append(ignore)
    sources = {i.path: i.source for listed in by_line.values() for i in listed}
    said: list[Diagnostic] = []
    left_out: list[Suppressed] = []
    used: set[tuple[Ignore, str]] = set()

    def judge(diagnostic: Diagnostic, near: Sequence[Ignore]) -> None:
        own = [i for i in near if diagnostic.rule in i.rules]
        used.update((i, diagnostic.rule) for i in own)
        level = next((l for l in reversed(levels) if l.is_for(diagnostic)), None)
        if own:
            left_out.append(Suppressed(diagnostic, own[0].place, True))
        elif level and level.severity is None:
            left_out.append(Suppressed(diagnostic, level.origin, False))
        else:
            said.append(replace(diagnostic, severity=level.severity) if level and level.severity else diagnostic)

    for diagnostic in program.diagnostics:
        span = diagnostic.span
        here = sources.get(span.path) if span else None
        judge(diagnostic, by_line.get((here.path, here.position(span.start)[0]), []) if here and span else [])
    for ignore in (i for listed in by_line.values() for i in listed):
        for complaint in _complaints(ignore, {rule for by, rule in used if by == ignore}):
            judge(complaint, [])
    return replace(program, diagnostics=()).with_diagnostics(said), tuple(left_out)


def _complaints(ignore: Ignore, used: set[str]) -> Iterator[Diagnostic]:
    if not ignore.rules:
        message = "no rule is named: write `retarget: ignore[rule, rule]`"
        yield Diagnostic(RULE, Severity.WARNING, ignore.span, message)
    for rule in ignore.rules:
        if why := unknown(rule):
            yield Diagnostic(RULE, Severity.WARNING, ignore.span, why)
        elif rule not in used:
            yield Diagnostic(RULE, Severity.NOTE, ignore.span, f"nothing of '{rule}' is found here")


def unknown(rule: str) -> str:
    """What is wrong with the name of a rule, or nothing."""
    names = rule_names()
    if rule in names:
        return ""
    near = get_close_matches(rule, names, 1)
    return f"no rule '{rule}'" + (f"; did you mean {near[0]}?" if near else "; `retarget rules` lists them")
