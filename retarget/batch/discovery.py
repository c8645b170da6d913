"""The programs of a tree: by its compile database, else by watching its Makefiles build, with tools that do nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retarget.batch import recorder
from retarget.batch.manifest import Described
from retarget.batch.mirror import mirrored
from retarget.errors import Error, InputError
from retarget.source.database import DATABASE, Command, read_database
from retarget.source.flags import OPENMP
from retarget.source.lexer import code
from retarget.source.project import below
from retarget.source.text import Source
from retarget.translation.plain import names_cuda

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_TOOLS = ("nvcc", "gcc", "g++", "cc", "c++", "clang", "clang++", "icc", "icpc", "mpicc", "mpicxx", "ar", "ld", "ranlib")
_COMPILERS = frozenset(_TOOLS[:-3])
_TIMEOUT = 120  # seconds for a build that compiles nothing
_TARGET = re.compile(r"(?:.*/)?CMakeFiles/([^/]+)\.dir/")
_SCRIPTS = ("run", "run.sh")
_OBJECTS = (".o", ".obj", ".a")


Entry = Mapping[str, object]  # of a compile database


@dataclass(frozen=True)
class Found:
    """A program. entries: of a compile database, where its units differ in flags or language."""

    program: Described
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Watched:
    """A call of a tool. sources, objects: what it reads; output: what it makes; all absolute."""

    tool: str
    directory: str
    words: tuple[str, ...]
    sources: tuple[str, ...]
    objects: tuple[str, ...]
    output: str


def discovered(folder: str, manifest_in: str, tell: Callable[[str], None] = lambda _: None) -> tuple[Found, ...]:
    """The programs below a folder that name anything of CUDA's, by name. manifest_in: the folder of the manifest, which
    their folders are relative to. Raises InputError where there is none."""
    root = os.path.abspath(folder)
    if not os.path.isdir(root):
        raise InputError(f"{folder}: no such folder")
    databases = [d for d in (os.path.join(root, "build"), root) if os.path.isfile(os.path.join(d, DATABASE))]
    if databases:
        place = os.path.join(databases[0], DATABASE)
        tell(f"{place} does not say what is linked: add the units of a program's libraries to its `sources`")
    found = list(_of_database(databases[0]) if databases else _of_makefiles(root, tell))
    programs = sorted(_named(found, root), key=lambda f: f.program.name)
    if not programs:
        raise InputError(
            f"{folder}: no program there was found: it holds neither a {DATABASE} nor a Makefile that compiles CUDA; "
            "configure its build, or write a manifest"
        )
    here = os.path.abspath(manifest_in)
    folders = (os.path.relpath(f.program.folder, here) for f in programs)
    return tuple(replace(f, program=replace(f.program, folder=at)) for f, at in zip(programs, folders, strict=True))


def _named(found: Iterable[Found], root: str) -> Iterator[Found]:
    """With names of their own: the folder's, and the executable's where a folder has several."""
    listed = list(found)
    folders = [f.program.folder for f in listed]
    seen: set[str] = set()
    for one in listed:
        program = one.program
        place = below(program.folder, root) or "."
        alone = folders.count(program.folder) == 1 and place != "."
        name = place if alone else os.path.normpath(f"{place}/{program.name}").lstrip("./") or program.name
        plain = re.sub(r"[^\w.+/-]", "_", name)
        while plain in seen:
            plain += "_"
        seen.add(plain)
        run = _guessed(program.folder)
        inputs = tuple(w for w in run or () if "/" in w)
        yield replace(one, program=replace(program, name=plain, run=run, inputs=inputs))


def _guessed(folder: str) -> tuple[str, ...] | None:
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


# By compile database: what CMake links together stands in one folder of objects.


def _of_database(database: str) -> Iterator[Found]:
    commands = read_database(Path(database))
    entries = _entries(Path(database) / DATABASE)
    outputs = {file: _output(entry) for file, entry in entries.items()}
    groups: dict[tuple[str, str], list[Command]] = {}
    for command in commands:
        match = _TARGET.match(outputs.get(command.file, ""))
        target = match[1] if match else os.path.splitext(os.path.basename(command.file))[0]
        groups.setdefault((os.path.dirname(command.file) if not match else "", target), []).append(command)
    for (_, target), listed in groups.items():
        files = [c.file for c in listed]
        if _has_main(files) and _names_cuda(files):
            folder = os.path.commonpath([os.path.dirname(f) for f in files])
            yield _described(target, folder, listed, [entries[f] for f in files if f in entries])


def _entries(path: Path) -> dict[str, Entry]:
    listed = json.loads(path.read_text(errors="surrogateescape"))
    return {os.path.normpath(os.path.join(e["directory"], e["file"])): e for e in listed}


def _output(entry: Entry) -> str:
    given = entry.get("arguments")
    words = [str(w) for w in given] if isinstance(given, list) else shlex.split(str(entry.get("command", "")))
    return str(entry.get("output") or (words[words.index("-o") + 1] if "-o" in words[:-1] else ""))


# By Makefiles, the innermost first: what a link call reads is a program.


def _of_makefiles(root: str, tell: Callable[[str], None]) -> Iterator[Found]:
    for folder in _folders(root):
        tell(f"watching the build of {below(folder, root)}")
        calls = watched(Path(folder))
        yield from _linked(folder, calls)


def _folders(root: str) -> Iterator[str]:
    """Folders with a Makefile, and CUDA below, that hold no other such folder."""
    wanted: list[str] = []
    for at, folders, names in os.walk(root, topdown=True):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        if any(name in names for name in MAKEFILES):
            wanted.append(at)
    with_cuda = [f for f in wanted if _holds_cuda(f)]
    return (f for f in sorted(with_cuda) if not any(o != f and below(o, f) is not None for o in with_cuda))


def _holds_cuda(folder: str) -> bool:
    return any(name.endswith((".cu", ".cuh")) for _, _, names in os.walk(folder) for name in names)


def watched(folder: Path) -> tuple[Watched, ...]:
    """The calls that `make` makes of compilers, archivers and linkers, which do nothing, in a copy of the folder."""
    with tempfile.TemporaryDirectory(prefix="retarget-") as place, mirrored(folder, Path(place) / "copy") as copy:
        tools, log = Path(place) / "toolkit", Path(place) / "log"
        _lay_out(tools / "bin")
        path = f"{tools / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = {**os.environ, "PATH": path, "RETARGET_RECORD": str(log)}
        environment |= dict.fromkeys(("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"), str(tools))
        words = ["make", "-k", "-B", f"CUDA_DIR={tools}", f"CUDA_PATH={tools}", f"CUDA_HOME={tools}"]
        try:
            subprocess.run(words, cwd=copy, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                           timeout=_TIMEOUT, check=False)  # fmt: skip
        except FileNotFoundError:
            raise Error("make is missing, which runs the builds") from None
        except subprocess.TimeoutExpired:
            pass  # what it called until then counts
        lines = log.read_text(errors="surrogateescape").splitlines() if log.exists() else []
        calls = [_call(json.loads(line), copy, folder, tools) for line in lines]
    return tuple(calls)


def _lay_out(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in _TOOLS:
        script = folder / name
        words = shlex.join([sys.executable, "-I", recorder.__file__, name])
        script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        script.chmod(script.stat().st_mode | stat.S_IXUSR)


def _call(record: Mapping[str, object], copy: Path, folder: Path, tools: Path) -> Watched:
    """With the paths of the original, and without those of the tools."""
    words = [str(w) for w in record["words"] if str(tools) not in str(w)]  # type: ignore[attr-defined]
    made = [str(w) for w in record["outputs"]]  # type: ignore[attr-defined]
    directory = str(record["directory"])

    def placed(path: str) -> str:
        whole = os.path.normpath(os.path.join(directory, path))
        inside = below(whole, str(copy))
        return os.path.realpath(whole) if inside is None else os.path.join(folder, inside)  # links lead out of the copy

    files = [placed(w) for w in recorder.inputs(words)]
    sources = tuple(f for f in files if f.endswith(recorder.SOURCES))
    objects = tuple(f for f in files if f not in sources)
    return Watched(
        str(record["tool"]), placed("."), tuple(words), sources, objects, placed(made[0]) if len(made) == 1 else ""
    )


def _linked(folder: str, calls: Sequence[Watched]) -> Iterator[Found]:
    by_output: dict[str, list[Watched]] = {}
    for call in calls:
        for output in [call.output] if call.output else [_object(s) for s in call.sources]:
            by_output.setdefault(output, []).append(call)

    def units(call: Watched, seen: frozenset[str]) -> Iterator[tuple[str, Watched]]:
        yield from ((source, call) for source in call.sources)
        for name in call.objects:
            if name not in seen:
                for made in by_output.get(name, ()):
                    if made is not call:
                        yield from units(made, seen | {name})

    for call in calls:
        is_program = call.tool in _COMPILERS and call.output and not call.output.endswith((*_OBJECTS, ".so", ".ptx"))
        pairs = dict(units(call, frozenset())) if is_program else {}
        files = [f for f in pairs if os.path.isfile(f)]
        if files and _names_cuda(files):
            entries = [_entry(f, pairs[f]) for f in files]
            with tempfile.TemporaryDirectory(prefix="retarget-") as place:
                (Path(place) / DATABASE).write_text(json.dumps(entries), errors="surrogateescape")
                by_file = {c.file: c for c in read_database(Path(place))}
            commands = [by_file[f] for f in files if f in by_file]
            yield _described(os.path.basename(call.output), folder, commands, entries)


def _object(source: str) -> str:
    return os.path.splitext(source)[0] + ".o"


def _entry(source: str, call: Watched) -> Entry:
    return {"directory": call.directory, "file": source, "arguments": [call.tool, *call.words]}


def _described(name: str, folder: str, commands: Sequence[Command], entries: Sequence[Entry]) -> Found:
    """With the flags of its units, where they agree."""
    files, (whole, *others) = [c.file for c in commands], [c.flags for c in commands]
    ordered = sorted(dict.fromkeys(files), key=lambda f: not _has_main([f]))  # a program is called by its first
    described = Described(name, folder, tuple(os.path.relpath(f, folder) for f in ordered))
    if whole.language or any(own != whole for own in others):
        return Found(described, tuple(entries))
    words = [w for f in (*whole.include, *whole.quote, *whole.system) if (w := _option("-I", f, folder))]
    words += [f"-D{d}" for d in whole.define if d != OPENMP] + ["-fopenmp"] * whole.openmp
    words += [f"-std={whole.std}"] if whole.std else []
    return Found(replace(described, flags=tuple(dict.fromkeys(words))))


def _option(option: str, path: str, folder: str) -> str:
    """A folder relative to the program's; none for one that is not there, such as a toolkit that stood in."""
    whole = os.path.normpath(os.path.join(folder, path))
    return f"{option}{os.path.relpath(whole, folder)}" if os.path.isdir(whole) else ""


def _has_main(files: Iterable[str]) -> bool:
    return any(_defines_main(f) for f in files)


def _defines_main(path: str) -> bool:
    text = _text(path)
    if "main" not in text:
        return False
    listed = code(text)
    return any(t.text == "main" and not t.directive and listed[i + 1 : i + 2] and listed[i + 1].text == "("
               for i, t in enumerate(listed))  # fmt: skip


def _names_cuda(files: Iterable[str]) -> bool:
    return any(f.endswith(".cu") or names_cuda(_text(f)) for f in files)


def _text(path: str) -> str:
    try:
        return Source.read(path).text
    except OSError:
        return ""
