"""What to try: the legal factors of a kernel, and why others are not.

A family of steps at a time, each in every dimension that the kernel's indices have:
- threads and blocks coarsened together: divisors of the block's extents (powers of two where they are not proved) times
  any factor for blocks, `total` logical threads for each physical one at most;
- small blocks packed, with every axis along the lanes, and blocks coarsened besides;
- blocks one after another, and persistent ones;
- launch bounds, streaming stores and shared loads, on the original and on what coarsens blocks;
- uniform loops unrolled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import prod

from retarget.schedule.form.factors import AXES, ONES, Factors, Triple
from retarget.schedule.form.kernel import coarsened
from retarget.schedule.form.loops import uniform_loops
from retarget.schedule.form.sharing import shared_strides
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal, Unsuited
from retarget.schedule.steps import Step, folded, steps_of, written
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.lanes import OrderLanes
from retarget.schedule.steps.pack import PackBlocks
from retarget.schedule.steps.persistent import PersistentBlocks
from retarget.schedule.steps.serial import SerialBlocks
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.streaming import Streaming
from retarget.schedule.steps.thread import CoarsenThreads
from retarget.schedule.steps.unroll import UnrollLoops
from retarget.unit.tree import Kind

TOTAL = 32  # as the space of the Polygeist-GPU paper
_BLOCKS = (2, 3, 4, 5, 6, 7, 8, 12, 16, 32)
_POWERS = (2, 4, 8, 16, 32)
_WAVES = (2, 4, 8)
_TURNS = (2, 4, 8)  # of a loop, unrolled
_PACKED = 256  # threads of a physical block up to which small blocks are packed


@dataclass(frozen=True)
class Space:
    """The variants of a kernel, the original left out; and what was refused, each reason once."""

    subject: Subject
    variants: tuple[Factors, ...]
    refusals: tuple[Refusal, ...]


def space(subject: Subject, total: int = TOTAL) -> Space:
    """All legal variants of a kernel."""
    obstacles = dict.fromkeys(subject.obstacles)
    if not obstacles and not any(used_axes(subject)):
        obstacles[Refusal(subject.function.name_span, "it uses neither threadIdx nor blockIdx")] = None
    legal: dict[Factors, None] = {}
    formed: dict[Factors, Refusal | None] = {}
    refused: dict[Refusal, dict[str, None]] = {}
    for steps in _candidates(subject, total):
        factors = folded(steps)
        if factors.is_original or factors in legal:
            continue
        against = [(r, s.name) for s in steps for r in s.refusals(subject)]
        for refusal, name in against:
            if refusal not in obstacles:
                refused.setdefault(refusal, {})[name] = None
        if against:
            continue
        if unsuited := _against_form(subject, factors, formed):
            if unsuited not in refused or len(steps) == 1:
                refused.setdefault(unsuited, {}).update(dict.fromkeys(s.name for s in steps))
        else:
            legal[factors] = None
    told: dict[Refusal, tuple[str, ...]] = {subject.at_users_place(o): () for o in obstacles}
    for refusal, names in refused.items():
        told.setdefault(subject.at_users_place(refusal), tuple(names))
    return Space(subject, tuple(legal), tuple(replace(r, steps=steps) for r, steps in told.items()))


def _against_form(subject: Subject, factors: Factors, formed: dict[Factors, Refusal | None]) -> Refusal | None:
    """Why there is no coarsened text, if there is none; factors that differ in constants alone have the same one."""
    shape = folded(least for step in steps_of(factors) if (least := step.least()))
    if shape not in formed:
        try:
            coarsened(subject, shape, "tried")
            formed[shape] = None
        except Unsuited as reason:
            formed[shape] = reason.refusal
    return formed[shape]


def _candidates(subject: Subject, total: int) -> Iterator[tuple[Step, ...]]:
    threads, blocks = used_axes(subject)
    coarse = list(_coarse(subject, threads, blocks, total))
    yield from coarse
    for factors in _triples(_POWERS[:3], blocks, 8):
        yield (SerialBlocks(factors),)
        yield (SerialBlocks(factors, strided=True),)
    if blocks:
        yield from ((PersistentBlocks(n),) for n in (1, 2, 4))
    orders = _orders(threads)
    yield from ((order,) for order in orders)
    yield from _packed(subject, blocks, orders)
    extra: list[tuple[Step, ...]] = [(Streaming(True, False),), (LaunchBounds(),)]
    modified = [s for s in ((), *coarse) if not any(isinstance(x, CoarsenThreads) for x in s)]
    if any(shared_strides(subject, frozenset({f"blockIdx.{AXES[a]}"})) for a in blocks):
        extra.append((ShareLoads(),))
        extra.append((ShareLoads(), Streaming(True, False)))
        extra.append((ShareLoads(), Streaming(True, False), LaunchBounds()))
    yield from ((*steps, *more) for steps in modified for more in extra)
    yield from ((LaunchBounds(waves=n),) for n in _WAVES)
    if uniform_loops(subject):
        yield from ((UnrollLoops(n),) for n in _TURNS)


def used_axes(subject: Subject) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The axes of threadIdx and of blockIdx that a kernel names, itself or in its functions; those along which the
    block is known to be flat do not count."""
    bodies = [subject.function.body, *(subject.functions[usr].body for usr in subject.indexed_functions)]
    names = {n.name for body in bodies for n in body.of(Kind.BUILTIN)}

    def axes(family: str) -> tuple[int, ...]:
        return tuple(i for i, a in enumerate(AXES) if {f"{family}.{a}", family} & names)

    flat = subject.extent or (0, 0, 0)
    return tuple(a for a in axes("threadIdx") if flat[a] != 1), axes("blockIdx")


def _coarse(subject: Subject, threads: Sequence[int], blocks: Sequence[int], total: int) -> Iterator[tuple[Step, ...]]:
    own = [ONES, *_triples(_divisors(subject), threads, total)]
    others = [ONES, *_triples(_BLOCKS, blocks, total)]
    for t, b in product(own, others):
        if prod(t) * prod(b) > total:
            continue
        steps: tuple[Step, ...] = ()
        steps += (CoarsenThreads(t),) if t != ONES else ()
        steps += (CoarsenBlocks(b),) if b != ONES else ()
        yield steps
        if t != ONES and b == ONES:
            yield (CoarsenThreads(t, strided=False),)
        if b != ONES and t == ONES:
            yield (CoarsenBlocks(b, strided=True),)


def _divisors(subject: Subject) -> tuple[int, ...]:
    if subject.extent is None:
        return _POWERS
    return tuple(sorted({d for e in subject.extent for d in range(2, min(e, TOTAL) + 1) if e % d == 0}))


def _triples(options: Sequence[int], axes: Sequence[int], most: int) -> Iterator[Triple]:
    """Factors by axis, one of `options` or 1 on each of `axes`, less all ones."""
    for chosen in product(*((1, *options) if a in axes else (1,) for a in range(3))):
        if 1 < prod(chosen) <= most:
            yield chosen[0], chosen[1], chosen[2]


def _orders(threads: Sequence[int]) -> list[OrderLanes]:
    """The other orders of the axes that the block has."""
    found = []
    for order in permutations(range(3)):
        dims: Triple = (order[0], order[1], order[2])
        moved = [a for a in range(3) if dims[a] != a]
        if moved and set(moved) <= set(threads):
            found.append(OrderLanes(dims))
    return found


def _packed(subject: Subject, blocks: Sequence[int], orders: Sequence[OrderLanes]) -> Iterator[tuple[Step, ...]]:
    own = prod(subject.extent) if subject.extent else 32
    if own >= _PACKED:
        return
    for factors in _triples(_POWERS, blocks, min(TOTAL, _PACKED // own)):
        if sum(f > 1 for f in factors) > 1:
            continue
        packed = PackBlocks(factors)
        yield (packed,)
        for order in orders:
            yield packed, order
        for axis in blocks:
            for block in (2, 4):
                coarse = CoarsenBlocks(
                    (block if axis == 0 else 1, block if axis == 1 else 1, block if axis == 2 else 1)
                )
                yield packed, coarse
                yield from ((packed, order, coarse) for order in orders)


__all__ = ["TOTAL", "Space", "space", "used_axes", "written"]
