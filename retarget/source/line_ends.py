"""Carriage returns that end no line for some compilers, and one for others.

    // a comment<CR>int f();<LF>     to clang, a function; to gcc, and so to nvcc, a comment
"""

from __future__ import annotations

import re
from itertools import zip_longest

from retarget.errors import InputError
from retarget.source.lexer import code
from retarget.source.text import Source

_ALONE = re.compile(r"\r(?!\r*\n|\Z)")


def refuse_split_lines(source: Source) -> None:
    """Raises InputError with the place where a text reads otherwise once its carriage returns are ends of lines."""
    if "\r" not in source.text or not _ALONE.search(source.text):
        return
    other = _ALONE.sub("\n", source.text)  # of the same length
    for one, two in zip_longest(code(source.text), code(other)):
        if one is None or two is None or one != two:
            at = min(t.end if "\r" in t.text else t.start for t in (one, two) if t is not None)
            ends = [m.start() for m in _ALONE.finditer(source.text)]
            first = max((end for end in ends if end < at), default=ends[0])
            line = len(re.findall(r"\r\n|\r|\n", source.text[:first])) + 1
            what = f"{source.path}:{line}: a line ends in a carriage return alone, which compilers read differently"
            raise InputError(what, f"convert line ends first, such as with tr '\\r' '\\n' < {source.path} > FILE")
