"""Variants as points: numbers by which searches move from one to the next."""

from __future__ import annotations

from math import log2

from msgspec.structs import astuple, fields, replace

from retarget.schedule.form.factors import AXES, Factors
from retarget.schedule.steps import STEPS, Step, Variant

# Steps that change no index: each has a column for whether it is there, and one for each of its numbers.
_OTHERS = [kind for kind in STEPS.values() if kind.folded is Step.folded]
_SWITCHED = 0.5  # doublings: no farther than from 2 to 3, so that `from_end`, say, is tried on the best early


def columns() -> list[str]:
    """A name for each number of a variant: those of the factors, and those of its other steps."""
    usual = ((field.name, field.default) for field in fields(Factors))
    found = [f"{n}_{a}" if a else n for n, v in usual for a in (AXES if isinstance(v, tuple) else ("",))]
    return found + [f"{kind.name}_{n}" for kind in _OTHERS for n in ("there", *_numbers(kind))]


def row(variant: Variant) -> tuple[int, ...]:
    """A variant as numbers, in the order of `columns`; 0 for those of a step that is not there."""
    found = [int(v) for value in astuple(variant.factors) for v in (value if isinstance(value, tuple) else (value,))]
    for kind in _OTHERS:
        step = variant.find(kind)
        found += [int(step is not None), *(int(getattr(step, n, 0)) for n in _numbers(kind))]
    return tuple(found)


def _numbers(kind: type[Step]) -> tuple[str, ...]:
    return tuple(getattr(kind, "__dataclass_fields__", ()))


def distance(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, float]:
    """How many numbers differ, and by how many doublings; what is there or not, by half of one."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(pairs), sum(_doublings(a, b) for a, b in pairs)


def _doublings(one: int, other: int) -> float:
    return _SWITCHED if {one, other} == {0, 1} else abs(log2(abs(one) + 1) - log2(abs(other) + 1))


def coarsens_more(one: Variant, other: Variant) -> bool:
    """Whether a variant does what another one does, but with more logical threads for each physical one.

    block(x=4) thread(y=2) share()     more than block(x=2) share(), no more than block(x=2) or thread(y=4) share()
    """
    mine, its = one.factors, other.factors
    pairs = [(mine.thread, its.thread), (mine.block, its.block), (mine.serial, its.serial)]
    return (
        mine.total > its.total
        and all(a >= b for m, i in pairs for a, b in zip(m, i, strict=True))
        and replace(mine, thread=its.thread, block=its.block, serial=its.serial) == its
        and all(one.find(kind) == other.find(kind) for kind in _OTHERS)
    )
