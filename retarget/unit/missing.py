"""What compilers' messages say of a header that is missing."""

from __future__ import annotations

import re

_MISSING = re.compile(r"'([^']+)' file not found")


def missing_header(message: str) -> str:
    """The header that clang did not find, as it is named; empty where it says something else.

    >>> missing_header("'a/b.h' file not found"), missing_header("unknown type name 'x'")
    ('a/b.h', '')
    """
    found = _MISSING.search(message)
    return found[1] if found else ""
