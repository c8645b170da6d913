"""The bijection between logical and physical indices that the steps of a schedule fold into."""

from __future__ import annotations

from math import prod

from msgspec import Struct

Triple = tuple[int, int, int]
ONES: Triple = (1, 1, 1)
AXES = ("x", "y", "z")


class Factors(Struct, frozen=True):
    """Per axis (x, y, z): threads of a block in one physical thread, blocks interleaved in one physical block, blocks
    packed side by side, physical blocks that the threads of one are split among, blocks one after another.
    `persistent`: physical blocks a multiprocessor, or 0. `lanes`: the hardware dimension along which each axis of the
    block runs.
    """

    thread: Triple = ONES
    block: Triple = ONES
    pack: Triple = ONES
    split: Triple = ONES
    serial: Triple = ONES
    persistent: int = 0
    lanes: Triple = (0, 1, 2)
    thread_strided: bool = True
    block_strided: bool = False
    block_from_end: bool = False
    serial_strided: bool = False

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
    def moves_indices(self) -> bool:
        """Whether the logical indices of a thread may be other ones than its own."""
        own = (self.thread, self.block, self.pack, self.split, self.lanes)
        return self.has_turns or own != (ONES, ONES, ONES, ONES, (0, 1, 2))

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
