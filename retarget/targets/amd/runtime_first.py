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
    return any(t.kind != COMMENT and not t.directive for t in tokens(text))
