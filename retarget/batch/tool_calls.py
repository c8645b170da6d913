"""Calls of compilers, archivers and linkers, and the programs that they link together."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.batch import recorder
from retarget.batch.manifest import Described
from retarget.source.database import DATABASE, DatabaseEntry, read_database
from retarget.source.flags import OPENMP, Flags
from retarget.source.program_start import defines_main
from retarget.source.text import Source
from retarget.translation.plain import names_cuda

TOOLS = ("nvcc", "gcc", "g++", "cc", "c++", "clang", "clang++", "icc", "icpc", "mpicc", "mpicxx", "ar", "ld", "ranlib")
_COMPILERS = frozenset(TOOLS[:-3])
_OBJECTS = (".o", ".obj", ".a")
_VERSION = re.compile(r"(?:.*-(?=[a-z+]+(?:-[\d.]+)?$))?(.*?)(?:-[\d.]+)?")

Entry = Mapping[str, object]  # of a compile database


class Found(Struct, frozen=True):
    """A program. entries: of a compile database, where its units differ in flags or language."""

    program: Described
    entries: tuple[Entry, ...] = ()


class ToolCall(Struct, frozen=True):
    """A call of a tool. sources, objects: what it reads; output: what it makes, empty where it makes several; all
    absolute."""

    tool: str
    directory: str
    words: tuple[str, ...]
    sources: tuple[str, ...]
    objects: tuple[str, ...]
    output: str

    @classmethod
    def of(cls, tool: str, directory: str, words: Sequence[str]) -> ToolCall:
        """tool: also as a path, with a prefix and a version: `/usr/bin/x86_64-linux-gnu-g++-12`."""

        def placed(path: str) -> str:
            return os.path.normpath(os.path.join(directory, path))

        name = tool_name(tool)
        files, made = [placed(w) for w in recorder.inputs(words)], recorder.outputs(name, words)
        sources = tuple(f for f in files if f.endswith(recorder.SOURCES))
        objects = tuple(f for f in files if f not in sources)
        return cls(name, placed("."), tuple(words), sources, objects, placed(made[0]) if len(made) == 1 else "")

    @property
    def links(self) -> bool:
        """Whether it makes a program."""
        is_compiler = self.tool in _COMPILERS and "-shared" not in self.words
        return is_compiler and bool(self.output) and not self.output.endswith((*_OBJECTS, ".so", ".ptx"))


def tool_name(tool: str) -> str:
    match = _VERSION.fullmatch(os.path.basename(tool))
    return match[1] if match else tool


def linked(folder: str | None, calls: Sequence[ToolCall]) -> Iterator[Found]:
    """The programs that calls make, with all units of what is linked. folder: theirs; None for the folder that their
    sources share."""
    by_output: dict[str, list[ToolCall]] = {}
    for call in calls:
        for output in [call.output] if call.output else [_object(s) for s in call.sources]:
            by_output.setdefault(output, []).append(call)

    def units(call: ToolCall, seen: set[str]) -> Iterator[tuple[str, ToolCall]]:
        yield from ((source, call) for source in call.sources)
        for name in call.objects:
            if name not in seen:
                seen.add(name)
                for made in by_output.get(name, ()):
                    if made is not call:
                        yield from units(made, seen)

    for call in calls:
        pairs = dict(units(call, set())) if call.links else {}
        files = [f for f in pairs if os.path.isfile(f)]
        if files and any_names_cuda(files):
            entries = [_entry(f, pairs[f]) for f in files]
            with tempfile.TemporaryDirectory(prefix="retarget-") as place:
                (Path(place) / DATABASE).write_text(json.dumps(entries), errors="surrogateescape")
                by_file = {c.file: c for c in read_database(Path(place))}
            commands = [by_file[f] for f in files if f in by_file]
            own = folder or os.path.commonpath([os.path.dirname(f) for f in files])
            found = described(os.path.basename(call.output), own, commands, entries)
            libraries = tuple(w for w in dict.fromkeys(call.words) if re.fullmatch(r"-l\S+", w))
            yield replace(found, program=replace(found.program, flags=(*found.program.flags, *libraries)))


def _object(source: str) -> str:
    return os.path.splitext(source)[0] + ".o"


def _entry(source: str, call: ToolCall) -> Entry:
    return {"directory": call.directory, "file": source, "arguments": [call.tool, *call.words]}


def described(name: str, folder: str, commands: Sequence[DatabaseEntry], entries: Sequence[Entry]) -> Found:
    """With the flags of its units, where they agree."""
    files, (whole, *others) = [c.file for c in commands], [c.flags for c in commands]
    ordered = sorted(dict.fromkeys(files), key=lambda f: not has_main([f]))  # a program is called by its first
    program = Described(name, folder, tuple(os.path.relpath(f, folder) for f in ordered))
    if whole != _told(whole) or any(own != whole for own in others):
        return Found(program, tuple(entries))
    words = [w for f in (*whole.include, *whole.quote, *whole.system) if (w := _option("-I", f, folder))]
    words += [f"-D{d}" for d in whole.define if d != OPENMP] + ["-fopenmp"] * whole.openmp
    words += [f"-std={whole.std}"] if whole.std else []
    return Found(replace(program, flags=tuple(dict.fromkeys(words))))


def _told(flags: Flags) -> Flags:
    """What of them the flags of a manifest tell: the rest needs the commands themselves."""
    return Flags(include=flags.include, quote=flags.quote, system=flags.system, define=flags.define, std=flags.std,
                 toolkit=flags.toolkit, library=flags.library, project=flags.project)  # fmt: skip


def _option(option: str, path: str, folder: str) -> str:
    """A folder relative to the program's; none for one that is not there, such as a toolkit that stood in."""
    whole = os.path.normpath(os.path.join(folder, path))
    return f"{option}{os.path.relpath(whole, folder)}" if os.path.isdir(whole) else ""


def has_main(files: Iterable[str]) -> bool:
    return any(defines_main(_text(f)) for f in files)


def any_names_cuda(files: Iterable[str]) -> bool:
    return any(f.endswith(".cu") or names_cuda(_text(f)) for f in files)


def _text(path: str) -> str:
    try:
        return Source.read(path).text
    except OSError:
        return ""
