"""Which variants of a large space are built: some of every family of steps, the same ones each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random

from retarget.schedule.form.factors import ONES, Factors
from retarget.schedule.form.subject import Subject
from retarget.schedule.prune import before_build
from retarget.schedule.space import space
from retarget.targets.limits import Limits

# Nodes of all instances of one variant, and of all of a kernel's variants, at most. Rodinia's myocyte, 10,346 nodes
# with its functions, in 68 variants of 736 instances took nvcc more than 20 GB; in 20 of 145 instances, more than a
# quarter of an hour. The next there, cfd's flux, has 37,000 in its largest variant and 1.1 million in 96.
_MOST_OF_ONE, _MOST_NODES = 40_000, 1_500_000


def drawn(subject: Subject, limits: Limits, count: int, seed: int) -> tuple[Factors, ...]:
    """The variants of a kernel that are worth building within a device's limits; none where it has none."""
    legal = [f for f in space(subject).variants if not before_build(subject, f, limits)]
    return picked(legal, count, seed, subject.nodes) if legal else ()


def picked(variants: Sequence[Factors], count: int, seed: int, nodes: int = 1) -> tuple[Factors, ...]:
    """`count` variants (all for 0), taken from the families in turn, so that a family with many members does not hide
    one with few. nodes: of the kernel's tree; of a large kernel there are fewer variants, with few instances."""
    random = Random(seed)

    def shuffled(family: list[Factors]) -> list[Factors]:
        random.shuffle(family)
        return family

    light = [f for f in variants if f.total == 1 or f.total * nodes <= _MOST_OF_ONE]
    return _taken(light if count else variants, count, shuffled, _MOST_NODES // max(1, nodes))


def smallest(variants: Sequence[Factors], count: int) -> tuple[Factors, ...]:
    """The same with the least coarsened of each family, powers of two first."""
    return _taken(variants, count, lambda family: sorted(family, key=_size)[::-1])


def _size(f: Factors) -> tuple[bool, int]:
    together = f.total * prod(f.pack)
    return together & (together - 1) != 0, together


def _taken(
    variants: Sequence[Factors],
    count: int,
    ordered: Callable[[list[Factors]], list[Factors]],
    room: int | None = None,
) -> tuple[Factors, ...]:
    """ordered: the members of a family, from the last to be taken to the first; room: instances of all, at most."""
    left = sum(f.total for f in variants) if room is None else room
    if not count or (len(variants) <= count and sum(f.total for f in variants) <= left):
        return tuple(variants)
    families: dict[tuple[bool, ...], list[Factors]] = {}
    for factors in variants:
        families.setdefault(_family(factors), []).append(factors)
    queues = [ordered(family) for family in families.values()]
    taken: list[Factors] = []
    while len(taken) < count and any(queues):
        for factors in [queue.pop() for queue in queues if queue][: count - len(taken)]:
            if factors.total <= left:
                taken.append(factors)
                left -= factors.total
    order = {factors: at for at, factors in enumerate(variants)}
    return tuple(sorted(taken, key=order.__getitem__))


def _family(f: Factors) -> tuple[bool, ...]:
    """Which steps take part."""
    groups = (f.thread, f.block, f.pack, f.serial)
    steps = (*(g != ONES for g in groups), f.persistent > 0, f.lanes != (0, 1, 2), f.is_bounded, f.share)
    return (*steps, f.streaming_stores or f.streaming_loads)
