"""The files of a unit as rules see them: each with what is known of the whole unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from retarget.dialects import Dialect
from retarget.source.flags import Flags
from retarget.source.launch_spelling import mended
from retarget.source.lexer import ASSEMBLY, Token, code, includes
from retarget.translation.file import File, Options
from retarget.translation.merge import is_ours
from retarget.translation.translation import Translation
from retarget.unit import Unit


def files_of(
    unit: Unit,
    words: frozenset[str],
    dialect: Dialect,
    flags: Flags,
    options: Options,
    translation: Translation,
    root: str,
    macros: frozenset[str] = frozenset(),
) -> list[File]:
    """words: the names in its files, in every branch; dialect: that of these. macros: that other files define, for a
    unit that clang has not read; those of its own files are known."""
    texts = {s.path: code(s.text) for s in unit.sources if not is_ours(s)}
    macros |= _defined_macros(texts)
    rows = [row for word in words if (row := dialect.name(word)) and row.shows_cuda]
    telling, renamed = frozenset(r.cuda for r in rows), frozenset(r.cuda for r in rows if r.status != "same")
    is_cuda = any(mended(s.text) is not s.text for s in unit.sources if not is_ours(s)) or any(
        t.text in telling
        or t.text in ASSEMBLY
        or t.text == "<<<"
        or (t.directive == "define" and t.text in translation.beginnings)
        for t in _live(unit, texts)
    )
    names_cuda = any(t.text in renamed for t in _live(unit, texts))
    is_hip = any(
        i.path.startswith("hip/") and not unit.is_skipped(s.path, i.start)
        for s in unit.sources
        for i in includes(s.text)
    )
    own = unit.own_names if unit.parsed else macros
    kept = translation.kept(unit, options, macros)
    return [
        File(s, unit, dialect, flags, options, s is unit.sources[0], own, is_cuda, root, names_cuda, is_hip, kept)
        for s in unit.sources
    ]


def _live(unit: Unit, texts: Mapping[str, Sequence[Token]]) -> Iterator[Token]:
    """The tokens that the unit compiles."""
    return (t for path, listed in texts.items() for t in listed if not unit.is_skipped(path, t.start))


def _defined_macros(texts: Mapping[str, Sequence[Token]]) -> frozenset[str]:
    """Names that files define as macros, in any branch."""
    return frozenset(
        listed[i + 1].text
        for listed in texts.values()
        for i, t in enumerate(listed[:-1])
        if t.text == "define" and t.directive == "define" and i and listed[i - 1].text == "#"
    )
