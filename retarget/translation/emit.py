"""Where translated texts go, and how they get there: whole or not at all, and never over what is not ours."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from msgspec import Struct

from retarget.errors import Error, OutputError
from retarget.source.flags import UNIT_ENDINGS
from retarget.source.project import below, real
from retarget.system.finished import is_special
from retarget.system.regular import read_bytes
from retarget.translation import parts
from retarget.translation.head import Spelling
from retarget.translation.merge import Program

BACKUP = ".orig"
STDOUT = "-"  # of -o
LINK = b"link to "  # in the digest of an output that is one


class Place(Enum):
    """How the user wants the output placed."""

    BESIDE = "beside"  # foo.cu -> foo.hip in the same folder, where nothing but roots changes
    FILE = "file"  # -o PATH: the one input, with what it needs put into the text; `-` is the standard output
    TREE = "tree"  # -o FOLDER: all files reached, their folders kept
    IN_PLACE = "in-place"


def place_of(output: str | None, in_place: bool, count: int) -> Place:
    """How so many inputs are placed, given `-o` and `--in-place`."""
    if output is None:
        return Place.IN_PLACE if in_place else Place.BESIDE
    if output == STDOUT:
        return Place.FILE
    is_folder = output.endswith(("/", os.sep)) or os.path.isdir(output)
    if count > 1 and not is_folder and output.endswith(UNIT_ENDINGS):
        raise Error(f"-o {output} is the name of one file, and there are {count} inputs", f"-o {output}/ is a folder")
    is_folder = is_folder or count > 1
    return Place.TREE if is_folder else Place.FILE


class Layout(Struct, frozen=True):
    """Where outputs go. `root` is the folder that the paths of a tree are relative to."""

    place: Place
    root: str
    target: str = ""
    ending: str = ".hip"  # of a unit that nobody includes; in a tree, CUDA keeps its own
    folder: str = parts.FOLDER  # of the support headers

    def output(self, path: str, is_root: bool, included: bool) -> str:
        """The output path of a file. A unit that nobody includes becomes `.hip`; others keep their names."""
        if self.place is Place.IN_PLACE:
            return self._linked(path) if os.path.islink(path) else path
        if self.place is Place.FILE:
            return self.target
        keeps = self.place is Place.TREE and self.ending.endswith(".cu")
        renamed = path
        if path.endswith(".cu") and is_root and not included and not keeps:
            renamed = path[: -len(".cu")] + self.ending
        if self.place is Place.BESIDE:
            return renamed
        inside = below(renamed, self.root)
        if inside is None:
            raise OutputError(f"{path} lies outside of {self.root}: give --root a folder that holds all inputs")
        return os.path.normpath(os.path.join(self.target, inside))

    def _linked(self, link: str) -> str:
        """The file that a link leads to, which is what changes; the link stays."""
        actual = real(link)
        if below(actual, self.root) is None:
            raise OutputError(f"{link} leads to {actual}, outside of {self.root}: name that file, or give --root")
        return below(actual, os.getcwd()) or actual

    def twin(self, folder: str) -> str | None:
        """Where a tree holds what the sources have in a folder; None where it lies outside of them."""
        inside = below(folder, self.root)
        return None if inside is None else os.path.normpath(os.path.join(self.target, inside))

    def parts_folder(self) -> str:
        """The folder that the support headers are written to."""
        base = self.target if self.place is Place.TREE else self.root
        return os.path.normpath(os.path.join(base, self.folder))

    def spelling(self, path: str) -> Spelling:
        """How a file brings in a support header: by an include, or, being written alone, by its text."""
        if self.place is Place.FILE:
            already: set[str] = set()
            return lambda part: parts.inlined(part, already)
        folder = os.path.dirname(os.path.abspath(self.output(path, False, True)))
        relative = os.path.relpath(os.path.abspath(self.parts_folder()), folder).replace(os.sep, "/")
        return lambda part: parts.included(part, relative)


class Output(Struct, frozen=True):
    """A file to write; `source` is the path of the user's file that it comes from, empty for a support header.
    A link, and a copy of its source, have no text."""

    path: str
    text: str
    source: str = ""
    link: str = ""  # where it leads to, from its own folder
    is_copy: bool = False  # with the mode of its source, too

    @property
    def data(self) -> bytes:
        if self.is_copy:
            return read_bytes(self.source)
        return LINK + os.fsencode(self.link) if self.link else self.text.encode("latin-1")

    @property
    def has_mode(self) -> bool:
        """Whether what stands at its path may be executed as far as its source."""
        return not self.is_copy or os.access(self.path, os.X_OK) == os.access(self.source, os.X_OK)

    def put(self) -> None:
        """Writes it whole or not at all. OSError passes through."""
        path = Path(self.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.link:
            scratch = _scratch(path)
            scratch.symlink_to(self.link)
            os.replace(scratch, path)
        else:
            replace_whole(path, self.data, Path(self.source) if self.is_copy else None)


def outputs(program: Program, layout: Layout) -> tuple[Output, ...]:
    """What is to be written. In a tree, unchanged files are copied so that it stands alone; elsewhere only what
    changes, and, beside its source, each root. Raises OutputError where a layout cannot hold the program."""
    files = list(program.files)
    included = {s.path for u in program.units for s in u.sources if s.path != u.root}
    if layout.place is Place.BESIDE:
        _refuse_beside(f.source.path for f in files if f.changed and not (f.is_root and f.source.path not in included))
    if layout.place is Place.FILE:
        files = [f for f in files if f.is_root][:1]
    if layout.place is Place.IN_PLACE:
        files = [f for f in files if f.changed]
    if layout.place is Place.BESIDE:
        files = [f for f in files if f.is_root]
    places = [layout.output(f.source.path, f.is_root, f.source.path in included) for f in files]
    found = [Output(place, f.text, f.source.path) for place, f in zip(places, files, strict=True)]
    refuse_collisions(found)
    if layout.place is Place.TREE:
        aliases = {(alias, s.path) for u in program.units for s in u.sources for alias in s.aliases}
        found += links(aliases, found, layout)
    if layout.place is not Place.FILE:
        needed = dict.fromkeys(q for f in files for p in f.parts for q in parts.closure(p))
        found += [Output(f"{layout.parts_folder()}/{p}.h", parts.text(p)) for p in needed]
    return tuple(found)


def links(aliases: Iterable[tuple[str, str]], found: Iterable[Output], layout: Layout) -> list[Output]:
    """The links of a tree that lead to files of it, as in the sources: includes go by way of them. aliases: by which
    files are reached, each with the file's own path; found: the outputs of files."""
    written = {o.source: o.path for o in found}
    made = []
    for alias, path in sorted(aliases):
        if path in written:
            place = layout.output(alias, False, True)
            made.append(Output(place, "", link=os.path.relpath(written[path], os.path.dirname(place))))
    return made


def _refuse_beside(included: Iterable[str]) -> None:
    changed = sorted(included)
    if changed:
        listed = ", ".join(changed[:4]) + (" ..." if len(changed) > 4 else "")
        raise OutputError(
            f"{len(changed)} included file(s) change as well ({listed}) and cannot stand beside themselves: "
            "write a tree with -o FOLDER/, or change them with --in-place"
        )


def refuse_collisions(found: Iterable[Output]) -> None:
    """Raises OutputError where two outputs have one path."""
    seen: dict[str, Output] = {}
    for output in found:
        other = seen.setdefault(output.path, output)
        if other is not output:
            remedy = "leave one out with --exclude" if output.is_copy else "translate them into two folders"
            raise OutputError(f"{output.path} would hold both {other.source} and {output.source}: {remedy}")


def put(found: Iterable[Output]) -> None:
    """Writes outputs to a folder of ours, where nothing of the user's lies."""
    for output in found:
        output.put()


def replace_whole(path: Path, data: bytes, like: Path | None = None) -> None:
    """Writes a file whole or not at all, with the permissions of another, else of what it replaces. OSError passes
    through. A device, such as /dev/null, gets the data."""
    if is_special(path):
        path.write_bytes(data)
        return
    scratch = _scratch(path)
    try:
        with open(scratch, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if (like or path).exists():
            shutil.copymode(like or path, scratch)
        os.replace(scratch, path)
    except OSError as error:
        error.filename = error.filename or str(path)  # a write names none
        raise
    finally:
        scratch.unlink(missing_ok=True)


def _scratch(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.retarget")


def refuse_place(path: str) -> None:
    """Before work whose result is to be written. Raises OutputError where that could not be; changes nothing."""
    if os.path.isdir(path):
        raise OutputError(f"{path} is a directory: name a file")
    folder = next(p for p in Path(os.path.abspath(path)).parents if p.exists())
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}: give another place") from None


def content_at(path: str) -> bytes | None:
    """What stands at a path, as `Output.data` has it; None where that cannot be read."""
    try:
        return LINK + os.fsencode(os.readlink(path)) if os.path.islink(path) else read_bytes(path)
    except OSError:
        return None


def back_up(path: Path) -> None:
    """Keeps the original beside the file; an earlier backup is the older original, and stays."""
    backup = path.with_name(path.name + BACKUP)
    if not backup.exists():
        replace_whole(backup, path.read_bytes(), path)
