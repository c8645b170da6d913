"""Which variants of a large space are built: some of every family of steps, the same ones each time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import prod
from random import Random

from retarget.schedule.form.subject import Subject
from retarget.schedule.prune import before_build
from retarget.schedule.space import space
from retarget.schedule.steps import Variant
from retarget.targets.device import Extents
from retarget.targets.limits import Limits

# Nodes of all instances of one variant, and of all of a kernel's variants, at most. Rodinia's myocyte, 10,346 nodes
# with its functions, in 68 variants of 736 instances took nvcc more than 20 GB; in 20 of 145 instances, more than a
# quarter of an hour. The next there, cfd's flux, has 37,000 in its largest variant and 1.1 million in 96.
_MOST_OF_ONE, _MOST_NODES = 40_000, 1_500_000


def within_limits(subject: Subject, limits: Limits) -> tuple[Variant, ...]:
    """The variants of a kernel that are worth building within a device's limits, less those of too many instances."""
    legal = [f for f in space(subject).variants if not before_build(subject, f.factors, limits)]
    return tuple(v for v in legal if _is_light(v, subject.nodes))


def suits_grids(variant: Variant, grids: Collection[Extents]) -> bool:
    """Whether a variant is worth a try for launches of these grids: blocks from the grid's end where the grids leave
    different remainders, as those of a factorisation do."""
    if not variant.factors.block_from_end:
        return True
    each = [b * p for b, p in zip(variant.factors.block, variant.factors.pack, strict=True)]
    return len({tuple(g % e for g, e in zip(grid, each, strict=True)) for grid in grids}) > 1


def why_none(subject: Subject) -> str:
    """Why a kernel has no variants within a device's limits."""
    return "; ".join(dict.fromkeys(r.why for r in space(subject).refusals)) or "all are beyond the device's limits"


def _is_light(variant: Variant, nodes: int) -> bool:
    return variant.factors.total == 1 or variant.factors.total * nodes <= _MOST_OF_ONE


def drawn(subject: Subject, limits: Limits, count: int, seed: int) -> tuple[Variant, ...]:
    """The variants of a kernel that are worth building within a device's limits, where no grid of its launches is
    known; none where it has none."""
    fit = (v for v in space(subject).variants if not before_build(subject, v.factors, limits))
    legal = [v for v in fit if suits_grids(v, ())]
    return picked(legal, count, seed, subject.nodes) if legal else ()


def picked(variants: Sequence[Variant], count: int, seed: int, nodes: int = 1) -> tuple[Variant, ...]:
    """`count` variants (all for 0), taken from the families in turn, so that a family with many members does not hide
    one with few. nodes: of the kernel's tree; of a large kernel there are fewer variants, with few instances."""
    random = Random(seed)

    def shuffled(family: list[Variant]) -> list[Variant]:
        random.shuffle(family)
        return family

    light = [v for v in variants if _is_light(v, nodes)]
    return _selection(light if count else variants, count, shuffled, _MOST_NODES // max(1, nodes))


def smallest(variants: Sequence[Variant], count: int) -> tuple[Variant, ...]:
    """The same with the least coarsened of each family, powers of two first."""
    return _selection(variants, count, lambda family: sorted(family, key=_size)[::-1])


def _size(variant: Variant) -> tuple[bool, int]:
    together = variant.factors.total * prod(variant.factors.pack)
    return together & (together - 1) != 0, together


def _selection(
    variants: Sequence[Variant],
    count: int,
    ordered: Callable[[list[Variant]], list[Variant]],
    room: int | None = None,
) -> tuple[Variant, ...]:
    """ordered: the members of a family, from the last to be taken to the first; room: instances of all, at most."""
    left = sum(v.factors.total for v in variants) if room is None else room
    if not count or (len(variants) <= count and sum(v.factors.total for v in variants) <= left):
        return tuple(variants)
    families: dict[frozenset[str], list[Variant]] = {}
    for variant in variants:
        families.setdefault(variant.family, []).append(variant)
    queues = [ordered(family) for family in families.values()]
    taken: list[Variant] = []
    while len(taken) < count and any(queues):
        for variant in [queue.pop() for queue in queues if queue][: count - len(taken)]:
            if variant.factors.total <= left:
                taken.append(variant)
                left -= variant.factors.total
    order = {variant: at for at, variant in enumerate(variants)}
    return tuple(sorted(taken, key=order.__getitem__))
