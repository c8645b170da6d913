"""A translation: the dialect that texts are written in, and the rules that write them, in order."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.dialects import Dialect, load
from retarget.errors import Error
from retarget.source.flags import Flags
from retarget.source.text import Cover, Diagnostic, Edit, Severity, Source, Span
from retarget.translation.file import File, Finding, Options
from retarget.translation.rule import Rule, Vocabulary
from retarget.unit import Unit
from retarget.unit.parse import Interest


# Named functions: other processes get a translation too.
def _nothing(*_: object) -> tuple[()]:
    return ()


def _no(*_: object) -> bool:
    return False


def _all(_: File, findings: Iterable[Finding]) -> Iterable[Finding]:
    return findings


def _no_names(*_: object) -> frozenset[str]:
    return frozenset()


MOST_SHARED = 64 << 10  # bytes, of a block on AMD's GPUs


class Translation(Struct, frozen=True):
    """name: of the dialect, for people; tables: the folder of its rows; rules: in order, all of which look at the same
    text; is_complete: the tables list all names, so that others are unknown; has_maps: users' own tables lead to it;
    has_bounds: proved launch bounds are inserted; most_shared: bytes of shared memory that a kernel can declare.

    before: the edits that the files of a unit need for clang, and the rules, to read them.
    is_plain: whether no rule would find anything in a unit, known before clang reads it.
    spared: the ranges of a file that no rule touches.
    beginnings: of names that macros put together.
    meant: of the findings of a file, the edits so that they mean what they name whatever the program declares.
    kept: the user's names that stay, whatever clang says; the names given are those of its macros, in any branch.
    """

    name: str
    tables: Path
    rules: tuple[Rule, ...]
    is_complete: bool = False
    has_maps: bool = False
    has_bounds: bool = False
    most_shared: int = MOST_SHARED
    before: Callable[[Sequence[File]], Iterable[Edit]] = _nothing
    is_plain: Callable[[Source, Flags, Sequence[Source]], bool] = _no
    spared: Callable[[Unit, Source], Iterable[tuple[int, int]]] = _nothing
    beginnings: frozenset[str] = frozenset()
    meant: Callable[[File, Iterable[Finding]], Iterable[Finding]] = _all
    kept: Callable[[Unit, Options, frozenset[str]], frozenset[str]] = _no_names

    def dialect(self, words: frozenset[str], maps: Sequence[Path] = ()) -> Dialect:
        """The tables that a text of these words needs, the user's own first. Raises Error, TableError."""
        if maps and not self.has_maps:
            raise Error(f"no --map here: its names are HIP's, and the output is {self.name}", "leave it out")
        return dataclasses.replace(load(words, maps, self.tables), target=self.name, complete=self.is_complete)

    def interest(self, vocabulary: Vocabulary) -> Interest:
        """What all rules ask of clang."""
        return reduce(or_, (rule.asks(vocabulary) for rule in self.rules), Interest(rules=True))

    def findings(self, file: File) -> tuple[Finding, ...]:
        """What all rules find in a file. A diagnostic on what is not compiled is a note."""
        if file.unit.language == "c":
            file = replace(file, dialect=file.dialect.in_c())
        spared = Cover(Span(file.source.path, *branch) for branch in self.spared(file.unit, file.source))
        found = (finding for rule in self.rules for finding in rule(file))
        meant = self.meant(file, found)
        return tuple(_softened(file, f) for f in meant if not (f.span and spared.has(f.span.path, f.span.start)))


def _softened(file: File, finding: Finding) -> Finding:
    if isinstance(finding, Diagnostic) and finding.span and file.skipped(finding.span.start):
        return replace(finding, severity=Severity.NOTE)
    return finding
