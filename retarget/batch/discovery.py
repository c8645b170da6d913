"""The programs of a tree: of a build that CMake configured, else of its Makefiles."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from retarget.batch.cmake_builds import of_database
from retarget.batch.make_builds import of_makefiles
from retarget.batch.tool_calls import Found
from retarget.errors import InputError
from retarget.source.database import DATABASE
from retarget.source.project import below

_SCRIPTS = ("run", "run.sh")


def discovered(folder: str, manifest_in: str, tell: Callable[[str], None] = lambda _: None) -> tuple[Found, ...]:
    """The programs below a folder that name anything of CUDA's, by name. manifest_in: the folder of the manifest, which
    their folders are relative to. Raises InputError where there is none."""
    root = os.path.abspath(folder)
    if not os.path.isdir(root):
        raise InputError(f"{folder}: no such folder")
    builds = [d for d in (os.path.join(root, "build"), root) if os.path.isfile(os.path.join(d, DATABASE))]
    found = of_database(builds[0], tell) if builds else of_makefiles(root, tell)
    programs = sorted(_with_unique_names(found, root), key=lambda f: f.program.name)
    if not programs:
        raise InputError(
            f"{folder}: no program there was found: it holds neither a {DATABASE} nor a Makefile that compiles CUDA; "
            "configure its build, or write a manifest"
        )
    here = os.path.abspath(manifest_in)
    folders = (os.path.relpath(f.program.folder, here) for f in programs)
    return tuple(replace(f, program=replace(f.program, folder=at)) for f, at in zip(programs, folders, strict=True))


def _with_unique_names(found: Iterable[Found], root: str) -> Iterator[Found]:
    """With names of their own: the folder's, and the executable's where a folder has several, or is called as all are
    (`src`)."""
    listed = list(found)
    folders = [f.program.folder for f in listed]
    last = [os.path.basename(f) for f in folders]
    seen: set[str] = set()
    for one in listed:
        program = one.program
        place = below(program.folder, root) or "."
        is_telling = len(listed) == 1 or last.count(os.path.basename(program.folder)) == 1
        alone = folders.count(program.folder) == 1 and place not in (".", "src") and is_telling
        name = place if alone else os.path.normpath(f"{place}/{program.name}").lstrip("./") or program.name
        plain = re.sub(r"[^\w.+/-]", "_", name)
        while plain in seen:
            plain += "_"
        seen.add(plain)
        run = _of_script(program.folder) if program.run is None else program.run
        inputs = tuple(w for w in run or () if "/" in w)
        yield replace(one, program=replace(program, name=plain, run=run, inputs=inputs))


def _of_script(folder: str) -> tuple[str, ...] | None:
    """The arguments in a script `run` of one command; none where there is no such script."""
    for name in _SCRIPTS:
        path = Path(folder) / name
        lines = path.read_text(errors="replace").splitlines() if path.is_file() else []
        commands = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
        if len(commands) == 1:
            try:
                return tuple(shlex.split(commands[0])[1:])
            except ValueError:
                return None
    return None
