"""What the steps of a schedule fold into: one bijection between logical and physical indices, and what goes with it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import prod

Triple = tuple[int, int, int]
ONES: Triple = (1, 1, 1)
AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Factors:
    """Per axis (x, y, z): threads of a block in one physical thread, blocks interleaved in one physical block, blocks
    packed side by side, blocks one after another. `persistent`: physical blocks a multiprocessor, or 0. `lanes`: the
    hardware dimension along which each axis of the block runs. `extent`: the logical block where it is a constant.
    """

    thread: Triple = ONES
    block: Triple = ONES
    pack: Triple = ONES
    serial: Triple = ONES
    persistent: int = 0
    lanes: Triple = (0, 1, 2)
    thread_strided: bool = True
    block_strided: bool = False
    serial_strided: bool = False
    most_threads: int = 0  # of a physical block; 0: what the proved block gives
    waves: int = 0  # wavefronts for each execution unit that the compiler plans for; 0: as it likes
    streaming_stores: bool = False
    streaming_loads: bool = False
    share: bool = False
    unroll: int = 0  # turns of a loop that become one; 0: as the compiler likes
    least_blocks: int = 0  # of the logical grid: a smaller launch runs the original
    is_bounded: bool = False  # whether the compiler is told the most threads

    @property
    def axes(self) -> frozenset[str]:
        """The axes along which the instances of one physical thread differ."""
        thread = {f"threadIdx.{a}" for a, f in zip(AXES, self.thread, strict=True) if f > 1}
        return frozenset(thread | {f"blockIdx.{a}" for a, f in zip(AXES, self.block, strict=True) if f > 1})

    @property
    def block_axes(self) -> frozenset[str]:
        """The axes along which the logical blocks of one physical block differ at one time."""
        together = zip(AXES, self.block, self.pack, strict=True)
        return frozenset(f"blockIdx.{a}" for a, b, p in together if b > 1 or p > 1)

    @property
    def has_turns(self) -> bool:
        return self.serial != ONES or self.persistent > 0

    @property
    def instances(self) -> int:
        return prod(self.thread) * prod(self.block)

    @property
    def replicas(self) -> int:
        """Logical blocks that run at one time in one physical block."""
        return prod(self.block) * prod(self.pack)

    @property
    def total(self) -> int:
        """Logical threads for each physical one, by coarsening of any kind."""
        return self.instances * prod(self.serial)

    @property
    def is_original(self) -> bool:
        return all(getattr(self, f.name) == f.default for f in fields(self))
