"""Precompiled headers: what many units include is parsed once per language, standard and side, and kept.

CUDA's own headers come first, in a unit of CUDA. Behind them come the heavy headers that a unit includes: of CUDA's,
exactly those; of the standard library's, all that are common, as one bundle, once several units of a run want one, or
one is parsed several times. The bundle declares more than a unit includes: a unit that takes in all of `std`, or that
cannot be read with it, goes without. A support header that a unit is given before its text (with a schedule) stands
behind CUDA's own.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from clang import cindex
from msgspec import Struct
from msgspec.structs import replace

from retarget.source.flags import Flags, old_c
from retarget.source.lexer import includes
from retarget.source.reach import located
from retarget.source.recent import recent
from retarget.source.text import Source, digest
from retarget.system.made_once import NotMade, in_child, made_once
from retarget.system.toolchain import OWN, Headers, templates
from retarget.unit.parse.environment import without_toolkits
from retarget.unit.parse.versions import LIBRARIES, NVCC, answering

MOST_FILES, MOST_BYTES = 600, 1 << 30  # of precompiled headers, some MB each, and what is known of them
RECORD, INCOMPLETE, KEEP_GOING = 0x01, 0x02, 0x200  # RECORD: of what the preprocessor did
_NO_BODIES = 0x40  # but of constexpr functions, and those whose type follows from it: no fact of a unit comes of others
HOST, DEVICE = "--cuda-host-only", "--cuda-device-only"
# What nvcc and g++ warn of at most, and clang has for errors.
_LENIENT = ("-Wno-reserved-user-defined-literal", "-Wno-register", "-Wno-non-pod-varargs")
_HOSTS = (*_LENIENT, "-ferror-limit=0", "-w")
# No toolkit of the machine's is looked for, and its version is given: launches are read by it.
_COMMON = (
    *_HOSTS, "-nocudainc", "-nocudalib", f"--cuda-path={OWN}", "-Xclang", "-target-sdk-version=12.3",
    "-Wno-unknown-cuda-version", "-Xclang", "-fcuda-allow-variadic-functions",
)  # fmt: skip
_AS_MUCH = 3  # parses behind what is nearest to what they want, which cost more by as much as that costs to make
_MAKING = ("-fpch-instantiate-templates",)  # what the headers themselves use, once and not in each unit
_STANDARD = tuple(
    """algorithm array chrono fstream functional iomanip iostream limits map memory numeric random set sstream
    stdexcept string tuple unordered_map utility vector""".split()
)
# Macros by which programs change what these headers declare.
_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
_CONFIGURES = re.compile(r"(?:CUB|THRUST|_?CCCL|_?LIBCUDACXX|_CG|__CUDA_NO)_|_*HIP|_GLIBCXX|_LIBCPP")
# The first two directives of a file.
_GUARD = re.compile(r"\A[^#]*#[ \t]*(?:ifndef[ \t]+|if[ \t]+!defined[ \t]*\(?[ \t]*)(\w+)[^#]*#[ \t]*define[ \t]+(\w+)")
_TAKES_IN_STD = re.compile(r"\busing\s+namespace\s+(?:::\s*)?std\b")
_HEAVIEST = ("thrust/", "cub/")  # precompiled as soon as they are parsed once
_HEAVY = (*_HEAVIEST, "cooperative_groups", "cuda_fp16.h", "cuda_bf16.h", "cuda/", "nv/", "hip/hip_runtime.h")


class Mode(Struct, frozen=True):
    """How a unit is parsed: its language and, in CUDA, the side; CUDA's heavy headers that it includes, whether it may
    have the bundle of the standard library's, and whether the run has several units, or parses, for which one is
    made."""

    language: str = "cuda"
    side: str = HOST
    heavy: tuple[str, ...] = ()
    bundle: bool = False
    several: bool = False


def mode_of(language: str, sources: Sequence[Source], flags: Flags, several: bool) -> Mode:
    """How a unit is parsed for the host. Heavy headers count where the unit includes them whatever its macros are:
    outside of conditionals but for a guard; none do where the user's macros may change what they declare."""
    found: dict[str, None] = {}
    if any(map(_CONFIGURES.match, flags.define)) or any(configures(s.text) for s in sources):
        return Mode(language, several=several)
    ahead = dataclasses.replace(flags, system=())  # of CUDA's own headers, clang looks there alone
    certain: frozenset[str] | None = None
    for at, source in enumerate(sources):
        for include in includes(source.text):
            is_standard = include.path in _STANDARD
            if include.depth > _around(source, at) or not (is_standard or include.path.startswith(_HEAVY)):
                continue
            if located(include, source.path, flags if is_standard else ahead) is not None:
                continue
            if at and not is_standard:
                certain = _certain(sources, flags) if certain is None else certain
            if is_standard or not at or (certain is not None and source.path in certain):
                found[include.path] = None
    heavy = tuple(sorted(h for h in found if h not in _STANDARD))
    bundle = len(found) > len(heavy) and not any(_takes_in_std(s.text) for s in sources)
    return Mode(language, HOST, heavy, bundle, several)


def _certain(sources: Sequence[Source], flags: Flags) -> frozenset[str]:
    """The files that the first one includes whatever the macros are."""
    paths = {os.path.realpath(s.path): s for s in sources}
    listed = list(sources[:1])
    for at, source in enumerate(listed):
        for include in includes(source.text):
            path = located(include, source.path, flags) if include.depth <= _around(source, at) else None
            file = paths.get(os.path.realpath(path)) if path else None
            if file is not None and file not in listed:
                listed.append(file)
    return frozenset(s.path for s in listed)


def _around(source: Source, at: int) -> int:
    """How many conditionals stand around all of a file: 1 for a guard."""
    return 1 if at and _is_guarded(source.text) else 0


@recent(1 << 25)
def _is_guarded(text: str) -> bool:
    first = _GUARD.search(text)
    return first is not None and first[1] == first[2]


@recent(1 << 25)
def _takes_in_std(text: str) -> bool:
    return _TAKES_IN_STD.search(text) is not None


@recent(1 << 25)
def configures(text: str) -> bool:
    """Whether a text defines a macro that heavy headers ask for."""
    return any(map(_CONFIGURES.match, _DEFINED.findall(text)))


def arguments(headers: Headers, flags: Flags, mode: Mode) -> list[str]:
    """The options of a parse that its precompiled header must agree in."""
    # libclang guesses the language from the ending
    of_language = _COMMON if mode.language == "cuda" else _HOSTS
    words = ["-x", mode.language, *of_language]
    level = flags.capability
    of_device = [f"--cuda-gpu-arch=sm_{level // 10}", f"-D__CUDA_ARCH_LIST__={level}", mode.side]
    words += of_device if mode.language == "cuda" else []
    if flags.by_nvcc and mode.language != "cuda":
        words += NVCC
    # With C++20's modules, clang refuses precompiled headers, and compares what they declare with itself.
    words += ["-Xclang", "-fno-cxx-modules"] if mode.language != "c" else []
    words += old_c(mode.language)
    return [*words, f"-std={_standard(flags, mode.language)}", "-D_GNU_SOURCE", *headers.arguments()]


def first(mode: Mode) -> Path:
    """What a unit sees before its first line."""
    return OWN / "preamble.cuh" if mode.language == "cuda" else LIBRARIES


def _standard(flags: Flags, language: str) -> str:
    default = "gnu17" if language == "c" else "c++17"
    is_of_language = flags.std and ("++" in flags.std) == (language != "c")
    return flags.std if flags.std and is_of_language else default


def precompiled(headers: Headers, flags: Flags, cache: Path, mode: Mode) -> Path | None:
    """The precompiled headers for a unit, made where they are absent; None where they do not pay, or cannot be made."""
    if mode.language == "c":
        return None
    bundle = (*_support(flags), *_STANDARD, *mode.heavy)
    alone = (*_support(flags), *mode.heavy)
    wanted = bundle if mode.bundle and mode.several else alone
    if mode.bundle and _place(headers, flags, cache, mode, bundle).is_file():
        wanted = bundle  # of an earlier run
    place = _place(headers, flags, cache, mode, wanted)
    if mode.heavy and not place.is_file():
        asked, nearest = _count_request(place), _nearest(place, wanted, len(_support(flags)))
        if nearest and asked < _AS_MUCH:
            return nearest
        if not nearest and not asked and not any(header.startswith(_HEAVIEST) for header in mode.heavy):
            return precompiled(headers, flags, cache, replace(mode, heavy=()))
    return _precompile(headers, flags, place, mode, wanted) if wanted or mode.language == "cuda" else None


def _nearest(place: Path, wanted: tuple[str, ...], begun: int) -> Path | None:
    """What was made for other units and holds the most of what is wanted, heavy headers among them, and nothing else:
    a unit parses the rest. begun: how many of the wanted have to come first."""
    found: list[tuple[int, Path]] = []
    with suppress(OSError):
        for listed in place.parent.glob(f"{_state(place)}-*.holds"):
            held = tuple(listed.read_text().splitlines())
            is_heavy = any(header.startswith(_HEAVY) for header in held)
            if is_heavy and held[:begun] == wanted[:begun] and set(held) <= set(wanted):
                found.append((len(held), listed.with_suffix(".pch")))
        for _, made in sorted(found, reverse=True):
            if made.is_file():
                os.utime(made)  # what is used stays
                return made
    return None


def _count_request(place: Path) -> int:
    """How often this precompiled header was asked for before: to make it costs more than to do without it once."""
    mark = place.with_suffix(".asked")
    with suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        with mark.open("ab") as asked:
            asked.write(b".")
            return asked.tell() - 1
    return 0


def _support(flags: Flags) -> tuple[str, ...]:
    """The support headers of ours that the units begin with."""
    return tuple(takewhile(lambda path: path.startswith(f"{templates()}{os.sep}"), flags.forced))


def _place(headers: Headers, flags: Flags, cache: Path, mode: Mode, extra: tuple[str, ...]) -> Path:
    stamp = max(p.stat().st_mtime_ns for folder in (OWN, templates() / "hip") for p in folder.iterdir())
    state = f"{cindex.__file__}{arguments(headers, flags, mode)}{_MAKING}{_NO_BODIES}{stamp}"
    names = (digest(text.encode())[:20] for text in (state, "\n".join(extra)))
    return cache / "preamble" / f"{'-'.join(names)}.pch"


def _state(place: Path) -> str:
    """What those have in common in the names of their files that differ in the headers behind CUDA's alone."""
    return place.name.partition("-")[0]


def _precompile(headers: Headers, flags: Flags, place: Path, mode: Mode, extra: tuple[str, ...]) -> Path | None:
    text = f'#include "{first(mode)}"\n' + "".join(f"#include <{header}>\n" for header in extra)
    source, words = str(place.with_suffix(".h")), [*arguments(headers, flags, mode), *_MAKING]
    shown = ((source, text), *answering(headers, mode.language))

    def make(path: Path) -> None:
        place.with_suffix(".holds").write_text("\n".join(extra))
        try:
            with without_toolkits():
                read = cindex.Index.create().parse(source, words, shown, KEEP_GOING | INCOMPLETE | _NO_BODIES)
        except cindex.TranslationUnitLoadError as error:
            raise NotMade from error
        in_child(lambda: read.save(str(path)))  # on a full disk, libclang ends the process

    return made_once(place, make, (MOST_FILES, MOST_BYTES), is_checked=True)
