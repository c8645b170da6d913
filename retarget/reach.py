"""Which files of the user's a unit reaches, by its text: include directives of every branch."""

from __future__ import annotations

import os
from collections.abc import Mapping

from retarget.flags import Flags
from retarget.lexer import includes
from retarget.text import Source

NOTHING: Mapping[str, Source] = {}


def reached(root: Source, flags: Flags, texts: Mapping[str, Source] = NOTHING) -> tuple[Source, ...]:
    """The root and the user's files that its include directives reach, those in inactive branches too. `texts` stand
    for the files of the same path."""
    found = {root.path: root}
    queue = [root]
    while queue:
        source = queue.pop()
        for include in includes(source.text):
            path = resolve(include.path, include.angled, source.path, flags)
            if path and path not in found:
                found[path] = texts.get(path) or Source.read(path)
                queue.append(found[path])
    return tuple(found.values())


def resolve(include: str, angled: bool, includer: str, flags: Flags) -> str | None:
    """The user's file that an include directive means, or None where it is no file of the user's."""
    folders = [*([] if angled else [os.path.dirname(includer)]), *flags.include]
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, include))
        if os.path.isfile(path) and not is_system(path):
            return path
    return None


_SYSTEM = ("/usr/include/", "/usr/lib/", "/usr/local/cuda", "/usr/local/include/", "/opt/")


def is_system(path: str) -> bool:
    """Whether a path lies where systems and toolkits keep their headers."""
    return os.path.abspath(path).startswith(_SYSTEM)
