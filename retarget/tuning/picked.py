"""Which variants of a large space are built: some of every family of steps, the same ones each time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from retarget.granularity.factors import ONES, Factors


def picked(variants: Sequence[Factors], count: int, seed: int) -> tuple[Factors, ...]:
    """`count` variants (all for 0), taken from the families in turn, so that a family with many members does not hide
    one with few."""
    if not count or len(variants) <= count:
        return tuple(variants)
    families: dict[tuple[bool, ...], list[Factors]] = {}
    for factors in variants:
        families.setdefault(_family(factors), []).append(factors)
    random = Random(seed)
    queues = list(families.values())
    for queue in queues:
        random.shuffle(queue)
    taken: list[Factors] = []
    while len(taken) < count:
        taken += [queue.pop() for queue in queues if queue][: count - len(taken)]
    order = {factors: at for at, factors in enumerate(variants)}
    return tuple(sorted(taken, key=order.__getitem__))


def _family(f: Factors) -> tuple[bool, ...]:
    """Which steps take part."""
    groups = (f.thread, f.block, f.pack, f.serial)
    steps = (*(g != ONES for g in groups), f.persistent > 0, f.lanes != (0, 1, 2), f.is_bounded, f.share)
    return (*steps, f.streaming_stores or f.streaming_loads)
