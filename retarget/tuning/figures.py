"""The choice where no device is at hand: what the compiler's figures favour clearly, else the original.

What is compared is what one work item (a logical thread) costs: the words that it moves and the instructions that it
takes, in each loop of the source and outside of all, where every lane of a wavefront counts, idle or not. A variant is
favoured if it is worse in nothing and moves a tenth less where most is moved:

- no more spilled registers and scratch memory than the original, and no lower an occupancy: a tile of 16 rows that
  spills took 3.3 times as long as one of 8 in AMD's lab notes on the Laplacian (part 3);
- as many neighbouring lanes along x as before, or a whole wavefront of them, in the order of the source: figures say
  nothing of coalescing, and what lost it took 1.8 times as long for lud_internal on an H200;
- the same loops, each with no more words of global, shared or scratch memory for each work item, and in the innermost
  of those that move any no more instructions;
- each work item stores what it stored: loads can be shared, stores cannot;
- a tenth less traffic there: words of global and scratch memory count twice, as a compute unit's vector cache gives 64
  bytes a cycle and its shared memory 128 (the peaks that AMD's profiler Omniperf reckons with on gfx90a);
- of those within a tenth of the least traffic the one that puts the fewest work items into one thread or block, along
  the fewest axes, and along those where neighbours in the grid are neighbours in memory.

Blocks coarsened along two axes are not candidates, nor are threads: by these figures `block(x=2, y=2)` would be better
for lud_internal than `block(x=4)`, and on an H200 it was worse than the original.

Small launches keep the original: so many blocks are asked for (`above`) that every compute unit has as many as
the occupancy allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod

from msgspec import Struct

from retarget.schedule.form.factors import ONES, Factors, Triple
from retarget.schedule.form.subject import Subject
from retarget.schedule.steps import Variant
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.streaming import Streaming
from retarget.targets.amd.architecture import ARCHITECTURES, Architecture, occupancy
from retarget.targets.amd.assembly import Counts, Region
from retarget.targets.amd.resources import Resources

LESS = 0.9  # of the original's traffic: what counts as clearly less
_ROUNDING = 1e-9
_KINDS = (("global_words", "global memory"), ("shared_words", "shared memory"), ("scratch_words", "scratch memory"))


class Figures(Struct, frozen=True, dict=True):
    """What the compiler says of a variant. threads: of a physical block, where it is known; regions: the parts of its
    code, counted."""

    architecture: Architecture
    variant: Variant
    threads: int | None
    resources: Resources
    regions: tuple[Region, ...]

    @property
    def occupancy(self) -> int:
        """Waves for each execution unit, in blocks of that many threads."""
        r = self.resources
        if self.threads is None:
            return r.occupancy
        registers = r.vgprs + r.agprs if self.architecture.unified else max(r.vgprs, r.agprs)
        return min(r.occupancy, occupancy(self.architecture, registers, r.sgprs, r.lds_bytes, self.threads))

    @property
    def blocks_to_fill(self) -> int:
        """Physical blocks at one time on all compute units. Where the block is not known, it is taken for one wave;
        where the number of units is not, for the largest that is listed."""
        waves = -(-self.threads // self.architecture.wave) if self.threads else 1
        units = self.architecture.units or max(a.units for a in ARCHITECTURES.values())
        return units * max(1, self.occupancy * self.architecture.eus_per_cu // waves)

    @cached_property
    def items(self) -> float:
        """Work items for each lane, those that a wavefront leaves idle among them."""
        wave, threads = self.architecture.wave, self.threads
        filled = threads / (-(-threads // wave) * wave) if threads else 1.0
        return self.variant.factors.total * filled

    def traffic(self, at: int) -> float:
        """Of one work item in a region, in words of shared memory."""
        return traffic(self.regions[at].counts) / self.items


def traffic(c: Counts) -> int:
    """In words of shared memory."""
    return 2 * (c.global_words + c.scratch_words) + c.shared_words


def busiest(regions: Sequence[Region]) -> list[int]:
    """The innermost of the regions that move anything, by their numbers."""
    moving = [at for at, r in enumerate(regions) if traffic(r.counts)]
    deepest = max((regions[at].depth for at in moving), default=0)
    return [at for at in moving if regions[at].depth == deepest]


def unsuited(subject: Subject, variant: Variant, wave: int) -> str:
    """Why figures say nothing of a variant, before it is built; empty where they do."""
    f, bounds = variant.factors, variant.find(LaunchBounds)
    if f.has_turns:
        return "figures do not tell what blocks in turn gain"
    if f.split != ONES:
        return "figures do not tell what smaller blocks gain"
    if f.lanes != Factors().lanes:
        return "figures do not tell how accesses coalesce in another order of lanes"
    if variant.find(Streaming) or (bounds and bounds.waves):
        return "figures do not tell what caches gain, or what is planned for"
    if bounds or f.block_strided or (f.total == 1 and prod(f.pack) == 1):
        return "figures do not tell it from another"
    if sum(n > 1 for n in f.block) > 1 or sum(n > 1 for n in f.thread) > 1:
        return "figures misjudge coarsening along two axes"
    if subject.extent is None:
        return "" if f.total == prod(f.block) and prod(f.pack) == 1 else "the block is not proved"
    along = subject.extent[0] // f.thread[0]
    if along < min(subject.extent[0], wave) or (f.thread[0] > 1 and not f.thread_strided):
        return f"{along} neighbouring lanes of {subject.extent[0]}, or not side by side"
    return ""


def against(variant: Figures, original: Figures) -> str:
    """Why figures do not favour a variant; empty where they do."""
    r, o = variant.resources, original.resources
    if (r.vgpr_spills, r.scratch_bytes) > (o.vgpr_spills, o.scratch_bytes) or r.scratch_bytes > o.scratch_bytes:
        return f"{r.vgpr_spills} spilled registers, {r.scratch_bytes} bytes of scratch memory"
    if variant.occupancy < original.occupancy:
        return f"occupancy {variant.occupancy}, from {original.occupancy}"
    if [v.depth for v in variant.regions] != [r.depth for r in original.regions]:
        return "other loops than the original's"
    for at, (own, other) in enumerate(zip(variant.regions, original.regions, strict=True)):
        for kind, name in _KINDS:
            before, now = getattr(other.counts, kind) / original.items, getattr(own.counts, kind) / variant.items
            if now > before + _ROUNDING:
                return f"{now:.3g} words of {name} for each work item in {_region_name(at)}, from {before:.3g}"
        if own.counts.stored_words < other.counts.stored_words * variant.variant.factors.total:
            return "work items store less: they may lie along an axis that the grid does not have"
    hot = busiest(original.regions)
    before, now = (sum(f.regions[at].counts.instructions for at in hot) / f.items for f in (original, variant))
    if now > before + _ROUNDING:
        return f"{now:.3g} instructions for each work item, from {before:.3g}"
    if not hot or _traffic(variant, hot) > LESS * _traffic(original, hot):
        return "as much traffic as the original's"
    return ""


def _traffic(f: Figures, regions: Sequence[int]) -> float:
    return sum(f.traffic(at) for at in regions)


def _region_name(region: int) -> str:
    return f"loop {region}" if region else "what is outside of loops"


def favoured(original: Figures, variants: Sequence[Figures], near: Triple = (0, 0, 0)) -> Figures | None:
    """Of variants that nothing speaks against, the least changed of those with hardly more traffic than the least.
    near: by axis, how many loads of neighbours lie side by side."""
    hot = busiest(original.regions)
    least = min((_traffic(v, hot) for v in variants), default=0.0)
    close = [v for v in variants if LESS * _traffic(v, hot) <= least + _ROUNDING]

    def change(v: Figures) -> tuple[int, int, int, float, int, bool, str]:
        f = v.variant.factors
        along = [any(n > 1 for n in ns) for ns in zip(f.thread, f.block, f.pack, strict=True)]
        beside = sum(n for n, is_changed in zip(near, along, strict=True) if is_changed)
        shares = v.variant.find(ShareLoads) is not None
        return f.total * prod(f.pack), f.replicas, sum(along), _traffic(v, hot), -beside, shares, str(v.variant)

    return min(close, key=change, default=None)
