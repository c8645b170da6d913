"""Which variant of each kernel runs next: successive halving, in which all kernels take part in the same runs.

A round gives every variant that is still in it one more sample; then the faster half goes on. The number of runs of a
round is that of the kernel with most variants: in each run every kernel has another one. The race finds finalists and
decides nothing else: in the finals, they and the original run in turns, and those runs alone are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from random import Random
from statistics import median

from msgspec import Struct

from retarget.tuning.launch_records import Launches, Size

ORIGINAL = 0
FINALISTS = 4  # the original included

Entry = tuple[str, int]  # a kernel's name and a variant of it
Samples = Mapping[Entry, Sequence[float]]  # milliseconds of each run
Sizes = Mapping[Size, float]  # milliseconds of a kernel's launches at each size, in one run


class Field(Struct, frozen=True):
    """The variants of each kernel that are still in the race."""

    alive: Mapping[str, tuple[int, ...]]

    def without(self, lost: Sequence[Entry]) -> Field:
        return Field({k: tuple(v for v in vs if (k, v) not in lost) for k, vs in self.alive.items()})

    def with_(self, more: Sequence[Entry]) -> Field:
        return Field({k: (*vs, *(v for n, v in more if n == k and v not in vs)) for k, vs in self.alive.items()})

    @property
    def is_decided(self) -> bool:
        """Whether only finalists are left."""
        return all(len(vs) <= FINALISTS for vs in self.alive.values())


def round_of(
    field: Field, samples: Mapping[Entry, Sequence[object]], wanted: int, seed: int, width: Mapping[str, int],
    rank: Callable[[Entry], int] = lambda _: 0,
) -> list[dict[str, tuple[int, ...]]]:  # fmt: skip
    """The runs of a round, each with the variants of every kernel that take turns in it, `width` of them at most: after
    them, each variant has `wanted` samples. Where one kernel has fewer variants than another, it repeats them. rank:
    what comes first, by chance where variants are alike."""
    random = Random(seed)
    turns: dict[str, list[tuple[int, ...]]] = {}
    for kernel, variants in field.alive.items():
        due: list[tuple[int, ...]] = []
        for lacking in range(max((wanted - len(samples.get((kernel, v), ())) for v in variants), default=0)):
            more = [v for v in variants if wanted - len(samples.get((kernel, v), ())) > lacking]
            random.shuffle(more)
            more.sort(key=lambda v, k=kernel: rank((k, v)))  # type: ignore[misc]
            due += _shared(more, width.get(kernel, 1))
        turns[kernel] = due
    count = max(map(len, turns.values()), default=0)
    for kernel, due in turns.items():
        again = _shared(list(field.alive[kernel]), width.get(kernel, 1))
        while len(due) < count:
            random.shuffle(again)
            due += again[: count - len(due)]
    return [{kernel: _mixed(due[at], random) for kernel, due in turns.items()} for at in range(count)]


def _mixed(variants: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """In an order of its own for each run: the first launch of a size may be a heavier one."""
    return tuple(random.sample(variants, len(variants)))


def _shared(variants: Sequence[int], width: int) -> list[tuple[int, ...]]:
    """Variants in groups that take turns in one run, each beside the original; alone where there is no room."""
    if width < 2:
        return [(v,) for v in variants]
    others, room = [v for v in variants if v != ORIGINAL], width - 1
    return [(ORIGINAL, *others[at : at + room]) for at in range(0, len(others), room)] or [(ORIGINAL,)] * bool(variants)


_LEAST_TURNS = 16  # launches of each size, of each variant that takes turns: they may differ in work
_MOST_TURNS = 16


def room(launches: Iterable[Launches], kernel: str) -> int:
    """How many variants of a kernel can take turns in one run: so many that, for nine tenths of its time, each runs
    several times at each size."""
    own = sorted((l.count, l.ms) for l in launches if l.kernel == kernel and not l.rehearsed)
    left = 0.9 * sum(ms for _, ms in own)
    for count, ms in reversed(own):
        left -= ms
        if left <= 0:
            return max(1, min(_MOST_TURNS, count // _LEAST_TURNS))
    return 1


def halved(field: Field, samples: Samples) -> Field:
    """The faster half of each kernel's variants, the finalists at least, and the original."""
    ranked = {k: _ranked(k, vs, samples) for k, vs in field.alive.items()}
    return Field({k: (ORIGINAL, *vs[: max(FINALISTS - 1, (len(vs) + 1) // 2)]) for k, vs in ranked.items()})


def finalists(field: Field, samples: Samples, count: int) -> Field:
    """The fastest variants of each kernel as far as is known, and the original: `count` in all."""
    return Field({k: (ORIGINAL, *_ranked(k, vs, samples)[: count - 1]) for k, vs in field.alive.items()})


def _ranked(kernel: str, variants: Sequence[int], samples: Samples) -> list[int]:
    """The variants from the fastest on, those that were not timed behind them."""
    return sorted((v for v in variants if v != ORIGINAL), key=lambda v: median(samples.get((kernel, v)) or [inf]))
