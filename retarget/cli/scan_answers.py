"""What `retarget scan --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from retarget.cli import translation_answers


class ScannedKernel(Struct, frozen=True):
    """A kernel's definition. rules: how many diagnostics of each stand in it."""

    name: str
    line: int
    column: int
    rules: Mapping[str, int]


class ScannedFile(Struct, frozen=True):
    """A file that names something of CUDA's. asm: statements of inline PTX; headers: of CUDA's; edits: places that the
    translation changes; uses: how often each name of CUDA's stands in it."""

    path: str
    lines: int
    launches: int
    asm: int
    headers: tuple[str, ...]
    edits: int
    kernels: tuple[ScannedKernel, ...]
    uses: Mapping[str, int]


class ScannedName(Struct, frozen=True):
    """A name of CUDA's. status: `mapped` (to `hip`), `same`, or `none`: no counterpart; count: how often it stands
    there, in so many files."""

    cuda: str
    hip: str | None
    status: str
    library: str
    count: int
    files: int


class Scan(Struct, frozen=True):
    """`retarget scan`. edits: places that the translation changes, by rule; others: files that name nothing of CUDA's;
    exact: whether clang read the units, else tokens were counted."""

    files: tuple[ScannedFile, ...]
    names: tuple[ScannedName, ...]
    edits: Mapping[str, int]
    diagnostics: tuple[translation_answers.Diagnostic, ...]
    suppressed: tuple[translation_answers.Suppressed, ...]
    others: int
    exact: bool
    format: int = 1
