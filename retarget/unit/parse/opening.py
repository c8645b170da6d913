"""A unit opened in libclang, behind precompiled headers."""

from __future__ import annotations

from pathlib import Path

from clang import cindex

from retarget.source.flags import Flags
from retarget.source.text import Source
from retarget.system.made_once import is_intact
from retarget.system.toolchain import Headers
from retarget.unit.parse.environment import without_toolkits
from retarget.unit.parse.precompiled import KEEP_GOING, RECORD, Mode, arguments, first, precompiled
from retarget.unit.parse.versions import answering

_OPTIONS = KEEP_GOING | RECORD


class ParseError(Exception):
    """libclang could not make a translation unit at all."""


def opened(
    root: Source,
    flags: Flags,
    headers: Headers,
    mode: Mode,
    cache: Path | None,
    mends: tuple[tuple[str, bytes], ...],
) -> cindex.TranslationUnit:
    """mends: texts that are shown in place of those on the disk. Raises ParseError."""
    index = cindex.Index.create(excludeDecls=True)
    own, users = arguments(headers, flags, mode), flags.arguments()
    shown = (*mends, *answering(headers, mode.language))

    def parsed(*more: str) -> cindex.TranslationUnit:
        with without_toolkits() as toolkits:
            # Our headers come first; toolkits of the user's serve for the libraries that we do not bring.
            late = [a for folder in dict.fromkeys((*flags.toolkit, *toolkits)) for a in ("-idirafter", folder)]
            words = [*own, *more, *users, *late]  # `more` is ahead of what the user's flags include
            return index.parse(root.path, words, shown, _OPTIONS)

    try:
        preamble = precompiled(headers, flags, cache, mode) if cache else None
        if cache and preamble and not is_intact(preamble):
            preamble.unlink(missing_ok=True)
            preamble = precompiled(headers, flags, cache, mode)
        if preamble:
            try:
                return parsed("-include-pch", str(preamble))
            except cindex.TranslationUnitLoadError:
                preamble.unlink(missing_ok=True)  # made from other files than those of today
        return parsed("-include", str(first(mode)))
    except cindex.TranslationUnitLoadError as error:
        raise ParseError(f"libclang cannot parse {root.path}") from error
