"""What the parse of an output says although headers are missing.

Clang finds an empty file in the place of each, and goes on. Most of what it says then comes of what they declare. What
it says within a declaration that uses nothing of them does not: that is one which clang reads without complaint in the
CUDA original, with the headers emptied that these stand for.

What is not told: names that are unknown, and what concerns the standard library, since the missing headers may include
what the program does not. A name of CUDA's that HIP calls otherwise is told: no library of HIP's declares it. Nothing
is told where a header is missing that the user's text does not include by itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from retarget.dialects import load
from retarget.errors import Error
from retarget.source.flags import Flags
from retarget.source.lexer import includes
from retarget.source.text import Cover, Diagnostic, Severity, Span
from retarget.system.cache import cache_folder
from retarget.system.toolchain import find_headers
from retarget.targets.amd.messages import Placing, diagnostics
from retarget.targets.amd.runtime_first import LISTING, parted
from retarget.unit import Unit
from retarget.unit.missing import missing_header
from retarget.unit.parse import ParseError
from retarget.unit.parse.trusted import trusted

_UNKNOWN = re.compile(r"(?:undeclared identifier|unknown type name) '(\w+)'")
_OF_OTHERS = re.compile(
    r"undeclared|unknown (?:type|template)|no (?:type|member|template) named|not refer to a|file not found"
    r"|incomplete type|undefined template|\bstd::|__gnu_cxx|basic_\w+<|too many errors"
)


@dataclass(frozen=True)
class Unfinished:
    """A parse that a missing header ended. run: clang's messages about a side, with more options, and behind the
    precompiled runtime or not; emitted: the texts of the outputs, by source; folder: of ours."""

    unit: Unit
    flags: Flags
    emitted: Mapping[str, str]
    placing: Placing
    folder: Path
    run: Callable[[str, Sequence[str], bool], str]

    @property
    def empty(self) -> Path:
        """The folder of empty files."""
        return self.folder / "hip"


def certain(parse: Unfinished, sides: Sequence[str]) -> Iterator[Diagnostic]:
    """The errors that no missing header can explain."""
    root = parse.unit.by_path[parse.unit.root]
    for path in {i.path for text in parse.emitted.values() for i in includes(text) if not os.path.isabs(i.path)}:
        file = Path(os.path.normpath(parse.empty / path))
        if parse.empty in file.parents:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    for side in sides:
        if _errors(parse, parse.run(side, _options(parse), True)) == []:
            continue  # what the precompiled runtime brings may hide an error, and makes none
        listed, text = parted(parse.run(side, _options(parse), False))
        found, names = _errors(parse, text), _originals(parse, _absent(parse, listed))
        if not found or names is None:
            return
        if not all((row := load().include(name)) and row.hip for name in names):  # they may declare anything
            found = [(d, at) for d, at in found if not _is_left(d.message)]
        is_device = side.startswith("--cuda-device")
        try:
            spans = trusted(root, parse.flags, find_headers(), cache_folder(), names, parse.folder / "cuda", is_device)
        except (Error, ParseError):
            return
        cover = Cover(spans)
        yield from (d for d, at in found if cover.has(at.path, at.start))


def _options(parse: Unfinished) -> list[str]:
    """Clang takes empty files where it finds no others."""
    return ["-idirafter", str(parse.empty), "-ferror-limit=0", *LISTING]


def _errors(parse: Unfinished, text: str) -> list[tuple[Diagnostic, Span]] | None:
    """Those in the user's text that a missing header does not bring by itself; None where others are missing."""
    if missing_header(text):
        return None
    found = [(d, d.span) for d in diagnostics(text, parse.placing) if d.severity is Severity.ERROR and d.span]
    users = [(d, at) for d, at in found if at.path in parse.unit.by_path]
    return [(d, at) for d, at in users if _is_left(d.message) or not _OF_OTHERS.search(d.message)]


def _is_left(message: str) -> bool:
    """Whether a name is unknown that is CUDA's, and another in HIP."""
    name = _UNKNOWN.search(message)
    row = load().name(name[1]) if name else None
    return row is not None and row.status == "mapped" and row.kind != "namespace" and row.hip != row.cuda


def _absent(parse: Unfinished, listed: Sequence[tuple[int, str]]) -> frozenset[str]:
    found = (path for _, path in listed if Path(path).is_relative_to(parse.empty))
    return frozenset(os.path.relpath(path, parse.empty) for path in found)


def _originals(parse: Unfinished, absent: frozenset[str]) -> frozenset[str] | None:
    """The headers of the original for which the absent ones stand; None where one stands for none."""
    tables, found = load(), dict[str, str]()
    for source in parse.unit.sources:
        for include in includes(source.text):
            row = tables.include(include.path)
            found[include.path] = row.hip if row and row.hip else include.path
    names = frozenset(name for name, hip in found.items() if hip in absent)
    return names if absent <= {found[name] for name in names} else None
