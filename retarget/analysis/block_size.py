"""The block size of a kernel, where it is proved at every launch.

A kernel has a proved bound where, over all units that are looked at,
- each launch of it has constant extents (the largest counts),
- its name is used for nothing but its declaration and those launches: nobody takes its address, and no launch
  hides in a macro or in a branch that is not compiled,
- no macro that another build may define otherwise has a part in them,
- it is no macro's product, and no header declares it for units that are not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from retarget.lexer import NAME, Token
from retarget.unit import Launch, Unit

MOST_THREADS = 1024

T = TypeVar("T")


def block_sizes(
    units: Iterable[Unit], code: Mapping[str, list[Token]], configurable: frozenset[str] = frozenset()
) -> dict[str, int]:
    """Threads per block by the kernel's usr. `code` holds the tokens of each file, without comments; `configurable`
    the macros that another build may define otherwise."""
    units = tuple(units)
    declared = _grouped((k.usr, k) for u in units for k in u.kernels)
    launched = _grouped((launch.kernel, launch) for u in units for launch in u.launches)
    namesakes = _grouped((k.name, k.usr) for u in units for k in u.kernels)
    uses = Counter(t.text for listed in code.values() for t in listed if t.kind == NAME)
    sizes = {}
    for usr, kernels in declared.items():
        kernel = next((k for k in reversed(kernels) if k.is_definition), None)
        size = _size(launched.get(usr, []), configurable)
        if kernel is None or size is None or kernel.in_macro or set(namesakes[kernel.name]) != {usr}:
            continue
        places = {(launch.span.path, launch.span.start) for launch in launched[usr]}
        names = {k.name_span for k in kernels}
        if {n.path for n in names} == {kernel.name_span.path} and uses[kernel.name] == len(places) + len(names):
            sizes[usr] = size
    return sizes


def _size(launches: list[Launch], configurable: frozenset[str]) -> int | None:
    """The most threads of any of these launches, where each is known."""
    threads = [launch.threads for launch in launches]
    known = [t for t in threads if t is not None and t <= MOST_THREADS]
    if not known or len(known) < len(threads) or any(launch.in_macro for launch in launches):
        return None
    if any(launch.block_names & configurable for launch in launches):
        return None
    return max(known)


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
