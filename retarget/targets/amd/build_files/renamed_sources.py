"""What a build file speaks of: the sources of its tree, of which some have another name now."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

from msgspec import Struct, field

from retarget.source.project import real
from retarget.source.text import Diagnostic, Edit, Severity, Source, Span

RULE = "build-file"
Found = Edit | Diagnostic
_CUDA = ".cu"
_ENDING = re.compile(r"\.cu(?![\w-])")
_WORD = re.compile(r"[^\s\"'();:,=|<>]*\Z")
_GLOB = re.compile(r"[^\s\"'();:,=|<>*?]*[*?][^\s\"'();:,=|<>]*")
_PATTERN = re.compile(r"[$%*?{}\[\]@]")


class Tree(Struct, frozen=True):
    """renamed: CUDA sources (real paths) with another ending now; kept: those that keep their names; architectures: as
    the compiler takes them; libraries: HIP's, by CUDA's names, which the build files of the tree use; ending: the new
    one."""

    renamed: frozenset[str]
    kept: frozenset[str]
    architectures: tuple[str, ...]
    ending: str = ".hip"
    by_name: Mapping[str, frozenset[bool]] = field(default_factory=dict)

    @classmethod
    def of(cls, renamed: frozenset[str], kept: frozenset[str], architectures: tuple[str, ...], ending: str) -> Tree:
        """by_name: by the name of a CUDA source, whether those of that name have another one now."""
        names: dict[str, set[bool]] = {}
        for path in (*renamed, *kept):
            names.setdefault(os.path.basename(path), set()).add(path in renamed)
        return cls(renamed, kept, architectures, ending, {name: frozenset(found) for name, found in names.items()})

    def sources(self, source: Source, start: int, end: int) -> Iterator[Found]:
        """The names of CUDA sources in a part of a build file."""
        for match in _ENDING.finditer(source.text, start, end):
            word = _WORD.search(source.text, start, match.start())
            name = (word[0] if word else "") + _CUDA
            is_new = self._is_renamed(source, name)
            if is_new is None:
                message = f"'{name}': not all CUDA sources of that name become {self.ending}, or none is in the tree"
                yield warning(source, match.start(), match.end(), message)
            elif is_new:
                yield edit(source, match.start(), match.end(), self.ending)

        for match in _GLOB.finditer(source.text, start, end):
            pattern = os.path.basename(match[0])
            if not pattern.endswith(_CUDA) and (lost := self._lost(pattern)):
                message = f"'{match[0]}' matches {lost}, and not what it is called now, *{self.ending}: add that"
                yield warning(source, match.start(), match.end(), message)

    def _lost(self, pattern: str) -> str:
        """A renamed source that a pattern of names matched, and matches no more."""
        names = (n for n in sorted(self.by_name) if True in self.by_name[n] and fnmatchcase(n, pattern))
        return next((n for n in names if not fnmatchcase(n.removesuffix(_CUDA) + self.ending, pattern)), "")

    def _is_renamed(self, source: Source, name: str) -> bool | None:
        """None where it is not known, or differs."""
        if name == _CUDA or _PATTERN.search(name):
            return None if self.kept or not self.renamed else True
        path = real(os.path.join(os.path.dirname(source.path), name))
        if path in self.renamed or path in self.kept:
            return path in self.renamed
        found = self.by_name.get(os.path.basename(name), frozenset())
        return next(iter(found)) if len(found) == 1 else None


def edit(source: Source, start: int, end: int, text: str) -> Edit:
    """What a build file says instead."""
    return Edit(source.span(start, end), text, RULE)


def warning(source: Source, start: int, end: int, message: str) -> Diagnostic:
    """What somebody has to look at."""
    return Diagnostic(RULE, Severity.WARNING, Span(source.path, start, end), message)
