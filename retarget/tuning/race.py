"""Which variant of each kernel runs next: successive halving, in which all kernels take part in the same runs.

A round gives every variant that is still in it one more sample; then the faster half goes on. The original is always
among them, so that it is timed under the same conditions. The number of runs of a round is that of the kernel with most
variants: in each run every kernel has another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

ORIGINAL = 0
FINALISTS = 4  # the original included

Entry = tuple[str, int]  # a kernel's name and a variant of it
Samples = Mapping[Entry, Sequence[float]]  # milliseconds of each run


@dataclass(frozen=True)
class Field:
    """The variants of each kernel that are still in the race."""

    alive: Mapping[str, tuple[int, ...]]

    def without(self, lost: Sequence[Entry]) -> Field:
        return Field({k: tuple(v for v in vs if (k, v) not in lost) for k, vs in self.alive.items()})

    @property
    def is_decided(self) -> bool:
        """Whether only finalists are left."""
        return all(len(vs) <= FINALISTS for vs in self.alive.values())


def round_of(field: Field, samples: Samples, wanted: int, seed: int) -> list[dict[str, int]]:
    """The runs of a round, each with the variant of every kernel: after them, each variant has `wanted` samples. Where
    one kernel has fewer variants than another, it repeats them."""
    random = Random(seed)
    turns: dict[str, list[int]] = {}
    for kernel, variants in field.alive.items():
        due = [v for v in variants for _ in range(wanted - len(samples.get((kernel, v), ())))]
        random.shuffle(due)
        turns[kernel] = due
    count = max(map(len, turns.values()), default=0)
    for kernel, due in turns.items():
        again = list(field.alive[kernel])
        while len(due) < count:
            random.shuffle(again)
            due += again[: count - len(due)]
    return [{kernel: due[at] for kernel, due in turns.items()} for at in range(count)]


def halved(field: Field, samples: Samples) -> Field:
    """The faster half of each kernel's variants, the finalists at least, and the original."""
    alive = {}
    for kernel, variants in field.alive.items():
        timed = [v for v in variants if v != ORIGINAL and samples.get((kernel, v))]
        ranked = sorted(timed, key=lambda v: median(samples[kernel, v]))
        alive[kernel] = (ORIGINAL, *ranked[: max(FINALISTS - 1, (len(ranked) + 1) // 2)])
    return Field(alive)
