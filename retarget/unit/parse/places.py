"""Where cursors and locations of clang's stand in the user's files, which have one name each."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clang import cindex

from retarget.source.flags import Flags
from retarget.source.project import below
from retarget.source.reach import is_users, name_of
from retarget.source.text import Source, Span
from retarget.system.toolchain import OWN, Headers
from retarget.unit.parse.kinds import library

_MOST = 50_000  # places that are remembered: what shares one mostly stands close by


@dataclass
class Places:
    """The places of one parse. sources: the user's files, as far as they are known."""

    root: Source
    flags: Flags
    headers: Headers
    sources: Mapping[str, Source]
    _names: dict[str, str] = field(default_factory=dict)
    _paths: dict[int | None, str] = field(default_factory=dict)  # by clang's address of the file
    _known: dict[int, tuple[str, int]] = field(default_factory=dict)  # by clang's number of a location in this unit
    _spans: dict[tuple[int, int], Span | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lib = library()
        self._ours = tuple(map(str, (*self.headers.cuda, self.headers.resource_dir, OWN)))
        self._file, self._offset = ctypes.c_void_p(), ctypes.c_uint()  # where clang writes those of a location
        self._asked = ctypes.byref(self._file), ctypes.byref(self._offset)

    def at(self, location: cindex.SourceLocation) -> tuple[str, int]:
        """The path and offset where a location stands in a file: in a macro's argument, where it is written. The path
        is empty outside of the user's files."""
        number = location.int_data
        known = self._known.get(number)
        if known is None:  # many cursors share a place, those of a template's instances above all
            self._make_room(self._known)
            self._lib.clang_getFileLocation(location, self._asked[0], None, None, self._asked[1])
            known = self._known[number] = self._path(), self._offset.value
        return known

    def _path(self) -> str:
        file = self._file.value
        path = self._paths.get(file)
        if path is None:
            path = self._paths[file] = self.users(str(self._lib.clang_getFileName(self._file))) if file else ""
        return path

    def is_users(self, location: cindex.SourceLocation) -> bool:
        return bool(self.at(location)[0])

    def span(self, cursor: cindex.Cursor) -> Span | None:
        return self.range(cursor.extent)

    def range(self, extent: cindex.SourceRange) -> Span | None:
        ends = extent.begin_int_data, extent.end_int_data
        if ends in self._spans:
            return self._spans[ends]
        path, start = self._known.get(ends[0]) or self.at(extent.start)
        other, end = self._known.get(ends[1]) or self.at(extent.end)
        found = Span(path, start, end) if path and path == other and start <= end else None
        self._make_room(self._spans)
        self._spans[ends] = found
        return found

    def _make_room(self, known: dict[Any, Any]) -> None:
        if len(known) >= _MOST:
            known.clear()

    def forget(self) -> None:
        """Lets go of the places of locations."""
        self._known.clear()
        self._spans.clear()

    def users(self, name: str) -> str:
        """The normal form of a file name of clang's; empty where the file is none of the user's."""
        if name not in self._names:
            path = name_of(name, self.root, self.flags)
            self._names[name] = "" if path not in self.sources and self._is_foreign(name) else path
        return self._names[name]

    def _is_foreign(self, path: str) -> bool:
        return any(below(path, folder) is not None for folder in self._ours) or not is_users(path, self.flags)
