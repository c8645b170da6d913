"""A unit opened in libclang: behind CUDA's precompiled headers, or as the C that it is."""

from __future__ import annotations

from pathlib import Path

from clang import cindex

from retarget.flags import Flags
from retarget.parse.preamble import KEEP_GOING, arguments, c_arguments, precompiled
from retarget.text import Source
from retarget.toolchain import OWN, Headers

_OPTIONS = KEEP_GOING | 0x01  # with a record of what the preprocessor did


class ParseError(Exception):
    """libclang could not make a translation unit at all."""


def is_c(root: Source, flags: Flags) -> bool:
    """Whether a unit is parsed as C: one with kernels is CUDA, whatever its name."""
    return flags.is_c(root.path) and not any(mark in root.text for mark in ("__global__", "__device__", "<<<"))


def opened(
    root: Source,
    flags: Flags,
    headers: Headers,
    how: tuple[str, tuple[str, ...], bool],
    cache: Path | None,
    mends: tuple[tuple[str, bytes], ...],
) -> cindex.TranslationUnit:
    """how: the side, the heavy headers of the unit, whether the run has several units. Raises ParseError."""
    side, heavy, several = how
    index = cindex.Index.create(excludeDecls=True)
    # Our headers come first; toolkits of the user's serve for the libraries that we do not bring.
    late = [a for folder in flags.toolkit for a in ("-idirafter", folder)]
    users = [*flags.arguments(), *late]

    def parsed(words: list[str]) -> cindex.TranslationUnit:
        return index.parse(root.path, words, mends, _OPTIONS)

    try:
        if is_c(root, flags):
            return parsed([*c_arguments(headers, flags), *users])
        base = [*arguments(headers, flags, side), *users]
        preamble = precompiled(headers, flags, cache, side, heavy, several) if cache else None
        if preamble:
            try:
                return parsed([*base, "-include-pch", str(preamble)])
            except cindex.TranslationUnitLoadError:
                preamble.unlink(missing_ok=True)  # made from other files than those of today
        return parsed([*base, "-include", str(OWN / "preamble.cuh")])
    except cindex.TranslationUnitLoadError as error:
        raise ParseError(f"libclang cannot parse {root.path}") from error
