"""The support headers that the text of a schedule needs.

    k_launch(retarget::on(grid, block), a);    needs  granularity.h
    {run}(retarget::chosen("k", 8, launch));   needs  variants.h, which includes it
    cudaDeviceReset();                         needs  device_reset.h, in a program that chooses among variants: it tells
                                                      what it launched before it gives the device back
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from retarget.source.text import Edit, Span
from retarget.translation.file import Need, users_code
from retarget.unit import Unit

_RESETS = frozenset({"cudaDeviceReset", "cudaThreadExit"})


def headers(
    units: Sequence[Unit], definitions: Iterable[Edit], launches: Iterable[Edit], chooses: bool
) -> Iterator[Need]:
    """definitions: of coarsened kernels and what launches them; launches: of launches and declarations. chooses:
    whether the environment chooses among variants."""
    defining = {e.span.path for e in definitions}
    launching = {e.span.path for e in launches} - (defining if chooses else set())
    if chooses:
        yield from (_need("variants", path) for path in sorted(defining))
        sources = {s.path: s for u in units for s in u.sources}
        resetting = (p for p, s in sources.items() if any(t.text in _RESETS for t in users_code(s.text)))
        yield from (_need("device_reset", path) for path in sorted(resetting))
    yield from (_need("granularity", path) for path in sorted(launching | (set() if chooses else defining)))


def _need(part: str, path: str) -> Need:
    return Need(part, Span(path, 0, 0))
