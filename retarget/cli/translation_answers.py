"""What `retarget translate --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from retarget.source.text import Severity
from retarget.targets.parsed import Unchecked
from retarget.targets.tools import Compiled
from retarget.translation.output_ownership import Check


class Edit(Struct, frozen=True):
    """Bytes `start` to `end` of the source become `text`. rule: why, as `retarget --explain` knows it."""

    start: int
    end: int
    text: str
    rule: str


class File(Struct, frozen=True):
    """A file of the program. output: its path, None where nothing is written; unit: whether it was an input; parts:
    support headers that its output needs."""

    source: str
    output: str | None
    unit: bool
    changed: bool
    edits: tuple[Edit, ...]
    parts: tuple[str, ...]


class Kernel(Struct, frozen=True):
    """A kernel's definition. line, column: from one."""

    name: str
    file: str
    line: int
    column: int


class Launch(Struct, frozen=True):
    """A launch. block: threads along each axis, where they are proved."""

    kernel: str
    block: tuple[int, ...] | None
    file: str
    line: int
    column: int


class Note(Struct, frozen=True):
    """What belongs to a diagnostic, elsewhere."""

    message: str
    file: str
    line: int
    column: int


class Diagnostic(Struct, frozen=True):
    """file: None for what concerns no place."""

    rule: str
    severity: Severity
    message: str
    file: str | None = None
    line: int = 0
    column: int = 0
    related: tuple[Note, ...] = ()


class Suppressed(Struct, frozen=True):
    """A diagnostic that is suppressed. by: the place that asks for it; in_source: whether that is a comment."""

    diagnostic: Diagnostic
    by: str
    in_source: bool


class Parsed(Struct, frozen=True):
    checked: int
    unchecked: tuple[Unchecked, ...] = ()


class Translation(Struct, frozen=True):
    """`retarget translate`. semantics: how often the program meets each row of docs/semantics.md, by what came of it;
    written: paths; build: with --build, the compiler's calls; prove: with a schedule whose results nothing has shown to
    be the same yet, the command that does; check: with --check."""

    files: tuple[File, ...]
    kernels: tuple[Kernel, ...]
    launches: tuple[Launch, ...]
    semantics: Mapping[str, Mapping[str, int]]
    diagnostics: tuple[Diagnostic, ...]
    written: tuple[str, ...]
    parsed: Parsed
    build: tuple[Compiled, ...] | None = None
    prove: str | None = None
    suppressed: tuple[Suppressed, ...] = ()
    check: Check | None = None
    format: int = 1
