"""What each variant takes of the device, as the compiler's report of the one build says: one form for all compilers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import asdict

from retarget.schedule.explore import by_variant
from retarget.schedule.form.factors import Factors
from retarget.schedule.form.kernel import physical_threads
from retarget.schedule.scheduling import Chosen, Kernels
from retarget.schedule.steps import Variant
from retarget.targets.usage import Usage
from retarget.tuning.record import VariantCost

Schedule = tuple[str, str]  # of a kernel, by its name; empty for the original


class Cost(Struct, frozen=True):
    """registers: of a lane; spilled_bytes: of them, put into memory; scratch_bytes: of memory that a lane has for
    itself; shared_bytes: of a physical block, static; occupancy: as `retarget.targets.usage` counts it, None where that
    is not known."""

    registers: int
    spilled_bytes: int
    scratch_bytes: int
    shared_bytes: int
    occupancy: int | None


def costs(usages: Iterable[Usage], kernels: Kernels, chosen: Chosen) -> dict[Schedule, Cost]:
    """By kernel and schedule; the occupancy is that of the physical block, where the logical one is proved."""
    names = {s.function.usr: s.function.name for s, _ in chosen}
    extents = {s.function.usr: s.extent for s, _ in chosen}
    joined = by_variant(((u.kernel, u) for u in usages), kernels, chosen)
    return _most((names[usr], v, _cost(extents[usr], v.factors, u)) for usr, v, u in joined if usr in names)


def _cost(extent: tuple[int, int, int] | None, factors: Factors, u: Usage) -> Cost:
    threads = physical_threads(factors, extent) if extent else None
    return Cost(u.registers, u.spilled_bytes, u.scratch_bytes, u.shared_bytes, u.occupancy(threads))


def _most(found: Iterable[tuple[str, Variant, Cost]]) -> dict[Schedule, Cost]:
    """Of several instances of a template the one with most registers counts."""
    most: dict[Schedule, Cost] = {}
    for kernel, variant, cost in found:
        key = kernel, str(variant) if variant.steps else ""
        if key not in most or most[key].registers < cost.registers:
            most[key] = cost
    return most


def rows(known: Mapping[Schedule, Cost]) -> Iterator[VariantCost]:
    """Without what is not known."""
    for (kernel, schedule), cost in known.items():
        yield VariantCost(kernel, schedule, {n: v for n, v in asdict(cost).items() if v is not None})
