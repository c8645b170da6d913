"""Whole folders as inputs: which of their files are translated, and which are copied beside the translation."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import replace

from retarget.api.inputs import Inputs, listed
from retarget.errors import Error, InputError
from retarget.source.database import DATABASE
from retarget.source.file_patterns import FilePattern
from retarget.source.flags import CPP_ENDINGS
from retarget.source.project import below, real
from retarget.source.text import Diagnostic, Severity, Span
from retarget.system.unignored import unignored
from retarget.translation import lock as locks
from retarget.translation.lock import Whole
from retarget.translation.plain import names_cuda
from retarget.translation.walk import read

RULE = "whole-tree"
_CUDA = ".cu"
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh", ".inl", ".inc", ".ipp", ".tpp", ".tcc", ".def")
_SOURCES = (_CUDA, ".c", *CPP_ENDINGS, *_HEADERS)

I = TypeVar("I", bound=Inputs)


@dataclass
class _Sorted:
    """The files of folders. units: that are translated, in the context of units that include them."""

    units: list[str]
    copied: list[str]
    said: list[Diagnostic]


def expanded(inputs: I, output: str | None = None, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> I:
    """With the files of each folder that is named, less those that git ignores, those in the folder of outputs, and
    those that earlier runs wrote. include, exclude: patterns of their paths from the folder. A compile database in a
    folder, or in `build` there, counts where none is given.

    Raises InputError, MissingTool, Damaged; Error where patterns have no folder, or match nothing.
    """
    folders = tuple(os.path.normpath(f) for f in inputs.files if os.path.isdir(f))
    if not folders:
        if include or exclude:
            raise Error("--include and --exclude choose files of a folder: name a folder")
        return inputs
    for folder in folders:
        if output and below(folder, output) is not None:
            raise InputError(f"{folder} lies in the output folder {output}: give -o another folder")
    alone = [f for f in inputs.files if not os.path.isdir(f)]
    root = inputs.root or (folders[0] if len(folders) == 1 and not alone else None)
    found = dict.fromkeys(path for folder in folders for path in _files(folder, output, include, exclude))
    _refuse_idle(folders, include, exclude, output)
    kinds = _sorted([f for f in found if f not in alone], folders)
    if not kinds.units and not alone:
        raise InputError(f"{listed(folders)}: no file there names anything of CUDA's")
    database = inputs.database or next((d for f in folders for d in _databases(f)), None)
    whole = replace(
        inputs, files=(*alone, *kinds.units), root=root, database=database,
        whole=Whole(folders, tuple(include), tuple(exclude)), copied=tuple(kinds.copied), said=tuple(kinds.said),
    )  # fmt: skip
    return replace(whole, said=(*whole.said, *_generated(whole, folders)))


def _files(folder: str, output: str | None, include: Iterable[str], exclude: Iterable[str]) -> Iterator[str]:
    paths = [os.path.normpath(os.path.join(folder, path)) for path in unignored(folder)]
    written = _written(paths, folder)
    wanted, unwanted = ([FilePattern(folder, text) for text in texts] for texts in (include, exclude))
    for path in paths:
        is_output = output is not None and _is_within(path, output)
        is_chosen = not wanted or any(_matches(p, path) for p in wanted)
        if is_chosen and not is_output and path not in written and not any(_matches(p, path) for p in unwanted):
            yield path


def _matches(pattern: FilePattern, path: str) -> bool:
    """A link counts by its own name, wherever it leads."""
    spelled = os.path.join(os.path.dirname(os.path.abspath(path)), os.path.basename(path))
    return pattern.matches(spelled)


def _is_within(path: str, folder: str) -> bool:
    return below(os.path.dirname(os.path.abspath(path)), os.path.abspath(folder)) is not None


def _written(paths: Iterable[str], folder: str) -> frozenset[str]:
    """What earlier runs wrote there, by the locks in the folder or around it, and these locks."""
    found = {os.path.dirname(p) or "." for p in paths if os.path.basename(p) == locks.NAME}
    around = {*found, *(above for place in (folder, ".") if (above := locks.lock_above(place)))}
    outputs = (locks.resolved(path, place) for place in around for path in (*locks.read(place).outputs, locks.NAME))
    return frozenset(below(p, os.getcwd()) or p if not os.path.isabs(folder) else os.path.abspath(p) for p in outputs)


def _refuse_idle(folders: Sequence[str], include: Sequence[str], exclude: Sequence[str], output: str | None) -> None:
    """A pattern that matches nothing is most likely a slip."""
    for option, texts in (("--include", include), ("--exclude", exclude)):
        for text in texts:
            if not any(True for folder in folders for _ in _files(folder, output, (text,), ())):
                what = f"{option} {text} matches no file below {listed(folders)} that git does not ignore"
                is_folder = any(os.path.isdir(os.path.join(folder, text)) for folder in folders)
                advice = f"for all files of that folder, write {text}/" if is_folder and not text.endswith("/") else ""
                raise Error(what, advice or "patterns are of paths from there")


def _sorted(paths: Iterable[str], folders: Sequence[str]) -> _Sorted:
    kinds = _Sorted([], [], [])
    for path in paths:
        is_link = os.path.islink(path)
        if is_link and not (_leads_out(path, folders) and os.path.isfile(path) and path.endswith(_SOURCES)):
            kinds.copied.append(path)
        elif not os.access(path, os.R_OK):
            kinds.said.append(_error(path, "retarget cannot read this, and passes over it: change its permissions"))
        elif path.endswith(_SOURCES) and _is_unit(path, kinds.said):
            kinds.units.append(path)
        else:
            kinds.copied.append(path)
    return kinds


def _leads_out(path: str, folders: Sequence[str]) -> bool:
    return all(below(real(path), real(folder)) is None for folder in folders)


def _is_unit(path: str, said: list[Diagnostic]) -> bool:
    try:
        source = read(path)
    except InputError as error:
        said.append(_error(path, f"{str(error).removeprefix(path).lstrip(': ')}; it is copied as it is"))
        return False
    return path.endswith(_CUDA) or names_cuda(source.text)


def _error(path: str, message: str) -> Diagnostic:
    return Diagnostic(RULE, Severity.ERROR, Span(path, 0, 0), message)


def _databases(folder: str) -> Iterator[str]:
    places = (os.path.join(folder, "build"), folder)
    return (place for place in places if os.path.isfile(os.path.join(place, DATABASE)))


def _generated(inputs: Inputs, folders: Sequence[str]) -> Iterator[Diagnostic]:
    """Units of the database that lie in a folder, and that git ignores or nobody chose."""
    known = {real(f) for f in (*inputs.files, *inputs.copied)}
    beside = [c.file for c in inputs.commands if real(c.file) not in known and os.path.exists(c.file)]
    if apart := [f for f in beside if any(below(f, folder) is not None for folder in folders)]:
        advice = "name what is to be translated as a file"
        message = f"compiles {listed(apart)}, which git ignores or --exclude names: {advice}"
        yield Diagnostic("database", Severity.WARNING, Span(str(inputs.database), 0, 0), message)
