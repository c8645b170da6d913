"""Units of a host compiler's that hold nothing of CUDA's: known by a search of their texts, before any is parsed.

Most units of a project may be such. What they reach is copied as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from retarget.dialects import Dialect, load
from retarget.dialects.patterns import library_of
from retarget.source.flags import Flags
from retarget.source.launch_spelling import mended
from retarget.source.lexer import includes
from retarget.source.recent import recent
from retarget.source.text import Source

_WORD = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset({"__global__", "__device__", "__constant__", "__shared__"})
_MOST = 1 << 25  # characters of texts whose answer is kept


def is_plain(root: Source, flags: Flags, sources: Iterable[Source]) -> bool:
    """Whether the host's compiler reads a unit, and none of its sources names anything of CUDA's, in any branch."""
    return flags.language_of(root.path) != "cuda" and not any(names_cuda(source.text) for source in sources)


@recent(_MOST)
def names_cuda(text: str) -> bool:
    """Whether a rule may apply to a text: it launches, includes a header of CUDA's, has a name of CUDA's other than
    those that C++ shares with it, or asks a linker for any of them."""
    if "<<<" in text or mended(text) is not text:
        return True
    if any(_dialect().include(include.path) for include in includes(text)):
        return True
    if not _all_names().isdisjoint(_PROBE.findall(text)):
        return True
    words = frozenset(_WORD.findall(text))
    return not words.isdisjoint(_names()) or any(library_of(word) for word in words if word not in _all_names())


_PROBE = re.compile(r"\bchar\s+(\w+)\s*\(\s*(?:void\s*)?\)\s*;")
_OWN_HIP = re.compile(r"\btypedef\b[^;{}]*\bhip[A-Z]\w*_t\s*;")


def declares_both(texts: Iterable[str]) -> bool:
    """Whether a unit declares HIP's types itself, and includes no header of HIP's or of CUDA's: it loads either library
    by name at run time, and of a translation it would have each of these types twice."""
    listed = tuple(texts)
    if not any(map(_OWN_HIP.search, listed)):
        return False
    paths = (include.path for text in listed for include in includes(text))
    return not any(path.startswith("hip/") or _dialect().include(path) for path in paths)


@cache
def _dialect() -> Dialect:
    return load()


@cache
def _all_names() -> frozenset[str]:
    return frozenset(name for table in _dialect().tables for name in table.rows)


@cache
def _names() -> frozenset[str]:
    rows = (_dialect().name(name) for name in _all_names())
    return _KEYWORDS | {row.cuda for row in rows if row and row.status != "same"}
