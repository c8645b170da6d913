"""Where lanes of a warp exchange values through shared memory with no barrier between: they count on running in step,
which instances do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.dialects.dialect import Dialect
from retarget.source.flags import Flags
from retarget.source.text import Span
from retarget.translation.file import File, Met, Options
from retarget.translation.hip.warp_synchronous import warp_synchronous
from retarget.unit import Unit
from retarget.unit.tree import Function

_NAMES = Dialect((), {}, {}, {}, {})  # none is another's


def in_step(functions: Sequence[Function], unit: Unit, warned: bool = False) -> Iterator[Span]:
    """The places in some functions. warned: those alone where the translation puts no barrier."""
    for place, is_mended in unit.once(_places):
        if warned and is_mended:
            continue
        if any(f.span.path == place.path and f.span.start <= place.start < f.span.end for f in functions):
            yield place


def _places(unit: Unit) -> tuple[tuple[Span, bool], ...]:
    files = (File(source, unit, _NAMES, Flags(), Options(()), False) for source in unit.sources)
    met = (found for file in files for found in warp_synchronous(file) if isinstance(found, Met))
    return tuple((found.span, found.outcome == "rewritten") for found in met)
