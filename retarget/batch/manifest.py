"""The manifest of a batch: its programs, how each one is compiled, run and judged.

    steps = ["translate", "build", "verify"]

    [[program]]
    name = "bfs"
    folder = "cuda/bfs"
    sources = ["bfs.cu"]
    run = ["../../data/bfs/graph4096.txt"]
    outputs = ["result.txt"]
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from retarget.errors import Error, InputError
from retarget.system.regular import read_bytes
from retarget.system.toml_lines import lines_of_keys

STEPS = ("translate", "build", "verify", "tune")
USUAL = ("translate", "build", "verify")
_NAME = re.compile(r"[\w.+-][\w.+ /-]*")


class ManifestError(Error):
    """A manifest that cannot be read; the message begins with its place."""


_OWN = frozenset({"path"})  # fields that no manifest gives


class Described(Struct, frozen=True):
    """A program.

    folder: from the manifest's; everything else is relative to it. sources: its units; flags: of a compiler, for all of
    them; database: a compile database that has them by unit. run: the program's arguments; none where it is not run.
    inputs: files and folders that have to be there. outputs: files that it writes, which are compared. ignore: regular
    expressions of lines that may differ. check, build: commands for a tuning, see `retarget tune`. limit: seconds for
    a run. steps: other ones than the manifest's.
    """

    name: str
    folder: str
    sources: tuple[str, ...]
    flags: tuple[str, ...] = ()
    database: str = ""
    run: tuple[str, ...] | None = None
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    tolerance: float | None = None
    check: str = ""
    build: str = ""
    limit: float | None = None
    steps: tuple[str, ...] | None = None


class Manifest(Struct, frozen=True):
    """root: from the manifest's folder; of files outside of it, translations change none; empty for each program's own
    folder. steps: of STEPS, in order; architectures: as `--arch`; target: that `tune` runs on; figures: choose by the
    compiler's figures instead; shuffle: random orders that `verify` tries; limit: seconds for a run of a program;
    timeout: seconds for a step; budget: seconds for a tuning; largest: bytes of a file that a step may write."""

    root: str = ""
    steps: tuple[str, ...] = USUAL
    architectures: str = "gfx90a"
    target: str = "amd"
    figures: bool = False
    shuffle: int = 0
    limit: float = 60.0
    timeout: float = 600.0
    budget: float = 120.0
    largest: int = 2 << 30
    program: tuple[Described, ...] = ()
    path: str = ""

    @property
    def folder(self) -> str:
        return os.path.dirname(os.path.abspath(self.path))

    def steps_of(self, program: Described) -> tuple[str, ...]:
        """In the order in which they build on each other. What cannot run is neither verified nor tuned by runs."""
        wanted = self.steps if program.steps is None else program.steps
        return tuple(s for s in STEPS if s in wanted)


def read_manifest(path: str) -> Manifest:
    """Raises InputError, ManifestError with the line of what is wrong."""
    try:
        text = read_bytes(path).decode("utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ManifestError(f"{path}: a manifest is UTF-8 text", "convert it with iconv") from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"{path}: {error}") from None
    lines = lines_of_keys(text)

    def wrong(message: str, *keys: str | int, advice: str = "") -> ManifestError:
        found = (keys[:n] for n in range(len(keys), 0, -1))
        line = next((lines[k] for k in found if k in lines), 1)
        return ManifestError(f"{path}:{line}: error: {message}", advice)

    _refuse_unknown(values, Manifest, wrong, ())
    for at, given in enumerate(values.get("program", ())):
        if isinstance(given, dict):
            _refuse_unknown(given, Described, wrong, ("program", at))
    try:
        manifest = msgspec.convert(values, Manifest)
    except msgspec.ValidationError as error:
        keys = _keys(str(error))
        raise wrong(str(error).replace("`$.", "`").replace("$", "the manifest"), *keys) from None
    _refuse_steps(manifest.steps, wrong, ("steps",))
    if not os.path.isdir(os.path.join(os.path.dirname(os.path.abspath(path)), manifest.root)):
        raise wrong(f"{manifest.root}: no such folder", "root")
    _check(manifest, wrong, os.path.dirname(os.path.abspath(path)))
    return replace(manifest, path=path)


def _refuse_unknown(given: dict[str, Any], kind: type, wrong: Any, place: tuple[str | int, ...]) -> None:
    known = [f.name for f in fields(kind) if f.name not in _OWN]
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, 1)
            advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            raise wrong(f"no key '{key}' here", *place, key, advice=advice)


def _keys(message: str) -> Iterator[str | int]:
    place = message.rpartition("`$")[2].rstrip("`")
    for name, number in re.findall(r"\.(\w+)|\[(\d+)\]", place):
        yield name or int(number)


def _refuse_steps(steps: Iterable[str], wrong: Any, place: tuple[str | int, ...]) -> None:
    for step in steps:
        if step not in STEPS:
            raise wrong(f"no step '{step}'", *place, advice=f"the steps are {', '.join(STEPS)}")


def _check(manifest: Manifest, wrong: Any, folder: str) -> None:
    if not manifest.program:
        raise wrong("it describes no program", advice="retarget batch --discover FOLDER writes one")
    seen: dict[str, int] = {}
    for at, program in enumerate(manifest.program):
        place = ("program", at)
        if not _NAME.fullmatch(program.name) or ".." in program.name.split("/") or program.name.endswith("/"):
            raise wrong(f"'{program.name}' is no name of a program: use letters, digits, . + - _ and /", *place, "name")
        if program.name in seen:
            raise wrong(f"two programs are called '{program.name}'", *place, "name")
        seen[program.name] = at
        if not program.sources:
            raise wrong(f"{program.name} has no sources", *place, "sources")
        if program.steps is not None:
            _refuse_steps(program.steps, wrong, (*place, "steps"))
        for path in program.sources:
            if not os.path.isfile(os.path.join(folder, program.folder, path)):
                raise wrong(f"{program.name}: {os.path.join(program.folder, path)}: no such file", *place, "sources")


def written(manifest: Manifest, comment: str = "") -> str:
    """As TOML; without defaults, but for what a user fills in."""
    usual, lines = Manifest(), [f"# {line}" for line in comment.splitlines()]
    for one in fields(Manifest):
        value = getattr(manifest, one.name)
        if one.name not in ("program", "path") and (value != getattr(usual, one.name) or one.name == "steps"):
            lines.append(f"{one.name} = {_toml(value)}")
    for program in manifest.program:
        lines += ["", "[[program]]"]
        for one in fields(Described):
            value = getattr(program, one.name)
            if value not in ((), "", None):
                lines.append(f"{one.name} = {_toml(value)}")
        if program.run is None:
            lines.append('# run = ["its", "arguments"]  # not run without')
        elif not program.run:
            lines.append("run = []")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def place(manifest: Manifest, program: Described) -> Path:
    """The folder of a program."""
    return Path(manifest.folder) / program.folder
