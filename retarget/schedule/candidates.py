"""How far the steps of variants reach: the axes that a kernel uses, and the most logical threads of a physical one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod

from msgspec import Struct

from retarget.schedule.form.factors import AXES, Triple
from retarget.schedule.form.subject import Subject
from retarget.unit.tree import Kind

POWERS = (2, 4, 8, 16, 32)


class Reach(Struct, frozen=True, dict=True):
    """total: logical threads for each physical one, at most."""

    subject: Subject
    total: int

    @cached_property
    def threads(self) -> tuple[int, ...]:
        """The axes of threadIdx that the kernel names, itself or in its functions; those along which the block is known
        to be flat do not count."""
        flat = self.subject.extent or (0, 0, 0)
        return tuple(a for a in self._axes("threadIdx") if flat[a] != 1)

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        """The same of blockIdx."""
        return tuple(self._axes("blockIdx"))

    def _axes(self, family: str) -> Iterator[int]:
        return (i for i, a in enumerate(AXES) if {f"{family}.{a}", family} & self._names)

    @cached_property
    def _names(self) -> set[str]:
        subject = self.subject
        bodies = [subject.function.body, *(subject.functions[usr].body for usr in subject.indexed_functions)]
        return {n.name for body in bodies for n in body.of(Kind.BUILTIN)}


def triples(options: Sequence[int], axes: Sequence[int], most: int) -> Iterator[Triple]:
    """Factors by axis, one of `options` or 1 on each of `axes`, less all ones."""
    for chosen in product(*((1, *options) if a in axes else (1,) for a in range(3))):
        if 1 < prod(chosen) <= most:
            yield chosen[0], chosen[1], chosen[2]
