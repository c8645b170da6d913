"""Precompiled headers: what many units include is parsed once per language standard and side, and kept.

CUDA's own headers come first. Behind them come the heavy headers that a unit includes: of CUDA's, exactly those; of the
standard library's, all that are common, as one bundle, once several units of a run want one. A support header that a
unit is given before its text (with a schedule) stands behind CUDA's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from clang import cindex

from retarget.flags import Flags
from retarget.lexer import includes
from retarget.reach import located
from retarget.text import Source, digest
from retarget.tidy import tidy
from retarget.toolchain import OWN, Headers, templates

MOST_FILES, MOST_BYTES = 200, 1 << 30  # of precompiled headers, some MB each
KEEP_GOING, INCOMPLETE = 0x200, 0x02
HOST, DEVICE = "--cuda-host-only", "--cuda-device-only"
# No toolkit of the machine's is looked for, and its version is given: launches are read by it.
_COMMON = (
    "-nocudainc", "-nocudalib", f"--cuda-path={OWN}", "-Xclang", "-target-sdk-version=12.3",
    "-Wno-unknown-cuda-version", "-Wno-reserved-user-defined-literal", "--cuda-gpu-arch=sm_70", "-ferror-limit=0", "-w",
)  # fmt: skip
_MAKING = ("-fpch-instantiate-templates",)  # what the headers themselves use, once and not in each unit
_STANDARD = tuple(
    """algorithm array chrono fstream functional iomanip iostream limits map memory numeric random set sstream
    stdexcept string tuple unordered_map utility vector""".split()
)
_HEAVY = ("thrust/", "cub/", "cooperative_groups", "cuda_fp16.h", "cuda_bf16.h", "cuda/", "nv/")


def heavy_headers(sources: Iterable[Source], flags: Flags) -> tuple[str, ...]:
    """The heavy headers that a unit includes whatever its macros are: outside of conditionals but for a guard."""
    found: dict[str, None] = {}
    for at, source in enumerate(sources):
        for include in includes(source.text):
            if include.depth > min(at, 1) or not (include.path in _STANDARD or include.path.startswith(_HEAVY)):
                continue
            if located(include, source.path, flags) is None:
                found[include.path] = None
    return tuple(sorted(found))


def arguments(headers: Headers, flags: Flags, side: str) -> list[str]:
    """The options of a parse that its precompiled header must agree in."""
    # libclang guesses the language from the ending
    return ["-x", "cuda", *_COMMON, side, f"-std={_standard(flags)}", "-D_GNU_SOURCE", *headers.arguments()]


def c_arguments(headers: Headers, flags: Flags) -> list[str]:
    """The options of a parse of C, which has no side and nothing of CUDA's but what it includes."""
    std = flags.std if flags.std and "++" not in flags.std else "gnu17"
    return ["-x", "c", f"-std={std}", "-ferror-limit=0", "-w", "-D_GNU_SOURCE", *headers.arguments()]


def _standard(flags: Flags) -> str:
    std = flags.std or "c++17"
    return std if "++" in std else "c++17"


def precompiled(
    headers: Headers, flags: Flags, cache: Path, side: str, heavy: tuple[str, ...] = (), several: bool = False
) -> Path | None:
    """The precompiled headers for a unit, made where they are absent; None where they cannot be made."""
    extra = (*_support(flags), *(h for h in heavy if h not in _STANDARD))
    if any(h in _STANDARD for h in heavy):
        bundle = (*_STANDARD, *extra)
        if several or _place(headers, flags, cache, side, bundle).is_file():
            extra = bundle
    place = _place(headers, flags, cache, side, extra)
    return place if place.is_file() else _made(headers, flags, place, side, extra)


def _support(flags: Flags) -> tuple[str, ...]:
    """The support headers of ours that the units begin with."""
    return tuple(takewhile(lambda path: path.startswith(f"{templates()}{os.sep}"), flags.forced))


def _place(headers: Headers, flags: Flags, cache: Path, side: str, extra: tuple[str, ...]) -> Path:
    stamp = (OWN / "preamble.cuh").stat().st_mtime_ns
    key = f"{cindex.__file__}{arguments(headers, flags, side)}{_MAKING}{stamp}{extra}"
    return cache / "preamble" / f"{digest(key.encode())[:20]}.pch"


def _made(headers: Headers, flags: Flags, place: Path, side: str, extra: tuple[str, ...]) -> Path | None:
    text = f'#include "{OWN / "preamble.cuh"}"\n' + "".join(f"#include <{header}>\n" for header in extra)
    source, scratch = place.with_suffix(".cuh"), place.with_suffix(f".{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if not source.is_file():
            scratch.write_text(text)
            os.replace(scratch, source)
        words = [*arguments(headers, flags, side), *_MAKING]
        unit = cindex.Index.create().parse(str(source), words, options=KEEP_GOING | INCOMPLETE)
        unit.save(str(scratch))
        os.replace(scratch, place)
        tidy(place.parent, MOST_FILES, MOST_BYTES)
    except (cindex.TranslationUnitLoadError, cindex.TranslationUnitSaveError, OSError):
        with suppress(OSError):
            scratch.unlink()
        return None
    return place
