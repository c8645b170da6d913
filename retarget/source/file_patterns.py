"""Patterns of paths, as configuration files name the user's files."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from retarget.source.project import below


class FilePattern(Struct, frozen=True):
    """Files below `folder` whose path from there a pattern matches: `*` and `?` stand for anything within a name, `**`
    for any folders; a pattern that ends in `/` for all files below. An empty pattern is all files, anywhere."""

    folder: str = ""
    text: str = ""

    def matches(self, path: str) -> bool:
        if not self.text:
            return True
        inside = below(path, self.folder)
        return inside is not None and _regex(self.text).fullmatch(inside) is not None


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    """
    >>> [bool(_regex("src/**/*.cu").fullmatch(p)) for p in ("src/a.cu", "src/x/y/a.cu", "a.cu", "src/a.cuh")]
    [True, True, False, False]
    """
    whole = pattern.removeprefix("./") + ("**" if pattern.endswith("/") else "")
    words = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", whole)
    return re.compile("".join(words.get(part) or re.escape(part) for part in parts), re.DOTALL)


EVERY_FILE = FilePattern()
