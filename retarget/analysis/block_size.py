"""The block size of a kernel, where it is proved at every launch.

A kernel has a proved bound where, over all units that are looked at,
- each launch of it has constant extents (the largest counts),
- its name is used for nothing but its declaration and those launches: nobody takes its address, and no launch
  hides in a macro or in a branch that is not compiled,
- no macro that another build may define otherwise has a part in them,
- it is no macro's product, and no header declares it for units that are not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from retarget.source.lexer import NAME, Token
from retarget.source.text import Span
from retarget.unit import Kernel, Launch, Unit

MOST_THREADS = 1024

T = TypeVar("T")


class Obstacle(Struct, frozen=True):
    """Why no block size is proved, and the place that shows it."""

    why: str
    place: Span


def block_sizes(
    units: Iterable[Unit], code: Mapping[str, list[Token]], configurable: frozenset[str] = frozenset()
) -> dict[str, int | Obstacle]:
    """Threads per block by the usr of each kernel that is defined, or what stands against a proof. `code` holds the
    tokens of each file, without comments; `configurable` the macros that another build may define otherwise."""
    units = tuple(units)
    declared = _grouped((k.usr, k) for u in units for k in u.kernels)
    launched = _grouped((launch.kernel, launch) for u in units for launch in u.launches)
    namesakes = _grouped((k.name, k) for u in units for k in u.kernels)
    names = frozenset(namesakes)
    uses = _grouped((t.text, Span(path, t.start, t.end)) for path, listed in code.items() for t in listed
                    if t.kind == NAME and t.text in names)  # fmt: skip
    found: dict[str, int | Obstacle] = {}
    for usr, kernels in declared.items():
        kernel = next((k for k in reversed(kernels) if k.is_definition), None)
        if kernel is None:
            continue
        launches = launched.get(usr, [])
        found[usr] = (
            _declared_otherwise(kernel, kernels, namesakes[kernel.name])
            or _launched_otherwise(kernel, launches, configurable)
            or _used_otherwise(kernels, launches, uses.get(kernel.name, []))
            or max(launch.threads or 0 for launch in launches)
        )
    return found


def _declared_otherwise(kernel: Kernel, kernels: list[Kernel], namesakes: list[Kernel]) -> Obstacle | None:
    if kernel.in_macro:
        return Obstacle("a macro spells the kernel", kernel.span)
    for other in namesakes:
        if other.usr != kernel.usr:
            return Obstacle("another kernel has this name", other.name_span)
    for other in kernels:
        if other.name_span.path != kernel.name_span.path:
            return Obstacle("units that retarget does not see here may use this declaration", other.name_span)
    return None


def _launched_otherwise(kernel: Kernel, launches: list[Launch], configurable: frozenset[str]) -> Obstacle | None:
    if not launches:
        return Obstacle("no launch of it is seen", kernel.name_span)
    for launch in launches:
        if launch.in_macro:
            return Obstacle("a macro spells this launch", launch.span)
        if launch.threads is None:
            return Obstacle("the block of this launch is not constant", launch.span)
        if launch.threads > MOST_THREADS:
            return Obstacle(f"this launch asks for more than {MOST_THREADS} threads", launch.span)
        if changed := sorted(launch.block_names & configurable):
            return Obstacle(f"another build may define '{changed[0]}' of this launch otherwise", launch.span)
    return None


def _used_otherwise(kernels: list[Kernel], launches: list[Launch], uses: list[Span]) -> Obstacle | None:
    """A use that is neither a declaration nor a launch that was seen: one each is allowed for."""
    names = {k.name_span for k in kernels}
    places = {(launch.span.path, launch.span.start) for launch in launches}
    if len(uses) == len(names) + len(places):
        return None
    others = [u for u in uses if u not in names and not any(_holds(launch.span, u) for launch in launches)]
    why = "its name is used here, so that a launch may have another block"
    return Obstacle(why, others[0] if others else uses[-1])


def _holds(outer: Span, inner: Span) -> bool:
    return outer.path == inner.path and outer.start <= inner.start and inner.end <= outer.end


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
