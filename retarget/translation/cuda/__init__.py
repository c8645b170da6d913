"""The translation from CUDA to CUDA that the newest toolkit accepts, and older ones too: its rules, in order."""

from __future__ import annotations

from collections.abc import Sequence

from retarget.dialects import CUDA as TABLES
from retarget.dialects import load
from retarget.source.flags import Flags
from retarget.source.lexer import NAME, code, includes
from retarget.source.text import Source
from retarget.translation.cuda.headers import headers
from retarget.translation.cuda.masks import masks
from retarget.translation.cuda.members import members
from retarget.translation.cuda.references import WORDS, references
from retarget.translation.cuda.unread import unread
from retarget.translation.file import Options
from retarget.translation.hip.fields import fields
from retarget.translation.hip.names import names
from retarget.translation.rule import Rule
from retarget.translation.translation import Translation
from retarget.unit import Unit

RULES: tuple[Rule, ...] = (unread, headers, names, fields, members, masks, references)


def _is_plain(root: Source, flags: Flags, sources: Sequence[Source]) -> bool:
    words = frozenset(t.text for s in sources for t in code(s.text) if t.kind == NAME)
    dialect = load(words, folder=TABLES)
    known = {*WORDS, *(field for _, field in dialect.fields)}
    if words & known or any(dialect.name(word) for word in words):
        return False
    return not any(dialect.include(include.path) for s in sources for include in includes(s.text))


def _kept_names(unit: Unit, options: Options, macros: frozenset[str]) -> frozenset[str]:
    return unit.own_names | macros


CUDA = Translation("CUDA 13", TABLES, RULES, most_shared=48 << 10, is_plain=_is_plain, kept=_kept_names)
