"""Whether a unit includes HIP's runtime ahead of all code of its own, as its precompiled header does.

Where it does not, the precompiled header brings what the unit lacks, and hides what a build would complain of.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from retarget.source.lexer import COMMENT, includes, tokens

LISTING = ("-H", "-fshow-skipped-includes")  # has clang list what is included, those that a guard leaves out too
_ENTRY = re.compile(r"(\.+) (.*)")
_RUNTIME = os.path.join("hip", "hip_runtime.h")
_PLAIN = frozenset("include include_next import if ifdef ifndef elif else endif".split())  # directives
_GUARD = re.compile(
    r"^[ \t]*#[ \t]*ifndef[ \t]+(\w+_(?:H|HH|HPP|HXX|CUH|h|hh|hpp|hxx|cuh)_*)[ \t]*\r?\n"
    r"[ \t]*#[ \t]*define[ \t]+\1[ \t]*$"
    r"|^[ \t]*#[ \t]*pragma[ \t]+once\b[^\n]*$",
    re.M,
)


def parted(told: str) -> tuple[list[tuple[int, str]], str]:
    """The files that clang lists among what it tells, with their depth; and the rest.

    >>> parted(". /a.h\\nx.cu:1:1: error: no\\n.. /usr/b.h\\n")
    ([(1, '/a.h'), (2, '/usr/b.h')], 'x.cu:1:1: error: no\\n')
    """
    listed, rest = [], []
    for line in told.splitlines(keepends=True):
        if entry := _ENTRY.fullmatch(line.rstrip("\n")):
            listed.append((len(entry[1]), os.path.abspath(entry[2])))
        else:
            rest.append(line)
    return listed, "".join(rest)


def runtime_is_first(listed: list[tuple[int, str]], texts: Mapping[str, str]) -> bool:
    """listed: all that a unit includes, in order, with the depth. texts: of the user's files, by absolute path."""
    above: list[str] = []  # those that the next one is included from
    for depth, path in listed:
        if any(_has_code(texts.get(done, "")) for done in above[depth - 1 :]):
            return False
        above[depth - 1 :] = [path]
        if path.endswith(os.sep + _RUNTIME) and path not in texts:
            return not any(_has_code(ahead) for ahead in _ahead(above, texts))
    return False


def _ahead(chain: list[str], texts: Mapping[str, str]) -> Iterator[str]:
    """What stands in each file of a chain of includes ahead of the include of the next."""
    for path, following in zip(chain, chain[1:], strict=False):
        text, name = texts.get(path, ""), os.path.basename(following)
        at = [i.line_start for i in includes(text) if os.path.basename(i.path) == name]
        yield text[: at[-1]] if at else text


def _has_code(text: str) -> bool:
    """Whether more stands in a text than comments, includes and conditions: a macro may change what HIP's headers
    declare, unless it guards a header."""
    return any(
        t.kind != COMMENT and t.directive not in _PLAIN and (t.directive or t.text != "#")  # the mark itself has none
        for t in tokens(_GUARD.sub("", text))
    )
