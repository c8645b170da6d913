"""What of the file system is the user's project, and by which name each of its files goes.

A file is its real path, however a compiler spells it: by a relative include, an absolute folder, `..` or links.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from functools import cache, cached_property

from msgspec import Struct

from retarget.source import provenance


class Project(Struct, frozen=True, dict=True):
    """`root`: the folder outside of which files stay as they are. `folders` (real paths) hold the user's files,
    wherever they lie. `given`: the inputs that go by another name than `name` gives, by real path."""

    root: str = ""
    folders: tuple[str, ...] = ()
    given: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, root: str, inputs: Iterable[str], sources: Iterable[str] = ()) -> Project:
        """That of these inputs; `sources`: the files that the compile database lists."""
        inputs = tuple(inputs)
        beside = {os.path.dirname(real(path)) for path in (*inputs, *sources)}
        apart = {f for f in beside if _inside(f, real(root)) is None or provenance.foreign(f"{f}/")}
        installed = {f"/opt/{folder.split('/')[2]}" for folder in beside if folder.startswith("/opt/")}
        plain = cls(root, tuple(sorted({real(root), *apart, *installed})))
        given = tuple((real(p), p) for p in inputs if plain.name(p) != p)
        return cls(root, plain.folders, given)

    @cached_property
    def _given_names(self) -> Mapping[str, str]:
        return dict(reversed(self.given))

    def holds(self, path: str) -> bool:
        """Whether a file is the user's: a folder of the project's lies deeper than what would make it another's."""
        other = provenance.foreign(real(path))
        return other is None or self._depth(real(path)) > len(other.folder)

    def is_within(self, path: str) -> bool:
        """Whether a file lies in a folder of the project's."""
        return self._depth(real(path)) >= 0

    def _depth(self, path: str) -> int:
        return max((len(f) for f in self.folders if _inside(path, f) is not None), default=-1)

    def name(self, path: str) -> str:
        """The one name of a file: as the user would spell it, from the working folder where it lies below that, else
        absolute. A link that leads out of the project is a file of the project's."""
        actual = real(path)
        if actual in self._given_names:
            return self._given_names[actual]
        spelled = os.path.abspath(path)
        leads_out = below(actual, self.root) is None and below(spelled, self.root) is not None
        if self.root and leads_out and real(spelled) == actual:
            actual = spelled
        inside = _inside(actual, os.getcwd())
        return actual if inside is None else inside


NOBODYS = Project()


def placed(path: str) -> str:
    """A path without dots, where that leads to the same place: behind a link, `..` is the folder that it leads to."""
    plain = os.path.normpath(path)
    return plain if ".." not in path or real(plain) == real(path) else path


def below(path: str, root: str) -> str | None:
    """The path of a file from a folder around it, as spelled, else as it is behind links; None outside of it."""
    if path.startswith("/") and root.startswith("/"):
        return _below(path, root)
    return _below.__wrapped__(path, root)  # by the working folder


@cache
def _below(path: str, root: str) -> str | None:
    spelled = _inside(os.path.abspath(path), os.path.abspath(root))
    return spelled if spelled is not None else _inside(real(path), real(root))


def forget() -> None:
    """Files may have come or gone."""
    _real.cache_clear()
    _below.cache_clear()
    provenance.forget()


@cache
def _real(path: str) -> str:
    return os.path.realpath(path)


def real(path: str) -> str:
    """The real path of a file, links followed."""
    return _real(path if path.startswith("/") else os.path.join(os.getcwd(), path))


def leads_in_a_circle(path: str) -> bool:
    """Whether links do on the way to a file."""
    try:
        os.stat(path)
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _inside(path: str, folder: str) -> str | None:
    if path == folder:
        return "."
    head = folder if folder.endswith("/") else f"{folder}/"
    return path[len(head) :] if path.startswith(head) else None
