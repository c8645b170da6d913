"""Compile databases (compile_commands.json), as CMake, Ninja, Meson and Bear write them.

An entry may name its words as a list or as a shell's line, its folder and file relatively; Ninja lists links and custom
commands too, whose files are no sources.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from retarget.errors import Error
from retarget.source.code_options import code_words
from retarget.source.flags import CPP_ENDINGS, FlagError, Flags, OptionsFileError, options_files, read_flags
from retarget.source.project import placed
from retarget.system.regular import read_bytes

DATABASE = "compile_commands.json"
# What compilers of C++ are called, with a target's name in front or a version behind.
_CPP_DRIVER = re.compile(r"(?:.*[-_])?(?:g\+\+|clang\+\+|c\+\+|icpx|nvc\+\+)(?:-[\d.]+)?(?:\.exe)?")
_NVCC = "nvcc"
_LAUNCHERS = frozenset({"ccache", "distcc", "icecc", "sccache"})  # that may stand in front of a compiler
_SOURCES = (".cu", ".hip", ".c", *CPP_ENDINGS)
_NVCCS = frozenset({"__CUDACC__", "__NVCC__", "__CUDA_ARCH__"})  # defined for the compilers that nvcc starts


@dataclass(frozen=True)
class DatabaseEntry:
    """An entry of a compile database: a file (absolute) and its flags. `fault`: what of it could not be read;
    `reads`: its options files; `compiler`: a path, or a name to be found on the machine."""

    file: str
    flags: Flags
    fault: str = ""
    reads: tuple[str, ...] = ()
    compiler: str = field(default="", compare=False)

    @property
    def has_compiler(self) -> bool:
        """Whether its compiler is on this machine."""
        return not self.compiler or shutil.which(self.compiler) is not None


def read_database(path: Path) -> tuple[DatabaseEntry, ...]:
    """The entries of a compile_commands.json, given as the file or its folder. Raises FlagError."""
    path = path / DATABASE if path.is_dir() else path
    try:
        entries = json.loads(read_bytes(path).decode("utf-8"))
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise FlagError(f"{path} is no compile database: it holds no list of commands")
        return _units(_command(entry, str(path.absolute().parent)) for entry in entries)
    except KeyError as error:
        raise FlagError(f"{path} is no compile database: an entry has no {error}") from error
    except OSError as error:
        raise FlagError(f"cannot read the compile database {path}: {error.strerror}") from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise FlagError(f"{path} is no compile database: {error}") from error


def _units(commands: Iterable[DatabaseEntry]) -> tuple[DatabaseEntry, ...]:
    """Those of sources, each once; of the compilers that nvcc starts, which Bear sees too, none where it sees nvcc."""
    sources = [c for c in dict.fromkeys(commands) if c.file.endswith(_SOURCES) or c.flags.language]
    asked = {c.file for c in sources if not _is_step(c)}
    return tuple(c for c in sources if not (_is_step(c) if c.file in asked else _is_made(c)))


def _is_step(command: DatabaseEntry) -> bool:
    """Whether nvcc, rather than the user's build, started it."""
    return any(name.partition("=")[0] in _NVCCS for name in command.flags.define)


def _is_made(command: DatabaseEntry) -> bool:
    """Whether it compiles what nvcc wrote on the way."""
    return os.path.basename(command.file).startswith("tmpxft_")


def _command(entry: dict[str, Any], beside: str) -> DatabaseEntry:
    folder = os.path.join(beside, str(entry["directory"]))
    words = [str(w) for w in entry["arguments"]] if "arguments" in entry else shlex.split(str(entry["command"]))
    file = placed(os.path.join(folder, str(entry["file"])))
    files, others = options_files(words[1:])
    try:
        flags, fault = read_flags(words[1:], folder, strict=False), ""
    except OptionsFileError as error:
        flags, fault = read_flags(others, folder, strict=False), str(error)
    with suppress(Error):
        flags = replace(flags, code=code_words(others if fault else words[1:], folder))
    reads = tuple(os.path.join(folder, name) for name in files)
    return DatabaseEntry(file, _of_driver(flags, file, words), fault, reads, _compiler(words, folder))


def _compiler(words: Sequence[str], folder: str) -> str:
    names = [w for w in words[:2] if os.path.basename(w) not in _LAUNCHERS]
    found = names[0] if names else ""
    return os.path.join(folder, found) if "/" in found else found


def _of_driver(flags: Flags, file: str, words: Sequence[str]) -> Flags:
    """With what the compiler's name says; launchers such as ccache may stand in front of it."""
    names = {os.path.basename(w) for w in takewhile(lambda w: not w.startswith("-"), words)}
    if _NVCC in names and flags.language_of(file) != "cuda":
        return replace(flags, by_nvcc=True)
    is_cpp = not flags.language and file.endswith(".c") and any(map(_CPP_DRIVER.fullmatch, names))
    return replace(flags, language="c++") if is_cpp else flags
