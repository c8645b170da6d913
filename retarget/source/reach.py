"""Which files of the user's a unit reaches, by its text: include directives of every branch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from retarget.errors import InputError
from retarget.source import project
from retarget.source.flags import Flags
from retarget.source.lexer import Include, includes
from retarget.source.project import below, real
from retarget.source.provenance import foreign
from retarget.source.text import Source
from retarget.system.regular import is_endless, read_bytes
from retarget.system.toolchain import templates

NOTHING: Mapping[str, Source] = {}


def reached(root: Source, flags: Flags, texts: Mapping[str, Source] = NOTHING) -> tuple[Source, ...]:
    """The root and the user's files that its include directives reach, those in inactive branches too. `texts` stand
    for the files of the same path. A file's aliases are the links to it by which it is reached. Raises InputError."""
    found = {root.path: root}
    aliases: dict[str, set[str]] = {}
    queue = [(root, root.path)]
    for path in flags.forced:
        _is_file(path)
    while queue:
        source, spelled = queue.pop()
        for path in _included(source.text, spelled, flags):
            name = name_of(path, root, flags)
            if name not in found:
                found[name] = texts.get(name) or _current(name)
                queue.append((found[name], path))
            if alias := _alias(path, name, flags.project.root):
                aliases.setdefault(name, set()).add(alias)
    return tuple(replace(s, aliases=frozenset(aliases[p])) if p in aliases else s for p, s in found.items())


def name_of(path: str, root: Source, flags: Flags) -> str:
    """The one name of a file in a unit of this root."""
    return root.path if real(path) == real(root.path) else flags.project.name(path)


def _alias(path: str, name: str, root: str) -> str:
    """The name below the project that a spelling gives to a file which lies there by another; else empty."""
    spelled, placed = below(path, root), below(name, root)
    if not root or spelled is None or placed is None or spelled == placed:
        return ""
    alias = os.path.join(root, spelled)
    return alias if real(alias) == real(path) else ""


@lru_cache(maxsize=1 << 14)
def _included(text: str, includer: str, flags: Flags) -> tuple[str, ...]:
    """The user's files that a text includes, as compilers spell them."""
    paths = (located(include, includer, flags) for include in includes(text))
    return tuple(dict.fromkeys(path for path in paths if path and is_users(path, flags)))


def _current(path: str) -> Source:
    stamp = os.stat(path)
    return _read(path, os.getcwd(), stamp.st_mtime_ns, stamp.st_size)


def read_now(path: str) -> Source | None:
    """A file as it is now; None where it cannot be read."""
    try:
        return _current(path)
    except OSError:
        return None


@lru_cache(maxsize=1 << 10)
def _read(path: str, *_: object) -> Source:
    return Source(path, read_bytes(path).decode("latin-1"))


def resolve(include: Include, includer: str, flags: Flags) -> str | None:
    """The user's file that an include directive means, or None where it is no file of the user's."""
    path = located(include, includer, flags)
    return flags.project.name(path) if path and is_users(path, flags) else None


def is_users(path: str, flags: Flags) -> bool:
    """Whether a file that compilers find is the user's: not what toolkits and systems hold, nor, outside of the
    project, what is found in a folder that the flags call a system's, nor our own support headers."""
    if not flags.project.holds(path) or below(path, str(templates())) is not None:
        return False
    is_systems = any(below(path, folder) is not None for folder in flags.system)
    return not is_systems or flags.project.is_within(path)


def located(include: Include, includer: str, flags: Flags) -> str | None:
    """The file that a directive means, as a compiler finds and spells it: in the first folder that holds it."""
    beside = [] if include.angled else [os.path.dirname(includer), *flags.quote]
    folders = [*beside, *flags.include, *flags.system]
    if include.is_next:
        folders = _behind(include.path, includer, [*flags.quote, *flags.include, *flags.system])
    paths = (os.path.join(folder, include.path) for folder in folders)
    return next((path for path in paths if _is_file(path)), None)


def toolkit_name(include: Include, includer: str, flags: Flags) -> str:
    """The name by which CUDA's tables know a header: a copy within the project goes by the toolkit's own."""
    path = located(include, includer, flags)
    owner = foreign(real(path)) if path else None
    return owner.name(real(path)) if path and owner and owner.is_cudas else include.path


def is_elsewhere(include: Include, includer: str, flags: Flags) -> bool:
    """Whether compilers find a header, and in no folder of CUDA's."""
    path = located(include, includer, flags)
    owner = foreign(real(path)) if path else None
    return path is not None and not (owner and owner.is_cudas)


def _behind(path: str, includer: str, folders: list[str]) -> list[str]:
    """Where `#include_next` looks: behind the folder that the including file was found in."""
    held = (i for i, folder in enumerate(folders) if real(os.path.join(folder, path)) == real(includer))
    around = (i for i, folder in enumerate(folders) if below(includer, folder) is not None)
    return folders[next(held, next(around, -1)) + 1 :]


@lru_cache(maxsize=1 << 16)
def _is_file_at(path: str) -> bool:
    if is_endless(path):
        raise InputError(f"{path} is no regular file, and is included", "save the text to one first")
    return os.path.isfile(path)


def _is_file(path: str) -> bool:
    return _is_file_at(os.path.join(os.getcwd(), path))


def forget() -> None:
    """To be called before a walk: files may have come, gone or changed since the last one."""
    for remembered in (_included, _read, _is_file_at):
        remembered.cache_clear()
    project.forget()
