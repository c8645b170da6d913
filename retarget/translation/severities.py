"""How severe what is said of a program is, as the user has it: rules raised, lowered or suppressed, and places where
the source itself says that a rule's words are known.

    x = __shfl_down_sync(m, x, 4, 24);  // retarget: ignore[warp-width]

Nothing vanishes: what is suppressed is kept, with who suppressed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from retarget.source.file_patterns import EVERY_FILE, FilePattern
from retarget.source.text import Diagnostic, Severity, Source
from retarget.translation.explanations import rule_names
from retarget.translation.ignores import RULE, Ignore, ignores
from retarget.translation.merge import Program

OFF = "off"
_OF_COMPILERS = ("hip-", "host-")  # rules of what is built later, if at all
LEVELS = (OFF, *(str(s) for s in Severity))


class Level(Struct, frozen=True):
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


class Suppressed(Struct, frozen=True):
    """A diagnostic that is suppressed. by: the place that says so; in_source: whether that is a comment."""

    diagnostic: Diagnostic
    by: str
    in_source: bool


class SeverityLevels:
    """What becomes of diagnostics of some sources. levels: of several for one diagnostic, the last counts. used: which
    comments suppressed which rules so far."""

    def __init__(self, sources: Iterable[Source], levels: Sequence[Level]) -> None:
        self._levels, self._by_line = tuple(levels), dict[tuple[str, int], list[Ignore]]()
        for ignore in (i for source in sources for i in ignores(source)):
            self._by_line.setdefault((ignore.path, ignore.line), []).append(ignore)
        self._sources = {i.path: i.source for i in self.comments}
        self.used: set[tuple[Ignore, str]] = set()

    @property
    def comments(self) -> list[Ignore]:
        return [i for listed in self._by_line.values() for i in listed]

    def near(self, diagnostic: Diagnostic) -> Sequence[Ignore]:
        """The comments that are for its line."""
        span = diagnostic.span
        here = self._sources.get(span.path) if span else None
        return self._by_line.get((here.path, here.position(span.start)[0]), []) if here and span else []

    def of(self, diagnostic: Diagnostic, near: Sequence[Ignore]) -> Diagnostic | Suppressed:
        own = [i for i in near if diagnostic.rule in i.rules]
        self.used.update((i, diagnostic.rule) for i in own)
        level = next((l for l in reversed(self._levels) if l.is_for(diagnostic)), None)
        if own:
            return Suppressed(diagnostic, own[0].place, True)
        if level and level.severity is None:
            return Suppressed(diagnostic, level.origin, False)
        return replace(diagnostic, severity=level.severity) if level and level.severity else diagnostic

    def of_compiler(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Those that are said of what a compiler says. Its errors stay what they are: it has made nothing."""
        said = [d if d.severity is Severity.ERROR else self.of(d, self.near(d)) for d in found]
        return tuple(d for d in said if isinstance(d, Diagnostic))


def levelled(program: Program, levels: Sequence[Level]) -> tuple[Program, tuple[Suppressed, ...]]:
    """The program with its diagnostics, and those that are suppressed."""
    by = SeverityLevels((file.source for file in program.files), levels)
    found = [by.of(diagnostic, by.near(diagnostic)) for diagnostic in program.diagnostics]
    for ignore in by.comments:
        used = {rule for who, rule in by.used if who == ignore}
        found += [by.of(complaint, []) for complaint in _complaints(ignore, used)]
    said = [d for d in found if isinstance(d, Diagnostic)]
    suppressed = tuple(s for s in found if isinstance(s, Suppressed))
    return replace(program, diagnostics=()).with_diagnostics(said), suppressed


def _complaints(ignore: Ignore, used: set[str]) -> Iterator[Diagnostic]:
    if not ignore.rules:
        message = "this names no rule: write `retarget: ignore[rule, rule]`"
        yield Diagnostic(RULE, Severity.WARNING, ignore.span, message)
    for rule in ignore.rules:
        if why := unknown(rule):
            yield Diagnostic(RULE, Severity.WARNING, ignore.span, why)
        elif rule not in used and not rule.startswith(_OF_COMPILERS):
            yield Diagnostic(RULE, Severity.NOTE, ignore.span, f"nothing of '{rule}' is found here")


def unknown(rule: str) -> str:
    """What is wrong with the name of a rule, or nothing."""
    names = rule_names()
    if rule in names:
        return ""
    near = get_close_matches(rule, names, 1)
    return f"no rule '{rule}'" + (f"; did you mean {near[0]}?" if near else "; `retarget rules` lists them")
