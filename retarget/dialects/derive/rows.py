"""From CUDA's names, candidates and HIP's names to the rows of one table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from retarget.dialects.derive.declared import Declared
from retarget.dialects.derive.pairs import spelled
from retarget.dialects.table import Name

NEW = "7.1"


class Override(Struct, frozen=True):
    """A row written by hand: what no rule gives, with its warning. An empty `hip` says that there is nothing."""

    library: str
    cuda: str
    hip: str
    kind: str
    part: str
    note: str


class Reason(Struct, frozen=True):
    """Why the names of a library that match a pattern have no counterpart, and what to do instead."""

    library: str
    pattern: re.Pattern[str]
    note: str


class Known(Struct, frozen=True):
    """HIP's side of one library: names of old and new headers, the parts that declare further ones, stated pairs."""

    old: frozenset[str]
    new: frozenset[str]
    parts: Mapping[str, str]
    pairs: tuple[Mapping[str, str], ...]
    reasons: tuple[Reason, ...]

    def row(self, name: Declared, library: str) -> Name:
        """The first candidate of the old headers; else a part's, under CUDA's name; else the new headers' first."""
        stated = [pairs[name.name] for pairs in self.pairs if pairs.get(name.name)]
        candidates = [*stated, *spelled(name.name)]
        own = [name.name] if name.name in self.parts else []
        for hip in (*filter(self.old.__contains__, candidates), *own, *filter(self.new.__contains__, candidates)):
            return self._counterpart(name, hip, library)
        return Name(name.name, "", kind_of(name, library), "none", "", "", self.reason(library, name.name), library)

    def _counterpart(self, name: Declared, hip: str, library: str) -> Name:
        part = self.parts.get(hip, "") if hip == name.name and hip not in self.old else ""
        since = "" if hip in self.old or part else NEW
        status = "same" if hip == name.name else "mapped"
        return Name(name.name, hip, kind_of(name, library), status, since, part, "", library)

    def overridden(self, row: Override) -> Name:
        last = row.hip.rsplit("::", 1)[-1]
        since = "" if not row.hip or row.part or last in self.old or last not in self.new else NEW
        status = "none" if not row.hip else "same" if row.hip == row.cuda else "mapped"
        return Name(row.cuda, row.hip, row.kind, status, since, row.part, row.note, row.library)

    def reason(self, library: str, name: str) -> str:
        matching = (r.note for r in self.reasons if r.library in (library, "*") and r.pattern.fullmatch(name))
        return next(matching, "")


DEVICE_TABLES = ("device", "half", "complex", "texture", "cooperative_groups", "mma")


def kind_of(name: Declared, library: str) -> str:
    """Functions of the device tables, and CUDA's variables, are of kind `device`."""
    if name.kind == "variable" or (name.kind == "function" and library in DEVICE_TABLES):
        return "device"
    return name.kind


def tabulated_kind(section: str, name: str) -> str:
    """The kind of a name that only a documentation table has, from its section and spelling."""
    if re.search(r"[Ff]unctions|API(?!.*[Tt]ype)", section) and "type" not in section.lower():
        return "function"
    return "type" if re.search(r"_t$|_st$|_enum$|^[a-z]+[A-Z]\w*Descr$", name) else "enumerator"


def read_overrides(path: Path) -> tuple[Override, ...]:
    return tuple(Override(*cells) for cells in _cells(path, 6))


def read_releases(path: Path) -> dict[tuple[str, str], str]:
    """The first release that has a library's name, by library and name."""
    return {(library, hip): since for library, hip, since in _cells(path, 3)}


def read_reasons(path: Path) -> tuple[Reason, ...]:
    return tuple(Reason(library, re.compile(pattern), note) for library, pattern, note in _cells(path, 3))


def _cells(path: Path, width: int) -> Iterable[list[str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        cells = line.split("\t")
        if not line.strip() or line.startswith("# "):
            continue
        if len(cells) != width:
            raise ValueError(f"{path}:{number}: error: {len(cells)} columns where {width} are due")
        yield cells
