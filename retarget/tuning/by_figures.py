"""The walk of a choice by figures: variants are compiled for an architecture, counted, and compared; nothing is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import time

from msgspec import Struct

from retarget.schedule.explore import Explored, Key, counted, explore
from retarget.schedule.form.kernel import physical_threads
from retarget.schedule.form.sharing import neighbours
from retarget.schedule.form.subject import Subject
from retarget.schedule.reasons import grouped
from retarget.schedule.scheduling import kernels, unread_units
from retarget.schedule.space import TOTAL
from retarget.schedule.steps import ORIGINAL, Variant
from retarget.schedule.steps.above import AboveBlocks
from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.assembly import Listing
from retarget.targets.amd.resources import Resources
from retarget.targets.amd.target import AMD
from retarget.translation.walk import Request
from retarget.tuning.figures import Figures, against, busiest, favoured, unsuited
from retarget.tuning.picked import smallest, suits_grids
from retarget.tuning.program import namesakes
from retarget.tuning.record import FIGURES, Chosen, Dropped, Record, VariantCost
from retarget.tuning.tuned import Untunable


class Favoured(Struct, frozen=True):
    """What the figures say of a kernel. schedule: empty for the original; figures: by schedule, of all that were
    counted; dropped: why others are not favoured, by schedule."""

    kernel: str
    schedule: str
    reason: str
    figures: Mapping[str, Mapping[str, float]]
    dropped: Mapping[str, str]


def choose(request: Request, target: TargetId, count: int, tell: Callable[[str], None]) -> list[Favoured]:
    """The choice for each kernel, of `count` variants of it at most (0: all). Raises Untunable, InputError,
    MissingTool, UnknownArchitecture."""
    found = kernels(request)
    if not found.subjects:
        raise Untunable(f"no kernel found in the inputs that clang can parse{unread_units(found.units)}")
    alike, wave = namesakes(found), target.architecture.wave

    def take(subject: Subject, legal: Sequence[Variant]) -> Sequence[Variant]:
        told = [f for f in legal if suits_grids(f, ()) and not unsuited(subject, f, wave)]
        return () if subject in alike else smallest(told, count)

    explored = explore(request, target, TOTAL, True, tell, take, found)
    if explored.is_cut_short:
        raise KeyboardInterrupt
    built = [(k.subject, tuple(v.variant for v in k.variants if not v.dropped)) for k in explored.kernels if k.original]
    built = [(s, fs) for s, fs in built if fs]
    tell(f"counting the instructions of {sum(len(fs) for _, fs in built)} variants")
    counts = counted(request, found, built, target) if built else {}
    return [
        Favoured(k.subject.function.name, "", "another kernel has this name, so that neither has figures", {}, {})
        if k.subject in alike
        else _favoured(k, target, counts)
        for k in explored.kernels
    ]


def _favoured(kernel: Explored, target: TargetId, counts: Mapping[Key, Listing]) -> Favoured:
    subject = kernel.subject
    original = _figures(subject, target, ORIGINAL, kernel.original, counts)
    dropped = {str(v.variant): v.dropped for v in kernel.variants if v.dropped}
    if not kernel.variants:
        return Favoured(subject.function.name, "", "it has no variant that figures tell of", {}, {})
    if original is None:
        why = f"no variant of it has figures{_summed(dropped)}"
        return Favoured(subject.function.name, "", why, {}, dropped)
    known = {"": original}
    for tried in kernel.variants:
        schedule = str(tried.variant)
        own = _figures(subject, target, tried.variant, tried.resources, counts)
        if tried.dropped:
            continue
        if own is None:
            dropped[schedule] = "it calls functions, or could not be counted"
            continue
        known[schedule] = own
        if why := against(own, original):
            dropped[schedule] = why
    best = favoured(original, [f for s, f in known.items() if s and s not in dropped], neighbours(subject))
    schedule, why = _choice(original, best, subject.blocks)
    why += "" if schedule else _summed(dropped)
    return Favoured(
        subject.function.name, schedule, f"by the compiler's figures for {target}, not measured: {why}",
        {s: shown(f, original) for s, f in known.items()}, dropped,
    )  # fmt: skip


def _summed(dropped: Mapping[str, str]) -> str:
    """The reasons that hold for most variants, each with the numbers of the first that it holds for."""
    told = [f"{n} times{', such as' if differ else ''}: {why}" for n, why, differ in grouped(dropped.values())[:2]]
    return f" ({'; '.join(told)})" if told else ""


def _figures(
    subject: Subject, target: TargetId, variant: Variant, said: Resources | None, counts: Mapping[Key, Listing]
) -> Figures | None:
    """None for what was not counted, or not to its end as it calls functions."""
    listing = counts.get((subject.function.usr, variant))
    if said is None or listing is None or listing.calls:
        return None
    threads = physical_threads(variant.factors, subject.extent) if subject.extent else None
    return Figures(target.architecture, variant, threads, said, listing.regions)


def _choice(original: Figures, best: Figures | None, blocks: int | None) -> tuple[str, str]:
    """The schedule, for launches that fill the device, and why. blocks: the fewest of any launch, where known."""
    if best is None:
        return "", "they favour no variant clearly"
    least = best.variant.factors.replicas * best.blocks_to_fill
    fills = blocks is not None and blocks >= least
    variant = best.variant if fills else best.variant.and_(AboveBlocks(least))
    hot = busiest(original.regions)
    before, now = (shown(f, original) for f in (original, best))
    moved = [
        f"{now[kind]:.3g} words of {name} memory instead of {before[kind]:.3g}"
        for kind, name in (("global_words", "global"), ("shared_words", "shared"), ("scratch_words", "scratch"))
        if now[kind] != before[kind]
    ]
    taken = f"{now['instructions']:.3g} instructions instead of {before['instructions']:.3g}"
    where = "in the innermost loops" if any(original.regions[at].depth for at in hot) else "in all"
    return str(variant), (
        f"a work item takes {', '.join([*moved, taken])} {where}, occupancy {best.occupancy}, from {original.occupancy}"
    )


def shown(f: Figures, original: Figures) -> dict[str, float]:
    """What a page and JSON show. The words and instructions are those of one work item in the original's busiest
    regions; where it has other loops, in its own busiest ones."""
    r = f.resources
    alike = [x.depth for x in f.regions] == [x.depth for x in original.regions]
    hot = busiest((original if alike else f).regions)
    names = ("instructions", "global_words", "shared_words", "scratch_words")
    counts = {n: round(sum(getattr(f.regions[at].counts, n) for at in hot) / f.items, 4) for n in names}
    return {
        "registers": r.vgprs + r.agprs, "spilled_bytes": 4 * r.vgpr_spills, "scratch_bytes": r.scratch_bytes,
        "shared_bytes": r.lds_bytes, "occupancy": f.occupancy, **counts,
    }  # fmt: skip


def record(found: Sequence[Favoured], target: TargetId, compiler: str) -> Record:
    """What is kept of it."""
    return Record(
        by=FIGURES,
        device=f"{target}, not at hand",
        target=AMD.name,
        architecture=str(target),
        compiler=compiler,
        at=round(time(), 3),
        choices=tuple(Chosen(f.kernel, f.schedule, f.reason) for f in found),
        resources=tuple(VariantCost(f.kernel, s, figures) for f in found for s, figures in f.figures.items()),
        dropped=tuple(Dropped(f.kernel, s, why) for f in found for s, why in f.dropped.items()),
    )
