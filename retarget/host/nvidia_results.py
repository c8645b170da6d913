"""What NVIDIA's machine gives where C++ leaves a result open, for an original that runs on the processor.

    x >> n          -->  x >> retarget_hip::shift_count(n)             where n is not proved to be below the width
    (long long)f    -->  (long long)retarget_hip::to_integer<long long>(f)

The translation has these marks where it needs them, and does elsewhere as AMD's machine does (a count modulo the width,
as on x86): what comes out different is a difference of the machines.
"""

from __future__ import annotations

from collections.abc import Mapping

from retarget import parts
from retarget.dialects import load
from retarget.flags import Flags
from retarget.program import Program
from retarget.text import Edit
from retarget.translate.conversions import conversion_marks
from retarget.translate.file import File, Options
from retarget.translate.shifts import shift_marks

FOLDER = "retarget_hip"
PARTS = ("shifts", "conversions")


def marks(program: Program) -> Mapping[str, frozenset[Edit]]:
    """The edits of each file; those of all units that reach it."""
    dialect = load(frozenset())
    found: dict[str, frozenset[Edit]] = {}
    for unit in (u for u in program.units if u.functions):
        for source in unit.sources:
            file = File(source, unit, dialect, Flags(), Options(()), False)
            edits = frozenset([*shift_marks(file), *conversion_marks(file)])
            found[source.path] = found.get(source.path, frozenset()) | edits
    return {path: edits for path, edits in found.items() if edits}


def headers() -> Mapping[str, str]:
    """The support headers that define the marks, by name."""
    return {f"{FOLDER}/{part}.h": parts.text(part) for part in PARTS}
