"""HIP's runtime header, precompiled for the host and each architecture: units that begin with it do not parse it.

    clang++ FLAGS -c a.hip    becomes    clang++ FLAGS -Xclang -include-pch -Xclang FOLDER -c a.hip

clang takes the file in FOLDER that fits the side which it compiles, and the object has the same bytes. Legal where
nothing that changes the header's meaning stands ahead of it: no text of the user's, no option but those that the
precompiled header has, too, and no include folder with a file that the header would find there. In C++20, clang 19
refuses its own precompiled header (`min` has two bodies): standards from there on are left out.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from retarget.source.text import digest
from retarget.system.cache import cache_folder, stamp
from retarget.system.made_once import made_once
from retarget.system.tidy import tidy
from retarget.system.toolchain import templates
from retarget.targets.amd.precompiled_hip import SOURCE, precompile
from retarget.targets.runtime_opening import begins_with_runtime

ALL_LIVE = templates() / "hip" / "all_live.h"  # ours, ahead of units whose instructions are counted
_MOST_SETS, _MOST_BYTES = 12, 1 << 29  # of sets of options; 11 MB for each side
_ASKED = "asked"  # in a folder: a mark of the first who asked
_FOLDER_OPTIONS = ("-isystem", "-iquote", "-idirafter", "-I")
_KNOWN = re.compile(r"-(?:[DUOfmWwg]|std=|I|pthread$)")  # options of one word that a precompiled header can have, too
_UNKNOWN = re.compile(
    r"-(?:std=(?!(?:c|gnu)\+\+(?:11|14|17|0x|1y|1z)$)|mllvm$|fsyntax-only|fmodules|finclude|fplugin|fprofile|fsanitize"
    r"|gsplit|g\w*-dwo|Wsystem-headers$)"
)
_WARNINGS = re.compile(r"-(?:w$|W(?![alp],))")  # clang takes those of the unit


class _Asked(Struct, frozen=True):
    """options: of the header, too; folders: of the unit alone."""

    options: tuple[str, ...]
    folders: tuple[str, ...]


def _asked(flags: Sequence[str]) -> _Asked | None:
    """None: with an option that may change what the header means, or that the precompiled one cannot have."""
    options, folders = list[str](), list[str]()
    words = iter(flags)
    for word in words:
        if word in _FOLDER_OPTIONS:
            folders.append(next(words, ""))
        elif own := next((o for o in _FOLDER_OPTIONS if word.startswith(o)), None):
            folders.append(word.removeprefix(own))
        elif _says_nothing(word, words):
            continue
        elif _UNKNOWN.match(word) or not _KNOWN.match(word):
            return None
        elif not _WARNINGS.match(word):
            options.append(word)
    return _Asked(tuple(options), tuple(folders))


def _says_nothing(word: str, words: Iterator[str]) -> bool:
    """Whether an option, whose value is taken from the words, is nothing to the header."""
    if word in ("-MF", "-ivfsoverlay", "-include"):
        return next(words, "") == str(ALL_LIVE) or word != "-include"
    return word in ("-MD", "-MMD")


def runtime_header(
    command: Sequence[str], architectures: Sequence[str], flags: Sequence[str], text: str, is_device: bool
) -> tuple[str, ...]:
    """The options that put the header in place; none where that is not legal, where it cannot be made, or where these
    options are asked for the first time: one unit alone gains nothing.

    command: compiler and options that all compilations of this machine have. architectures: `gfx90a`, ... flags: those
    of the unit. text: its own. is_device: whether the GPU code alone is compiled.
    """
    asked = _asked(flags)
    if asked is None or not begins_with_runtime(text):
        return ()
    words = [*command, *asked.options]
    files = (str(SOURCE), command[0], *_version_headers(command))
    state = digest("\0".join([*words, *files, *(str(stamp(f)) for f in files)]).encode("utf-8", "surrogateescape"))
    folder = cache_folder() / "hip-runtime" / state[:20]
    with suppress(OSError):
        if not (folder / _ASKED).exists():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _ASKED).touch()
            tidy(folder.parent, _MOST_SETS, _MOST_BYTES)
            return ()
        os.utime(folder)  # what is used stays
        sides = {a: (f"--offload-arch={a}", "--cuda-device-only") for a in architectures}
        if not is_device:
            sides["host"] = (f"--offload-arch={architectures[0]}", "--cuda-host-only")
        made = [_side(folder / f"{name}.pch", [*words, *own]) for name, own in sides.items()]
        if all(path and not _is_shadowed(path.with_suffix(".d"), asked.folders) for path in made):
            return ("-Xclang", "-include-pch", "-Xclang", str(folder))
    return ()


def discard(options: Sequence[str], message: str) -> None:
    """Removes the precompiled header, to be made anew, where the compiler complains of it, as where a file that it was
    made of changed."""
    if "precompiled header" in message or "PCH file" in message:
        shutil.rmtree(options[-1], ignore_errors=True)


def _version_headers(command: Sequence[str]) -> list[str]:
    roots = [w.removeprefix("--rocm-path=") + "/include" for w in command if w.startswith("--rocm-path=")]
    roots += [folder for option, folder in pairwise(command) if option == "-isystem"]
    return [path for root in roots if os.path.exists(path := f"{root}/hip/hip_version.h")]


def _side(place: Path, words: Sequence[str]) -> Path | None:
    """The file, made where it is absent; beside it the list of what it was read from."""

    def make(path: Path) -> None:
        listed = path.with_suffix(".d")
        precompile([*words, "-x", "hip", "-fsyntax-only", "-w", "-MD", "-MF", str(listed)], path)
        os.replace(listed, place.with_suffix(".d"))

    return made_once(place, make, is_checked=True)


@cache
def _headers(listed: Path) -> tuple[tuple[str, ...], ...]:
    """The parts of the paths that the header was read from."""
    names = re.split(r"\\?\s+", listed.read_text(errors="surrogateescape"))
    return tuple(Path(name).parts for name in names[1:] if name)


def _is_shadowed(listed: Path, folders: Sequence[str]) -> bool:
    """Whether one of the folders has another file by a name that a header was read by."""
    return any(_is_other(path, parts) for folder in folders for path, parts in _found(listed, folder or "."))


def _found(listed: Path, folder: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    with suppress(OSError):
        own = set(os.listdir(folder))
        for parts in _headers(listed):
            yield from ((os.path.join(folder, *parts[at:]), parts) for at, part in enumerate(parts) if part in own)


def _is_other(path: str, parts: tuple[str, ...]) -> bool:
    return os.path.isfile(path) and os.path.realpath(path) != os.path.realpath(os.path.join(*parts))
