"""A dialect: what each CUDA name, header, member and argument becomes."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from retarget.dialects.patterns import library_of, may_name
from retarget.dialects.table import (
    CallRule,
    Header,
    Name,
    StructMember,
    Table,
    read_calls,
    read_fields,
    read_includes,
    read_names,
    read_tags,
    read_user_map,
)

HIP = Path(__file__).parent / "hip"
CUDA = Path(__file__).parent / "cuda"  # what the newest toolkit no longer has, and what to write instead
OTHER_TABLES = ("includes", "fields", "calls", "tags")


@dataclass(frozen=True)
class Dialect:
    """Look-ups in the tables that were read."""

    tables: tuple[Table, ...]
    includes: Mapping[str, Header]
    fields: Mapping[tuple[str, str], StructMember]
    calls: Mapping[str, tuple[CallRule, ...]]
    tags: Mapping[str, str]  # types that are declared as a typedef alone, or as a struct's or enum's tag alone
    target: str = "HIP"  # what it leads to, in messages
    complete: bool = True  # a name in no table is an unknown one, rather than one that stays
    rows: dict[str, Name | None] = field(default_factory=dict, repr=False, compare=False)  # those found, by name
    is_c: bool = False  # for a unit of C, in which no name is qualified: `retarget_hip_error` for `retarget_hip::error`

    def in_c(self) -> Dialect:
        """The same for a unit of C."""
        return dataclasses.replace(self, is_c=True)

    def name(self, identifier: str) -> Name | None:
        """The row of this identifier in the first table that has one; a user's own tables come first."""
        if identifier not in self.rows:
            self.rows[identifier] = next((row for table in self.tables if (row := table.name(identifier))), None)
        row = self.rows[identifier]
        return replace(row, hip=_unqualified(row.hip)) if self.is_c and row and "::" in row.hip else row

    def is_function(self, row: Name) -> bool:
        """Whether a library of CUDA's has this name: a function's, or a macro's that leads to a version of one, as
        `cuMemAlloc` does to `cuMemAlloc_v2`."""
        versions = filter(None, (self.name(f"{row.cuda}_v{version}") for version in (2, 3)))
        leads = row.kind == "macro" and any((v.kind, v.status) == ("function", row.status) for v in versions)
        return row.cuda.isidentifier() and (row.kind == "function" or leads)

    def include(self, path: str) -> Header | None:
        """The row of this header, else the row of the longest folder of it (`thrust/`), applied to the path."""
        exact = self.includes.get(path)
        if exact is not None:
            return exact
        folders = [path[: at + 1] for at, character in enumerate(path) if character == "/"]
        row = next((self.includes[f] for f in reversed(folders) if f in self.includes), None)
        if row is None or not row.hip.endswith("/"):
            return row
        return Header(path, row.hip + path.removeprefix(row.cuda), row.part, row.note)

    def note_on(self, hip: str) -> str:
        """In brackets, which version has a header of HIP's, where not all that are in use have it."""
        noted = (row.note for row in self.includes.values() if row.hip == hip)
        return next((f" ({note.rstrip('.')})" for note in noted if " exists from " in note), "")

    def lists(self, path: str) -> bool:
        """Whether the tables name this very header."""
        return path in self.includes

    def stand_in(self, path: str) -> Header | None:
        """The row of a header by whose name a support header goes, wherever it lies."""
        row = self.include(os.path.basename(path))
        return row if row and row.part else None

    def field(self, struct: str, field: str) -> StructMember | None:
        row = self.fields.get((struct, field))
        return replace(row, hip=_unqualified(row.hip)) if self.is_c and row else row

    def call(self, name: str) -> tuple[CallRule, ...]:
        """What the arguments of a call of `name` need; empty where renaming is all."""
        return self.calls.get(name, ())

    def since(self, hip: str, besides: Container[str] = ()) -> str:
        """A release of HIP that declares this name of HIP's, where the oldest supported one does not; else empty.

        besides: libraries whose names do not count."""
        rows = (row for table in self.tables for row in map(table.name, table.rows))
        found = (row.since for row in rows if row and row.hip == hip and row.since and row.library not in besides)
        return next(found, "")

    def member_since(self, struct: str, member: str) -> str:
        """A release of HIP whose struct of this name has the member, where the oldest supported one's does not."""
        rows = (r for r in self.fields.values() if r.since and r.hip == member)
        return next((r.since for r in rows if (name := self.name(r.struct)) and name.hip == struct), "")

    def looks_like_cuda(self, identifier: str) -> str | None:
        """The library whose naming pattern an identifier has that no table lists, though tables list all names."""
        library = library_of(identifier) if self.complete else None
        return None if library and any(identifier in table.rows for table in self.tables) else library


def _unqualified(name: str) -> str:
    return name.removeprefix("::").replace("::", "_")


@cache
def libraries(folder: Path = HIP) -> tuple[str, ...]:
    """The libraries that have a table."""
    return tuple(sorted(path.stem for path in folder.glob("*.tsv") if path.stem not in OTHER_TABLES))


def load(words: frozenset[str] | None = None, user_maps: Iterable[Path] = (), folder: Path = HIP) -> Dialect:
    """The tables that a text of these words needs, all of them by default; rows of user maps take precedence.

    Raises TableError where a table cannot be read.
    """
    chosen = [name for name in libraries(folder) if words is None or may_name(name, words)]
    own = [read_user_map(path) for path in reversed(tuple(user_maps))]
    tables = [_names(folder, name) for name in chosen]
    dialect = Dialect((*own, *tables), _includes(folder), _fields(folder), _calls(folder), _tags(folder))
    if not own:
        dialect = dataclasses.replace(dialect, rows=_cached_rows(folder, tuple(chosen)))
    return dialect


@cache
def _cached_rows(*_: object) -> dict[str, Name | None]:
    """Rows that were found in the same tables."""
    return {}


@cache
def _names(folder: Path, library: str) -> Table:
    return read_names(folder / f"{library}.tsv", library)


@cache
def _includes(folder: Path) -> dict[str, Header]:
    return {row.cuda: row for row in read_includes(folder / "includes.tsv")}


@cache
def _fields(folder: Path) -> dict[tuple[str, str], StructMember]:
    return {(row.struct, row.field): row for row in read_fields(folder / "fields.tsv")}


@cache
def _calls(folder: Path) -> dict[str, tuple[CallRule, ...]]:
    rules: dict[str, tuple[CallRule, ...]] = {}
    for rule in read_calls(folder / "calls.tsv"):
        rules[rule.cuda] = (*rules.get(rule.cuda, ()), rule)
    return rules


@cache
def _tags(folder: Path) -> dict[str, str]:
    path = folder / "tags.tsv"
    return dict(read_tags(path)) if path.exists() else {}
