"""The programs of a folder that CMake configured: its compile database, what it links, and what its tests run."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from retarget.batch.tool_calls import (
    TOOLS,
    Entry,
    Found,
    ToolCall,
    any_names_cuda,
    described,
    has_main,
    linked,
    tool_name,
)
from retarget.source.cmake_commands import CMakeCommand, commands
from retarget.source.database import DATABASE, DatabaseEntry, read_database

_TARGET = re.compile(r"(?:.*/)?CMakeFiles/([^/]+)\.dir/")
_TIMEOUT = 60  # seconds for a question to Ninja


def of_database(build: str, tell: Callable[[str], None]) -> Iterator[Found]:
    """The programs of a compile database; where nothing says what is linked, by the targets of CMake."""
    path = Path(build) / DATABASE
    units = read_database(path)
    listed = json.loads(path.read_text(errors="surrogateescape"))
    links = list(_links(Path(build)))
    if not links:
        tell(f"{path} does not say what is linked: add the units of a program's libraries to its `sources`")
        yield from _by_target(units, listed)
        return
    runs = _tests(Path(build))
    compiled = [_compilation(entry) for entry in listed]
    programs = {call.output: call for call in links if call.links}
    for call in programs.values():
        for found in linked(None, [*compiled, *(c for c in links if c is call or not c.links)]):
            yield replace(found, program=replace(found.program, run=runs.get(call.output)))


def _compilation(entry: Entry) -> ToolCall:
    words, directory = _words(entry), str(entry["directory"])
    call = ToolCall.of(words[0], directory, words[1:])
    output = entry.get("output")
    return replace(call, output=os.path.normpath(os.path.join(directory, str(output)))) if output else call


def _words(entry: Entry) -> list[str]:
    given = entry.get("arguments")
    return [str(w) for w in given] if isinstance(given, list) else shlex.split(str(entry.get("command", "")))


def _links(build: Path) -> Iterator[ToolCall]:
    """The calls that make libraries and programs of objects: Ninja knows them, and files that CMake writes for make."""
    if (build / "build.ninja").exists():
        for line in _asked(["ninja", "-t", "commands"], build).splitlines():
            yield from _calls(line, str(build))
        return
    for path in sorted(build.rglob("CMakeFiles/*.dir/link.txt")):
        for line in path.read_text(errors="replace").splitlines():
            yield from _calls(line, str(path.parents[2]))


def _calls(line: str, directory: str) -> Iterator[ToolCall]:
    """Of a line of a shell's, the calls that read objects."""
    try:
        words = shlex.split(line)
    except ValueError:
        return
    for command in _commands(words):
        if command[0] == "cd" and len(command) > 1:
            directory = os.path.join(directory, command[1])
        elif tool_name(command[0]) in TOOLS:
            call = ToolCall.of(command[0], directory, command[1:])
            if call.objects and not call.sources:
                yield call


def _commands(words: Sequence[str]) -> Iterator[list[str]]:
    command: list[str] = []
    for word in (*words, "&&"):
        if word in ("&&", ";", "||"):
            if command:
                yield command
            command = []
        else:
            command.append(word)


def _tests(build: Path) -> Mapping[str, tuple[str, ...]]:
    """The arguments of the first test of each program, by its path: as CMake wrote them, since CTest lists the commands
    of programs that are built alone."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(build.rglob("CTestTestfile.cmake")):
        for command in commands(path.read_text(errors="replace")):
            words = command.arguments if isinstance(command, CMakeCommand) and command.name == "add_test" else ()
            if len(words) > 1:
                found.setdefault(os.path.normpath(path.parent / words[1].text), tuple(w.text for w in words[2:]))
    return found


def _asked(words: Sequence[str], folder: Path) -> str:
    """What a tool answers; nothing where it is missing."""
    try:
        ended = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=_TIMEOUT,
                               check=False)  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.decode(errors="replace")


def _by_target(units: Sequence[DatabaseEntry], entries: Sequence[Entry]) -> Iterator[Found]:
    """What CMake links together stands in one folder of objects."""
    by_file = {os.path.normpath(os.path.join(str(e["directory"]), str(e["file"]))): e for e in entries}
    groups: dict[tuple[str, str], list[DatabaseEntry]] = {}
    for unit in units:
        entry = by_file.get(unit.file)
        match = _TARGET.match(_compilation(entry).output) if entry else None
        target = match[1] if match else os.path.splitext(os.path.basename(unit.file))[0]
        groups.setdefault((os.path.dirname(unit.file) if not match else "", target), []).append(unit)
    for (_, target), listed in groups.items():
        files = [c.file for c in listed]
        if has_main(files) and any_names_cuda(files):
            folder = os.path.commonpath([os.path.dirname(f) for f in files])
            yield described(target, folder, listed, [by_file[f] for f in files if f in by_file])
