"""What each variant takes of the device, as the compiler's report of the one build says: one form for all compilers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from retarget.schedule.explore import by_variant
from retarget.schedule.form.factors import Factors
from retarget.schedule.form.kernel import physical_threads
from retarget.schedule.space import written
from retarget.schedule.walk import Chosen, Kernels
from retarget.targets.amd.resources import Resources
from retarget.targets.nvidia import architecture
from retarget.targets.nvidia.ptxas import Report

T = TypeVar("T")
Schedule = tuple[str, str]  # of a kernel, by its name; empty for the original


@dataclass(frozen=True)
class Cost:
    """registers: of a lane; spilled_bytes: of them, put into memory; scratch_bytes: of memory that a lane has for
    itself (AMD: scratch, NVIDIA: the stack frame); shared_bytes: of a physical block, static; occupancy: waves for each
    execution unit of AMD's, warps for each scheduler of NVIDIA's, None where that is not known."""

    registers: int
    spilled_bytes: int
    scratch_bytes: int
    shared_bytes: int
    occupancy: int | None


def of_amd(found: Iterable[Resources], kernels: Kernels, chosen: Chosen) -> dict[Schedule, Cost]:
    """By kernel and schedule; spilled registers of a lane have four bytes each."""
    made = ((r.kernel, r) for r in found)
    return _most(
        (f, s, Cost(r.vgprs + r.agprs, 4 * r.vgpr_spills, r.scratch_bytes, r.lds_bytes, r.occupancy))
        for f, s, r in _joined(made, kernels, chosen)
    )


def of_nvidia(found: Iterable[Report], kernels: Kernels, chosen: Chosen) -> dict[Schedule, Cost]:
    """The same; the occupancy is that of the physical block, where the logical one is proved."""
    extents = {s.function.name: s.extent for s, _ in chosen}
    made = ((r.kernel, r) for r in found)

    def cost(kernel: str, factors: Factors, r: Report) -> Cost:
        extent = extents[kernel]
        waves = extent and architecture.occupancy(
            r.architecture, r.registers, r.shared_bytes, physical_threads(factors, extent)
        )
        return Cost(r.registers, r.spilled_bytes, r.frame_bytes, r.shared_bytes, waves or None)

    return _most((k, f, cost(k, f, r)) for k, f, r in _joined(made, kernels, chosen))


def _joined(named: Iterable[tuple[str, T]], kernels: Kernels, chosen: Chosen) -> Iterable[tuple[str, Factors, T]]:
    names = {s.function.usr: s.function.name for s, _ in chosen}
    return ((names[usr], f, r) for usr, f, r in by_variant(named, kernels, chosen) if usr in names)


def _most(found: Iterable[tuple[str, Factors, Cost]]) -> dict[Schedule, Cost]:
    """Of several instances of a template the one with most registers counts."""
    most: dict[Schedule, Cost] = {}
    for kernel, factors, cost in found:
        key = kernel, "" if factors.is_original else written(factors)
        if key not in most or most[key].registers < cost.registers:
            most[key] = cost
    return most


def plain(costs: Mapping[Schedule, Cost]) -> list[dict[str, Any]]:
    """Rows of plain values; what is not known is left out."""
    return [
        {"kernel": k, "schedule": s} | {n: v for n, v in asdict(c).items() if v is not None}
        for (k, s), c in costs.items()
    ]
