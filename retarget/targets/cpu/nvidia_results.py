"""What NVIDIA's machine gives where C++ leaves a result open, for an original that runs on the processor.

    x >> n          -->  x >> retarget_hip::shift_count(n)             where n is not proved to be below the width
    (long long)f    -->  (long long)retarget_hip::to_integer<long long>(f)

The translation has these marks where it needs them, and does elsewhere as AMD's machine does (a count modulo the width,
as on x86): what comes out different is a difference of the machines. What both machines saturate, a processor does not:
both sides are marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from retarget.dialects import load
from retarget.source.flags import Flags
from retarget.source.text import Edit
from retarget.translation import parts
from retarget.translation.file import File, Options
from retarget.translation.hip.conversions import conversion_marks, same_marks
from retarget.translation.hip.program_names import past_the_programs
from retarget.translation.hip.shifts import shift_marks
from retarget.translation.merge import Program

FOLDER = "retarget_hip"
PARTS = ("shifts", "conversions")
COMMON = ("conversions",)  # those of the translation on a processor


def marks(program: Program) -> Mapping[str, frozenset[Edit]]:
    """The edits of each file of an original; those of all units that reach it."""
    return _by_file(program, lambda file: [*shift_marks(file), *conversion_marks(file), *chain(*same_marks(file))])


def common_marks(program: Program) -> Mapping[str, frozenset[Edit]]:
    """The edits that a translation's files need on a processor, where its own leave room for them."""
    own = {f.source.path: f.edits for f in program.files}

    def free(file: File) -> Iterator[Edit]:
        taken = own.get(file.source.path, ())
        for edits in same_marks(file):
            if not any(overlap(e, o) for e in edits for o in taken):
                yield from edits

    return _by_file(program, free)


def overlap(one: Edit, other: Edit) -> bool:
    return one.span.start < other.span.end and other.span.start < one.span.end


def _by_file(program: Program, made: Callable[[File], Iterable[Edit]]) -> Mapping[str, frozenset[Edit]]:
    dialect = load(frozenset())
    built = {f.source.path: f.source.text for f in program.files}
    found: dict[str, frozenset[Edit]] = {}
    for unit in (u for u in program.units if u.functions):
        for source in (s for s in unit.sources if built.get(s.path) == s.text):
            file = File(source, unit, dialect, Flags(), Options(()), False)
            edits = (e for e in past_the_programs(file, made(file)) if isinstance(e, Edit))
            found[source.path] = found.get(source.path, frozenset()) | frozenset(edits)
    return {path: edits for path, edits in found.items() if edits}


def headers() -> Mapping[str, str]:
    """The support headers that define the marks, by name."""
    return {f"{FOLDER}/{part}.h": parts.text(part) for part in PARTS}
