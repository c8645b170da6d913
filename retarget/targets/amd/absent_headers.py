"""What the parse of an output says although headers are missing.

Clang finds an empty file in the place of each, and goes on. Most of what it says then comes of what they declare. What
it says within a declaration that uses nothing of them does not: that is one which clang reads without complaint in the
CUDA original, with the headers emptied that these stand for. Nor does what clang says of the CUDA original too, with
all of its headers: nvcc may take that, clang does not in either language.

What is not told: names that are unknown, and what concerns the standard library, since the missing headers may include
what the program does not. A name of CUDA's that HIP calls otherwise is told: no library of HIP's declares it. Where a
missing header may declare anything, that is a warning in the user's text. In a library's it is an error, and so is a
header of CUDA's that the library asks for. Nothing else is told where a header is missing that the CUDA original has.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.dialects import load
from retarget.errors import Error
from retarget.source.flags import Flags
from retarget.source.lexer import includes
from retarget.source.text import Cover, Diagnostic, Severity, Span
from retarget.system.cache import cache_folder
from retarget.system.toolchain import find_headers
from retarget.targets.amd.messages import Placing, diagnostics
from retarget.targets.amd.output_errors import asks_for_cudas, is_left
from retarget.targets.amd.runtime_first import LISTING, parted
from retarget.targets.amd.told import crashed
from retarget.unit import Unit
from retarget.unit.missing import missing_header
from retarget.unit.parse import ParseError
from retarget.unit.parse.trusted import errors_of, trusted

_MOST_ABSENT = 8  # headers that libraries ask for in vain: each costs a parse
_OF_OTHERS = re.compile(
    r"undeclared|unknown (?:type|template)|no (?:type|member|template) named|not refer to a|file not found"
    r"|incomplete type|undefined template|\bstd::|__gnu_cxx|basic_\w+<|too many errors"
)
_QUOTED = re.compile(r"'[^']*'")


class Unfinished(Struct, frozen=True):
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
        _touch(parse, path)
    for side in sides:
        quick = _read_on(parse, side, is_quick=True)
        if not crashed(quick) and _told(parse, quick) == ([], []):
            continue  # what the precompiled runtime brings may hide an error, and makes none
        listed, text = parted(_read_on(parse, side, is_quick=False))
        found, of_libraries = _told(parse, text)
        yield from of_libraries
        names = _originals(parse, _absent(parse, listed))
        if not found or names is None or missing_header(text):
            return
        unknown = sorted(n for n in names if not ((row := load().include(n)) and row.hip))  # they may declare anything
        if unknown:
            yield from (_unless(unknown[0], d) for d, _ in found if is_left(d.message))
            found = [(d, at) for d, at in found if not is_left(d.message)]
        is_device = side.startswith("--cuda-device")
        try:
            spans = trusted(root, parse.flags, find_headers(), cache_folder(), names, parse.folder / "cuda", is_device)
            cover = Cover(spans)
            yield from (d for d, at in found if cover.has(at.path, at.start))
            others = [(d, at) for d, at in found if not cover.has(at.path, at.start)]
            yield from _of_both(parse, others, is_device) if others else ()
        except (Error, ParseError):
            return


def _of_both(parse: Unfinished, found: Sequence[tuple[Diagnostic, Span]], is_device: bool) -> Iterator[Diagnostic]:
    """Those that clang has for the CUDA original too, on the same line and in the same words, but for names."""
    root = parse.unit.by_path[parse.unit.root]
    errors = errors_of(root, parse.flags, find_headers(), cache_folder(), is_device)

    def key(error: Diagnostic, span: Span) -> tuple[str, int, str]:
        source = parse.unit.by_path[span.path]
        return span.path, source.text.count("\n", 0, span.start), _QUOTED.sub("", error.message)

    known = {key(e, e.span) for e in errors if e.span and e.span.path in parse.unit.by_path}
    why = "; nvcc may take it, clang does not in CUDA either"
    yield from (replace(d, message=d.message + why) for d, at in found if key(d, at) in known)


def _unless(name: str, error: Diagnostic) -> Diagnostic:
    return replace(error, severity=Severity.WARNING, message=f"{error.message}, unless '{name}' declares it")


def _read_on(parse: Unfinished, side: str, is_quick: bool) -> str:
    """What clang tells with empty files in the place of all headers that are missing, but for CUDA's."""
    for _ in range(_MOST_ABSENT):
        text = parse.run(side, _options(parse), is_quick)
        name = missing_header(text)
        if not name or os.path.isabs(name) or asks_for_cudas(text) or not _touch(parse, name):
            return text
    return text


def _touch(parse: Unfinished, name: str) -> bool:
    """Lays an empty file where clang finds it by a name; false where it has one already, or the name leads out."""
    file = Path(os.path.normpath(parse.empty / name))
    if parse.empty not in file.parents or file.exists():
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return True


def _options(parse: Unfinished) -> list[str]:
    """Clang takes empty files where it finds no others."""
    return ["-idirafter", str(parse.empty), "-ferror-limit=0", *LISTING]


def _told(parse: Unfinished, text: str) -> tuple[list[tuple[Diagnostic, Span]], list[Diagnostic]]:
    """The errors in the user's text that a missing header does not bring by itself, and those of libraries' that none
    explains."""
    told = diagnostics(text, parse.placing, includes=True)
    found = [(d, d.span) for d in told if d.severity is Severity.ERROR and d.span]
    users = [(d, at) for d, at in found if at.path in parse.unit.by_path]
    others = [d for d, at in found if at.path not in parse.unit.by_path]
    own = [(d, at) for d, at in users if is_left(d.message) or not _OF_OTHERS.search(d.message)]
    return own, [d for d in others if is_left(d.message) or asks_for_cudas(d.message)]


def _absent(parse: Unfinished, listed: Sequence[tuple[int, str]]) -> frozenset[str]:
    found = (path for _, path in listed if Path(path).is_relative_to(parse.empty))
    return frozenset(os.path.relpath(path, parse.empty) for path in found)


def _originals(parse: Unfinished, absent: frozenset[str]) -> frozenset[str] | None:
    """The headers of the original for which the absent ones stand; None where one stands for none, or is there."""
    tables, found = load(), dict[str, str]()
    for source in parse.unit.sources:
        for include in includes(source.text):
            row = tables.include(include.path)
            found[include.path] = row.hip if row and row.hip else include.path
    names = frozenset(name for name, hip in found.items() if hip in absent)
    others = absent - {found[name] for name in names}
    lacking = {missing_header(d.message) for d in parse.unit.diagnostics if d.rule == "missing-header"}
    return names | others if others <= lacking else None
